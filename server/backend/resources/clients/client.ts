/** Which client a call is about. */
import * as v from 'valibot';
import * as messages from '../../../../shared/messages.ts';
import { badRequest, forbidden } from '../../../platform/app-error.ts';
import type { Context } from '../../http/endpoint.ts';
import { text } from '../../http/schema-fields.ts';
import type { Identity } from '../../rules/account.ts';
import type { Resources } from '../../store/store.ts';

/** An ID that the backend has assigned. Handlers check whether it exists. */
export const clientId = v.pipe(text(255), v.minLength(1));

/** Returns the client's ID. A client may name only itself, an administrator must name a client. */
export function namedClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'admin') {
    if (clientId === undefined) throw badRequest(messages.chooseClient);
    return clientId;
  }
  if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
  return viewer.clientId;
}

type Naming = Pick<Context, 'now'> & { store: Pick<Resources, 'clients'> };

async function checkNamed(viewer: Identity, clientId: string | null, find: (id: string) => Promise<unknown>) {
  if (clientId === null) return;
  if (viewer.type !== 'admin') throw forbidden();
  if ((await find(clientId)) === null) throw badRequest(messages.unknownClient);
}

/** Throws a 403 unless an administrator names a client, and a 400 for an unknown client. Null passes: no client is named. */
export const checkNamedClient = ({ store, now }: Naming, viewer: Identity, clientId: string | null): Promise<void> =>
  checkNamed(viewer, clientId, (id) => store.clients.get(id, now));

/** Also keeps the client from being deleted until the end of the transaction. */
export const lockNamedClient = ({ store, now }: Naming, viewer: Identity, clientId: string | null): Promise<void> =>
  checkNamed(viewer, clientId, (id) => store.clients.lock(id, now));
