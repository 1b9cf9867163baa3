/** The client that a new phrase is for; an administrator must choose one (section 5 of the specification). */
import useSWR from 'swr';
import { loadClients } from '../../../shared/api/clients.ts';
import * as messages from '../../../shared/messages.ts';
import { ErrorCard } from '../../components/error-card.tsx';
import { FormField } from '../../components/form-field.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';

type ClientSelectProps = { name: string; error: string | null };

export function ClientSelect({ name, error }: ClientSelectProps) {
  const context = useIslandContext();
  const call = loadClients();
  const clients = useSWR(call.path, () => callApi(call, context), { revalidateIfStale: true });
  const failure: ApiFailure | undefined = clients.error;
  return (
    <>
      {failure && (
        <ErrorCard text={failure.message} busy={clients.isValidating} onRetry={() => void clients.mutate()} />
      )}
      <FormField label="Клиент *" error={error}>
        {(control) => (
          <select {...control} name={name} className={controls.select} aria-busy={clients.isLoading}>
            <option value="">{clients.isLoading ? messages.loading : 'Не выбран'}</option>
            {clients.data?.map((client) => (
              <option key={client.id} value={client.id}>
                {client.name ? `${client.name} (${client.id})` : client.id}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </>
  );
}
