/** Finds several of many clients by typing, one after the other. The form gets their IDs, and what is typed, which may be an ID. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { Client } from '../../shared/fields/clients.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { Chip } from './chip.tsx';
import { type ClientSearchProps, clientSearch } from './client-search.tsx';
import styles from './clients-search.module.css';
import { SearchCombobox } from './search-combobox.tsx';

export function ClientsSearch({ label, name, error, takesFocus, onChange }: ClientSearchProps) {
  const root = useRef<HTMLDivElement>(null);
  const focusField = () => root.current?.querySelector<HTMLInputElement>('[role="combobox"]')?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears
  useLayoutEffect(() => {
    if (takesFocus) focusField();
  }, []);
  const [search] = useState({ ...clientSearch, label });
  const [chosen, setChosen] = useState<readonly Client[]>([]);
  const [text, setText] = useState('');
  const typed = text.trim();

  function choose(clients: readonly Client[]) {
    setChosen(clients);
    onChange?.();
  }
  const without = ({ id }: Client) => chosen.filter((client) => client.id !== id);

  return (
    <div ref={root} className={styles.clients}>
      {[...chosen.map(({ id }) => id), ...(typed === '' ? [] : [typed])].map((id) => (
        <input key={id} type="hidden" name={name} value={id} />
      ))}
      <SearchCombobox
        search={search}
        text={text}
        typing={text !== ''}
        placeholder="Имя или ID"
        error={error}
        onType={setText}
        onChoose={(client) => {
          setText('');
          if (client) choose([...without(client), client]);
        }}
      />
      {chosen.length > 0 && (
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
