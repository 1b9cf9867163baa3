/** Who may take data out of the console. */
import * as messages from '../../../shared/messages.ts';
import { forbidden } from '../../platform/app-error.ts';
import type { Identity } from '../rules/account.ts';
import type { ClientsStore } from '../store/clients.ts';

type Exporting = { store: { clients: Pick<ClientsStore, 'get'> }; viewer: Identity; now: number };

/**
 * Throws a 403 without the right. While an administrator acts as a client, the client's right applies. A person needs the client's
 * right and a personal one.
 */
export async function requireExport({ store, viewer, now }: Exporting): Promise<void> {
  if (viewer.type === 'admin') return;
  if (viewer.person?.mayExport === false) throw forbidden(messages.exportDenied);
  const client = await store.clients.get(viewer.clientId, now);
  if (client?.exportAccess !== 'allowed') throw forbidden(messages.exportDenied);
}
