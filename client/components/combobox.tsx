/** A text field with suggestions to choose from (the ARIA combobox pattern, by downshift). Load it when first needed. */
import { useCombobox } from 'downshift';
import { type ReactNode, useId } from 'react';
import controls from '../styles/controls.module.css';
import styles from './combobox.module.css';

type ComboboxProps<Item> = {
  label: string;
  name?: string;
  text: string;
  onTextChange: (text: string) => void;
  /** What is offered for the text; the one who renders the field loads it. */
  items: readonly Item[];
  itemText: (item: Item) => string;
  itemKey: (item: Item) => string | number;
  onChoose: (item: Item) => void;
  error?: string | null;
  maxLength?: number;
  placeholder?: string;
  /** Offers at once: the text was typed before this field came. */
  startOpen?: boolean;
  /** Stands in the list instead of items: that it is loading, or why it is not. */
  notice?: ReactNode;
};

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    label,
    text,
    onTextChange,
    items,
    itemText,
    itemKey,
    onChoose,
    error = null,
    startOpen,
    notice,
    ...input
  } = props;
  const id = useId();
  const errorId = `${id}-error`;
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = useCombobox<Item>({
    id,
    items: [...items],
    inputValue: text,
    selectedItem: null,
    initialIsOpen: startOpen,
    itemToString: (item) => (item === null ? '' : itemText(item)),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem);
    },
  });
  const shown = isOpen && (items.length > 0 || Boolean(notice));

  return (
    <div className={`${controls.field} ${styles.combobox}`}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: getLabelProps names the control */}
      <label className={controls.fieldLabel} {...getLabelProps()}>
        {label}
      </label>
      <input
        {...getInputProps({
          // downshift hears of typing from `onChange` too, but only this keeps the caret in its place.
          onChange: ({ currentTarget }) => onTextChange(currentTarget.value),
          onKeyDown: (event) => {
            if (event.key !== 'Escape') return;
            // Escape closes the list first, then whatever is around the field; it never empties the field.
            if (shown) event.preventDefault();
            else Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
        })}
        {...input}
        role="combobox"
        className={controls.input}
        autoComplete="off"
        aria-expanded={shown}
        aria-invalid={error !== null}
        aria-describedby={error ? errorId : undefined}
      />
      <ul {...getMenuProps({ 'aria-label': 'Подсказки' })} className={styles.list} hidden={!shown}>
        {shown &&
          items.map((item, index) => (
            <li
              key={itemKey(item)}
              {...getItemProps({ item, index })}
              className={styles.item}
              data-highlighted={index === highlightedIndex ? '' : undefined}
            >
              {itemText(item)}
            </li>
          ))}
        {shown && items.length === 0 && <li className={styles.notice}>{notice}</li>}
      </ul>
      <p id={errorId} className={controls.fieldError}>
        {error}
      </p>
    </div>
  );
}
