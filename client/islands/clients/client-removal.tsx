/** Asks for confirmation and deletes a client. With the capability `bulk` it lists what is deleted with the client, and what stays. */
import { type ClientBelongings, deleteClient, loadClientBelongings } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { Confirmation } from '../../components/dialogs.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';

/** `onDone` receives the success message. */
type ClientRemovalProps = { client: Client; onDone: (text: string, client: Client) => void; onClose: () => void };

function Consequences({ words, ownWords, views, rules, mutes }: ClientBelongings) {
  return (
    <>
      <p>
        {`Будут удалены: сохранённые фильтры — ${formatNumber(views)}, правила оповещений — ${formatNumber(rules)}, `}
        {`скрытые источники и авторы — ${formatNumber(mutes)}, отметки о прочитанном и сеансы.`}
      </p>
      <p>
        {`Фразы (${formatNumber(words)}) и их посты останутся. `}
        {ownWords > 0 && `Фраз, которые больше никто не отслеживает: ${formatNumber(ownWords)}.`}
      </p>
    </>
  );
}

function Belongings({ id }: { id: string }) {
  const { data, error } = useCall(loadClientBelongings(id), { revalidateIfStale: true });
  if (data) return <Consequences {...data} />;
  return <p>{error?.message ?? messages.loading}</p>;
}

export function ClientRemoval({ client, onDone, onClose }: ClientRemovalProps) {
  const { capabilities } = useIslandContext();
  return (
    <Confirmation
      question={messages.confirmClientDelete}
      subject={clientLabel(client)}
      confirmLabel="Удалить"
      call={deleteClient(client.id)}
      done="Клиент удалён"
      onDone={(text) => onDone(text, client)}
      onClose={onClose}
    >
      {capabilities.includes('bulk') && <Belongings id={client.id} />}
    </Confirmation>
  );
}
