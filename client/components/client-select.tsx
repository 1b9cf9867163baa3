/** A select that loads all clients. */
import useSWR from 'swr';
import { type Client, loadClients } from '../../shared/api/clients.ts';
import * as messages from '../../shared/messages.ts';
import { clientLabel } from '../../shared/rules/client.ts';
import { type ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.tsx';
import controls from '../styles/controls.module.css';
import { ErrorCard } from './error-card.tsx';
import { FormField } from './form-field.tsx';

type ClientSelectProps = {
  label: string;
  name: string;
  /** The initial value, and the only option until the clients are loaded. */
  initial?: Client | null;
  error: string | null;
};

export function ClientSelect({ label, name, initial = null, error }: ClientSelectProps) {
  const context = useIslandContext();
  const call = loadClients();
  // A separate key, because a failure here must not appear in the clients table.
  const clients = useSWR(['client-select', call.path], () => callApi(call, context), { revalidateIfStale: true });
  const failure: ApiFailure | undefined = clients.error;
  const choices = clients.data ?? (initial ? [initial] : []);
  return (
    <>
      {failure && (
        <ErrorCard text={failure.message} busy={clients.isValidating} onRetry={() => void clients.mutate()} />
      )}
      <FormField label={label} error={error}>
        {(control) => (
          <select
            {...control}
            name={name}
            className={controls.select}
            defaultValue={initial?.id}
            aria-busy={clients.isLoading}
          >
            <option value="">{clients.isLoading ? messages.loading : 'Не выбран'}</option>
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
