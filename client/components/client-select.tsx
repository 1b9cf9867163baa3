/** A field for a client: a select of all clients, or a search field if the backend supports pages and there are too many. */

import { useState } from 'react';
import useSWR from 'swr';
import { loadClientOptions, loadClients, suggestClients } from '../../shared/api/clients.ts';
import type { BackendKind } from '../../shared/backend-kind.ts';
import type { Client } from '../../shared/fields/clients.ts';
import * as messages from '../../shared/messages.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { textSuggestionsDebounceMs } from '../../shared/rules/limits.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { type FilterSearch, SearchCombobox } from './combobox.tsx';
import { ErrorCard } from './error-card.tsx';
import { optionsOf, SelectField, useFieldError } from './form-field.tsx';

const clientSearch: Omit<FilterSearch<Client>, 'label'> = {
  minLength: 1,
  debounceMs: textSuggestionsDebounceMs,
  call: suggestClients,
  select: (clients) => clients,
  itemText: clientLabel,
  itemKey: ({ id }) => id,
};

export type ClientSelectProps = {
  label: string;
  /** The name of the form value with the client's ID. */
  name: string;
  /** The initial value, and the only option until the clients are loaded. */
  initial?: Client | null;
};

/**
 * Finds one of many clients by typing. The form value is the ID of the chosen client, or else the typed text, which may be an
 * ID.
 */
function ClientSearch({ label, name, initial = null }: ClientSelectProps) {
  const [search] = useState({ ...clientSearch, label });
  const [chosen, setChosen] = useState<Client | null>(initial);
  const [text, setText] = useState(initial ? clientLabel(initial) : '');
  const value = chosen?.id ?? text.trim();
  const error = useFieldError(name);
  /** True if the select that this field replaces has the focus. */
  const [takesFocus] = useState(() => document.activeElement?.getAttribute('name') === name);

  return (
    <>
      <input type="hidden" name={name} value={value} />
      <SearchCombobox
        autoFocus={takesFocus}
        search={search}
        text={text}
        typing={text !== '' && chosen === null}
        placeholder="Имя или ID"
        // The only error is that a client is missing. The form does not remove it, because no input event names a hidden field.
        error={value === '' ? error : null}
        onType={(next) => {
          setChosen(null);
          setText(next);
        }}
        onChoose={(client) => {
          setText(client ? clientLabel(client) : '');
          setChosen(client);
        }}
      />
    </>
  );
}

/** Each returns null if there are too many clients for a select. */
const choiceLoaders: Record<BackendKind, () => Promise<Client[] | null>> = {
  specified: () => callApi(loadClients()),
  async own() {
    const { rows: clients, total } = await callApi(loadClientOptions());
    return total > clients.length ? null : clients;
  },
};

export function ClientSelect(props: ClientSelectProps) {
  const { label, name, initial = null } = props;
  const { backendKind } = useIslandContext();
  // A separate key, because a failure here must not appear in the clients table.
  const clients = useSWR<Client[] | null, ApiFailure>('client-select', choiceLoaders[backendKind], {
    revalidateIfStale: true,
  });
  const failure = clients.error;
  if (clients.data === null) return <ClientSearch {...props} />;
  const choices = clients.data ?? (initial ? [initial] : []);
  return (
    <>
      {failure && (
        <ErrorCard text={failure.message} busy={clients.isValidating} onRetry={() => void clients.mutate()} />
      )}
      <SelectField label={label} name={name} defaultValue={initial?.id} aria-busy={clients.isLoading}>
        <option value="">{clients.isLoading ? messages.loading : 'Не выбран'}</option>
        {optionsOf(choices.map((client) => [client.id, clientLabel(client)]))}
      </SelectField>
    </>
  );
}
