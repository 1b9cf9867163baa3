/** A search field with suggestions from the backend. Import it lazily. */
import useSWR from 'swr';
import type { Call } from '../../shared/api/call.ts';
import type { IslandContext } from '../../shared/islands.ts';
import * as messages from '../../shared/messages.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.tsx';
import { useDebounced } from '../lib/use-debounced.ts';
import { Combobox } from './combobox.tsx';

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
};

export type SearchComboboxProps<Item> = {
  search: FilterSearch<Item>;
  text: string;
  /** False while the field shows the selected item. Then there are no suggestions. */
  typing: boolean;
  placeholder?: string | undefined;
  error: string | null;
  onType: (text: string) => void;
  /** Null when the filter was cleared. */
  onChoose: (item: Item | null) => void;
};

export function SearchCombobox<Item>({ search, text, typing, onType, ...props }: SearchComboboxProps<Item>) {
  const { label, name, minLength, debounceMs, itemText, itemKey } = search;
  const context = useIslandContext();
  const current = text.trim();
  const searched = useDebounced(current, debounceMs);
  const isLong = (candidate: string) => candidate.length >= minLength;
  const call = search.call(searched, context);
  const { data, error } = useSWR<Item[], ApiFailure>(typing && isLong(searched) ? call.path : null, () =>
    callApi(call, context),
  );
  const found = typing && searched === current ? data : undefined;

  function notice(): string | null {
    if (!typing || current === '') return null;
    if (!isLong(current)) return `Введите не менее ${minLength} символов`;
    if (found) return messages.nothingFound;
    return error && searched === current ? error.message : messages.loading;
  }

  return (
    <Combobox
      {...props}
      label={label}
      name={name}
      text={text}
      onTextChange={onType}
      items={found ? search.select(found, current) : []}
      itemText={itemText}
      itemKey={itemKey}
      startOpen={typing}
      notice={notice()}
    />
  );
}
