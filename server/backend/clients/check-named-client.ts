/** Checks the client that an administrator mutes or shares for. */
import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import type { Context } from '../http/endpoint.ts';
import type { Identity } from '../rules/account.ts';

/** Throws a 403 unless an administrator names a client, and a 400 for an unknown client. Null passes: no client is named. */
export async function checkNamedClient(
  { store, now }: Pick<Context, 'store' | 'now'>,
  viewer: Identity,
  clientId: string | null,
): Promise<void> {
  if (clientId === null) return;
  if (viewer.type !== 'admin') throw forbidden();
  if (!(await store.clients.get(clientId, now))) throw badRequest(messages.unknownClient);
}
