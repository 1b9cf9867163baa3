/** Determines the client that a call is about. */
import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import type { Identity } from '../rules/account.ts';

/** Returns the client's ID. A client may name only itself, an administrator must name a client. */
export function namedClient(viewer: Identity, clientId: string | undefined): string {
  if (viewer.type === 'admin') {
    if (clientId === undefined) throw badRequest(messages.chooseClient);
    return clientId;
  }
  if (clientId !== undefined && clientId !== viewer.clientId) throw forbidden();
  return viewer.clientId;
}
