/** A search field with suggestions from the backend. Import it lazily. */
import { useState } from 'react';
import useSWR from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { IslandContext } from '../../shared/islands.ts';
import * as messages from '../../shared/messages.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { Combobox } from './combobox.tsx';

/** An entry of the list; without an item it clears the filter. */
type Entry<Item> = { item: Item | null };

/** Configures the search. Must be the same object in every render. */
export type FilterSearch<Item> = {
  label: string;
  /** The field's name when the form is submitted without JavaScript. */
  name?: string;
  /** Characters. */
  minLength: number;
  debounceMs: number;
  call: (text: string, context: IslandContext) => Call<Item[]>;
  /** Selects the items of the reply to suggest for the text. */
  select: (items: readonly Item[], text: string) => readonly Item[];
  itemText: (item: Item) => string;
  itemKey: (item: Item) => string | number;
  /** What the open list has before something is typed: an item that clears the filter, and the first items. */
  browse?: { clearText: string; call: (context: IslandContext) => Call<Item[]> };
};

export type SearchComboboxProps<Item> = {
  search: FilterSearch<Item>;
  text: string;
  /** False while the field shows the selected item. Then there are no suggestions. */
  typing: boolean;
  /** Whether the list is open at first. */
  startOpen?: boolean;
  placeholder?: string | undefined;
  error: string | null;
  onType: (text: string) => void;
  /** Null when the filter was cleared. */
  onChoose: (item: Item | null) => void;
};

export function SearchCombobox<Item>(props: SearchComboboxProps<Item>) {
  const { search, text, typing, startOpen = false, onType, onChoose, ...rest } = props;
  const { label, name, minLength, debounceMs, browse, itemText, itemKey } = search;
  const context = useIslandContext();
  const current = text.trim();
  const searched = useDebounced(current, debounceMs);
  const isLong = (candidate: string) => candidate.length >= minLength;
  const [open, setOpen] = useState(typing || startOpen);
  const browsed = typing && current !== '' ? undefined : browse;
  const call = browsed ? browsed.call(context) : search.call(searched, context);
  const isWanted = browsed ? open : typing && isLong(searched);
  const { data, error } = useSWR<Item[], ApiFailure>(isWanted ? call.path : null, () => callApi(call, context));
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
      startOpen={open}
      onOpenChange={setOpen}
      notice={notice()}
    />
  );
}
