/** Access to data of one client, for calls that name a client. */
import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import type { Identity } from '../store/sessions-store.ts';

/** The ID of the client that the call is about: a client may name only itself, an administrator must name one. */
export function namedClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'admin') {
    if (clientId === undefined) throw badRequest(messages.chooseClient);
    return clientId;
  }
  if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
  return viewer.clientId;
}
