/** Asks for confirmation and deletes a client. */
import { type Client, deleteClient } from '../../../shared/api/clients.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';

/** `onDone` receives the success message. */
type ClientRemovalProps = { client: Client; onDone: (text: string) => void; onClose: () => void };

export function ClientRemoval({ client, onDone, onClose }: ClientRemovalProps) {
  const context = useIslandContext();
  return (
    <ConfirmDialog
      question={messages.confirmClientDelete}
      subject={clientLabel(client)}
      confirmLabel="Удалить"
      onConfirm={async () => {
        await callApi(deleteClient(client.id), context);
        onDone('Клиент удалён');
      }}
      onClose={onClose}
    />
  );
}
