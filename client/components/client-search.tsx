/** Finds one of many clients by typing. The form gets the ID of the chosen client, or what was typed, which may be an ID. */
import { useLayoutEffect, useRef, useState } from 'react';
import { suggestClients } from '../../shared/api/client-bulk.ts';
import type { Client } from '../../shared/fields/clients.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { textSuggestionsDebounceMs } from '../../shared/rules/limits.ts';
import { type FilterSearch, SearchCombobox } from './search-combobox.tsx';

export const clientSearch: Omit<FilterSearch<Client>, 'label'> = {
  minLength: 1,
  debounceMs: textSuggestionsDebounceMs,
  call: suggestClients,
  select: (clients) => clients,
  itemText: clientLabel,
  itemKey: ({ id }) => id,
};

export type ClientSelectProps = {
  label: string;
  /** Of the client's ID in the form. */
  name: string;
  /** The initial value, and the only option until the clients are loaded. */
  initial?: Client | null;
  multiple?: boolean;
  error: string | null;
  /** Called when several clients were chosen in a way that sends no event of the form. */
  onChange?: () => void;
};

/** `takesFocus`: the field replaces one that has the focus. */
export type ClientSearchProps = ClientSelectProps & { takesFocus: boolean };

export function ClientSearch({ label, name, initial = null, error, takesFocus }: ClientSearchProps) {
  const hidden = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useLayoutEffect(() => {
    if (takesFocus) hidden.current?.nextElementSibling?.querySelector('input')?.focus();
  }, []);
  const [labelled] = useState({ ...clientSearch, label });
  const [chosen, setChosen] = useState(initial);
  const [text, setText] = useState(initial ? clientLabel(initial) : '');
  return (
    <>
      <input ref={hidden} type="hidden" name={name} value={chosen?.id ?? text.trim()} />
      <SearchCombobox
        search={labelled}
        text={text}
        typing={chosen === null && text !== ''}
        placeholder="Имя или ID"
        error={error}
        onType={(typed) => {
          setChosen(null);
          setText(typed);
        }}
        onChoose={(client) => {
          setChosen(client);
          setText(client ? clientLabel(client) : '');
        }}
      />
    </>
  );
}
