/** A field for a client: a select of all clients, or a search field when the backend has pages of them and they are many. */

import { useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import { defaultClientSort, loadClients, loadClientsPage, suggestClients } from '../../shared/api/clients.ts';
import type { Client } from '../../shared/fields/clients.ts';
import * as messages from '../../shared/messages.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { clientOptionsMax, textSuggestionsDebounceMs } from '../../shared/rules/limits.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import controls from '../styles/controls.module.css';
import { Chip } from './chip.tsx';
import styles from './clients-search.module.css';
import { type FilterSearch, SearchCombobox } from './combobox.tsx';
import { ErrorCard } from './error-card.tsx';
import { FormField } from './form-field.tsx';

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
type ClientSearchProps = ClientSelectProps & { takesFocus: boolean };

/**
 * Finds one of many clients by typing, or several, one after the other. The form gets the IDs of the chosen clients, and what is
 * typed, which may be an ID.
 */
function ClientSearch({ label, name, initial = null, multiple, error, takesFocus, onChange }: ClientSearchProps) {
  const root = useRef<HTMLDivElement>(null);
  const focusField = () => root.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useLayoutEffect(() => {
    if (takesFocus) focusField();
  }, []);
  const [search] = useState({ ...clientSearch, label });
  const [chosen, setChosen] = useState<readonly Client[]>(initial ? [initial] : []);
  const [text, setText] = useState(initial ? clientLabel(initial) : '');
  const ids = chosen.map(({ id }) => id);
  const typed = text.trim();
  const without = ({ id }: Client) => chosen.filter((client) => client.id !== id);

  function choose(clients: readonly Client[]) {
    setChosen(clients);
    onChange?.();
  }

  /** Several clients stand below the field, one stands in it. */
  function onChoose(client: Client | null) {
    setText(client && !multiple ? clientLabel(client) : '');
    if (client) choose(multiple ? [...without(client), client] : [client]);
  }

  return (
    <div ref={root} className={styles.clients}>
      {(multiple ? [...ids, typed].filter(Boolean) : [ids[0] ?? typed]).map((id) => (
        <input key={multiple ? id : name} type="hidden" name={name} value={id} />
      ))}
      <SearchCombobox
        search={search}
        text={text}
        typing={text !== '' && (multiple === true || chosen.length === 0)}
        placeholder="Имя или ID"
        error={error}
        onType={(next) => {
          if (!multiple) setChosen([]);
          setText(next);
        }}
        onChoose={onChoose}
      />
      {multiple && chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Выбранные клиенты">
          {chosen.map((client) => (
            <li key={client.id}>
              <Chip
                text={clientLabel(client)}
                removeLabel={`Убрать клиента ${client.id}`}
                onRemove={() => {
                  choose(without(client));
                  focusField();
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Null: too many for a select. */
async function loadChoices(context: IslandContext): Promise<Client[] | null> {
  if (!context.capabilities.includes('bulk')) return callApi(loadClients());
  const page = { limit: clientOptionsMax, offset: 0 };
  const { rows: clients, total } = await callApi(loadClientsPage({ search: '', sort: defaultClientSort }, page));
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
  if (clients.data === null) return <ClientSearch {...props} takesFocus={focused.current} />;
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
