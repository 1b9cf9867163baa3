/** A text field with suggestions (the ARIA combobox pattern), built on downshift. Import it lazily. */
import { useCombobox } from 'downshift';
import { useId } from 'react';
import controls from '../styles/controls.module.css';
import styles from './combobox.module.css';

type ComboboxProps<Item> = {
  label: string;
  name?: string;
  text: string;
  onTextChange: (text: string) => void;
  /** Suggestions for the text; the caller loads them. */
  items: readonly Item[];
  itemText: (item: Item) => string;
  itemKey: (item: Item) => string | number;
  onChoose: (item: Item) => void;
  error?: string | null;
  maxLength?: number;
  placeholder?: string;
  /** Opens the list on mount, for what was typed or pressed before this component loaded. */
  startOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Shown and announced instead of the list while it loads or is empty. */
  notice?: string | null;
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
    onOpenChange,
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
    onIsOpenChange: (change) => onOpenChange?.(change.isOpen),
    itemToString: (item) => (item === null ? '' : itemText(item)),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem);
    },
  });
  const hasList = isOpen && items.length > 0;
  const visibleNotice = isOpen && items.length === 0 ? notice : null;

  return (
    <div className={`${controls.field} ${styles.combobox}`}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: getLabelProps names the control */}
      <label className={controls.fieldLabel} {...getLabelProps()}>
        {label}
      </label>
      <input
        {...getInputProps({
          // Without this handler the text would change one render later, and the caret would jump to the end.
          onChange: ({ currentTarget }) => onTextChange(currentTarget.value),
          onKeyDown: (event) => {
            if (event.key !== 'Escape') return;
            // Escape closes the list first, then the surrounding dialog. It does not clear the field.
            if (hasList || visibleNotice) event.preventDefault();
            else Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
          },
        })}
        {...input}
        role="combobox"
        className={controls.input}
        autoComplete="off"
        aria-expanded={hasList}
        aria-invalid={error !== null || undefined}
        aria-describedby={error ? errorId : undefined}
      />
      <ul {...getMenuProps({ 'aria-label': 'Подсказки' })} className={styles.popup} hidden={!hasList}>
        {hasList &&
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
      </ul>
      <p role="status" className={visibleNotice ? `${styles.popup} ${styles.notice}` : controls.visuallyHidden}>
        {visibleNotice}
      </p>
      <p id={errorId} className={controls.fieldError}>
        {error}
      </p>
    </div>
  );
}
