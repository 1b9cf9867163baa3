/** A field for a client: a select of all clients, or a search field when the backend has pages of them and they are many. */
import { useRef } from 'react';
import useSWR from 'swr';
import { defaultClientSort, loadClientsPage } from '../../shared/api/client-pages.ts';
import { loadClients } from '../../shared/api/clients.ts';
import type { Client } from '../../shared/fields/clients.ts';
import type { IslandContext } from '../../shared/islands.ts';
import * as messages from '../../shared/messages.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { clientOptionsMax } from '../../shared/rules/limits.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.tsx';
import controls from '../styles/controls.module.css';
import { ClientSearch, type ClientSelectProps } from './client-search.tsx';
import { ClientsSearch } from './clients-search.tsx';
import { ErrorCard } from './error-card.tsx';
import { FormField } from './form-field.tsx';

/** Null: too many for a select. */
async function loadChoices(context: IslandContext): Promise<Client[] | null> {
  if (!context.capabilities.includes('bulk')) return callApi(loadClients(), context);
  const page = { limit: clientOptionsMax, offset: 0 };
  const { clients, total } = await callApi(loadClientsPage({ search: '', sort: defaultClientSort }, page), context);
  return total > clients.length ? null : clients;
}

export function ClientSelect(props: ClientSelectProps) {
  const { label, name, initial = null, multiple = false, error } = props;
  const context = useIslandContext();
  // A separate key, because a failure here must not appear in the clients table.
  const clients = useSWR<Client[] | null, ApiFailure>('client-select', () => loadChoices(context), {
    revalidateIfStale: true,
  });
  const focused = useRef(false);
  const failure = clients.error;
  if (clients.data === null) {
    const Search = multiple ? ClientsSearch : ClientSearch;
    return <Search {...props} takesFocus={focused.current} />;
  }
  const choices = clients.data ?? (initial ? [initial] : []);
  return (
    <>
      {failure && (
        <ErrorCard text={failure.message} busy={clients.isValidating} onRetry={() => void clients.mutate()} />
      )}
      <FormField label={label} error={error} {...(multiple && { hint: messages.chooseSeveral })}>
        {(control) => (
          <select
            {...control}
            name={name}
            className={controls.select}
            multiple={multiple}
            size={multiple ? 6 : undefined}
            defaultValue={initial?.id}
            aria-busy={clients.isLoading}
            onFocus={() => {
              focused.current = true;
            }}
            onBlur={() => {
              focused.current = false;
            }}
          >
            {!multiple && <option value="">{clients.isLoading ? messages.loading : 'Не выбран'}</option>}
            {choices.map((client) => (
              <option key={client.id} value={client.id}>
                {clientLabel(client)}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}
