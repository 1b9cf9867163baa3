/** Who signs in and whose permissions apply, and the key under which marks, visits, mutes and views are stored. */
/** `observer`: reads everything and changes nothing. */
export type AdminIdentity = { type: 'admin'; adminId: number; username: string; observer?: true };
export type ClientIdentity = { type: 'client'; clientId: string };
export type Identity = AdminIdentity | ClientIdentity;

/** A row of administrators. */
export type Administrator = { id: number; username: string; observer: boolean };

export const adminIdentity = ({ id, username, observer }: Administrator): AdminIdentity => ({
  ...{ type: 'admin', adminId: id, username },
  ...(observer && { observer }),
});

export type ImpersonationEnding = 'stopped' | 'expired' | 'signed-out';

export const nameOf = (identity: Identity): string =>
  identity.type === 'admin' ? identity.username : identity.clientId;

const clientPrefix = 'client:';

export const clientAccount = (clientId: string): string => clientPrefix + clientId;

/** While an administrator acts as a client, the viewer and therefore the account is the client. */
export const accountOf = (viewer: Identity): string =>
  viewer.type === 'admin' ? `admin:${viewer.adminId}` : clientAccount(viewer.clientId);

/** The client of an account, or null for an administrator's. */
export const clientOf = (account: string): string | null =>
  account.startsWith(clientPrefix) ? account.slice(clientPrefix.length) : null;

/** The viewer of queries that run for an account without its session. They use no administrator's name. */
export function viewerOf(account: string): Identity {
  const clientId = clientOf(account);
  return clientId === null
    ? { type: 'admin', adminId: Number(account.slice('admin:'.length)), username: '' }
    : { type: 'client', clientId };
}
