/**
 * Text fields with suggestions (the ARIA combobox pattern), built on downshift. Pages load them after hydration or on demand.
 */

import { useCombobox } from 'downshift';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useCall } from '../lib/use-reply.ts';
import controls from '../styles/controls.module.css';
import styles from './combobox.module.css';
import { useFieldError } from './form-field.tsx';
import { useDebounced } from './search-field.tsx';

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
  placeholder?: string | undefined;
  /** The text that the form was opened with (lib/drafts.ts). */
  'data-opened'?: string;
  autoFocus?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Shown and announced instead of the list while it loads or is empty. */
  notice?: string | null;
};

type Highlight = { highlightedIndex: number; setHighlightedIndex: (index: number) => void };

/**
 * Keeps the highlight on its item when the list changes while it is open. Downshift reports a new highlight in an effect, too
 * late for an Enter that follows directly, so the index stays downshift's.
 */
function useKeptHighlight(
  keys: readonly (string | number | undefined)[],
  { highlightedIndex, setHighlightedIndex }: Highlight,
): void {
  const last = useRef<{ index: number; key?: string | number | undefined }>({ index: -1 });
  useLayoutEffect(() => {
    const { index, key } = last.current;
    if (index === highlightedIndex && key !== keys[index]) setHighlightedIndex(keys.indexOf(key));
    else last.current = { index: highlightedIndex, key: keys[highlightedIndex] };
  });
}

export function Combobox<Item>(props: ComboboxProps<Item>) {
  const {
    label,
    text,
    onTextChange,
    items,
    itemText,
    itemKey,
    onChoose,
    error: given,
    onOpenChange,
    notice,
    ...input
  } = props;
  const ofForm = useFieldError(props.name);
  const error = given ?? ofForm;
  const id = useId();
  const errorId = `${id}-error`;
  const combobox = useCombobox<Item>({
    id,
    items: [...items],
    inputValue: text,
    selectedItem: null,
    onIsOpenChange: (change) => onOpenChange?.(change.isOpen),
    itemToString: (item) => (item === null ? '' : itemText(item)),
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem);
    },
  });
  const { isOpen, highlightedIndex, getLabelProps, getInputProps, getMenuProps, getItemProps } = combobox;
  useKeptHighlight(items.map(itemKey), combobox);
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

/** An entry of the list; one with a null item clears the filter. */
type Entry<Item> = { item: Item | null };

/** Configures the search. Must be the same object in every render. */
export type FilterSearch<Item> = {
  label: string;
  /** The field's name when the form is submitted without JavaScript. */
  name?: string;
  /** In characters. */
  minLength: number;
  debounceMs: number;
  call: (text: string, context: IslandContext) => Call<Item[]>;
  /** Selects which items of the reply to suggest for the text. */
  select: (items: readonly Item[], text: string) => readonly Item[];
  itemText: (item: Item) => string;
  itemKey: (item: Item) => string | number;
  /** What the list offers while nothing is typed: an entry that clears the filter, and the first items. */
  browse?: { clearText: string; call: (context: IslandContext) => Call<Item[]> };
};

export type SearchComboboxProps<Item> = Pick<ComboboxProps<Item>, 'text' | 'placeholder' | 'autoFocus'> & {
  search: FilterSearch<Item>;
  /** False while the field shows the selected item. Then there are no suggestions. */
  typing: boolean;
  error: string | null;
  onType: (text: string) => void;
  /** Null when the filter was cleared. */
  onChoose: (item: Item | null) => void;
};

/** A search field with suggestions from the backend. */
export function SearchCombobox<Item>(props: SearchComboboxProps<Item>) {
  const { search, text, typing, onType, onChoose, ...rest } = props;
  const { label, name, minLength, debounceMs, browse, itemText, itemKey } = search;
  const context = useIslandContext();
  const current = text.trim();
  const searched = useDebounced(current, debounceMs);
  const isLong = (candidate: string) => candidate.length >= minLength;
  const [open, setOpen] = useState(false);
  const browsed = typing && current !== '' ? undefined : browse;
  const call = browsed ? browsed.call(context) : search.call(searched, context);
  const isWanted = browsed ? open : typing && isLong(searched);
  const { data, error } = useCall(isWanted ? call : null);
  const found = typing && searched === current ? data : undefined;
  const shown = browsed ? [null, ...(data ?? [])] : found ? search.select(found, current) : [];

  function notice(): string | null {
    if (!typing || current === '') return null;
    if (!isLong(current)) return `Введите не менее ${minLength} символов`;
    if (found) return messages.nothingFound;
    return error && searched === current ? error.message : messages.loading;
  }

  return (
    <Combobox
      {...rest}
      error={rest.error ?? (browsed && open ? (error?.message ?? null) : null)}
      label={label}
      name={name}
      text={text}
      onTextChange={onType}
      items={shown.map((item): Entry<Item> => ({ item }))}
      itemText={({ item }) => (item === null ? (browse?.clearText ?? '') : itemText(item))}
      itemKey={({ item }) => (item === null ? '' : itemKey(item))}
      onChoose={({ item }) => onChoose(item)}
      onOpenChange={setOpen}
      notice={notice()}
    />
  );
}
