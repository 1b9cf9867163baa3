/** Who signs in and whose permissions apply, and the key under which marks, visits, mutes and views are stored. */
import type { ClientRole, PersonName } from '../../../shared/roles.ts';

/** `observer`: reads everything and changes nothing. */
export type AdminIdentity = { type: 'admin'; adminId: number; username: string; observer?: true };
/** A person who signs in for a client. */
export type Person = PersonName & { personId: number };
/** Without a person, the client's own account: an owner. */
export type ClientIdentity = { type: 'client'; clientId: string; person?: Person };
export type Identity = AdminIdentity | ClientIdentity;

/** The account that a session or a key belongs to. */
export type Owner =
  | Pick<AdminIdentity, 'type' | 'adminId'>
  | (Pick<ClientIdentity, 'type' | 'clientId'> & { person?: Pick<Person, 'personId'> });

export type Administrator = { id: number; username: string; observer: boolean };

export const adminIdentity = ({ id, username, observer }: Administrator): AdminIdentity => ({
  type: 'admin',
  adminId: id,
  username,
  ...(observer && { observer }),
});

export type ImpersonationEnding = 'stopped' | 'expired' | 'signed-out';

/** A person's name is not unique, but the login is. */
export function nameOf(identity: Identity): string {
  if (identity.type === 'admin') return identity.username;
  return identity.person ? personTitle(identity.person) : identity.clientId;
}

export const personTitle = ({ name, login }: Pick<Person, 'name' | 'login'>): string => `${name} (${login})`;

export const roleOf = ({ person }: ClientIdentity): ClientRole => person?.role ?? 'owner';

/** The viewer as the assignee of a story: 0 is the client's own account; null for administrators. */
export const personOf = (viewer: Identity): number | null =>
  viewer.type === 'admin' ? null : (viewer.person?.personId ?? 0);

const clientPrefix = 'client:';

/**
 * The client's own account, which also has the data that all people of the client share: alert rules, and mutes by
 * administrators.
 */
export const clientAccount = (clientId: string): string => clientPrefix + clientId;

export const personAccount = (clientId: string, personId: number): string => `${clientAccount(clientId)}/${personId}`;

/** While an administrator acts as a client, the viewer and therefore the account is the client. */
export const accountOf = (viewer: Owner): string =>
  viewer.type === 'admin'
    ? `admin:${viewer.adminId}`
    : viewer.person
      ? personAccount(viewer.clientId, viewer.person.personId)
      : clientAccount(viewer.clientId);

/** The client of an account, or null for an administrator's. */
export const clientOf = (account: string): string | null =>
  account.startsWith(clientPrefix) ? (account.slice(clientPrefix.length).split('/')[0] ?? null) : null;

/** The account with the data that the people of its client share; for an administrator, the account itself. */
export function sharedAccount(account: string): string {
  const clientId = clientOf(account);
  return clientId === null ? account : clientAccount(clientId);
}

export const sharedAccountOf = (viewer: Identity): string => sharedAccount(accountOf(viewer));

/** The viewer of queries that run for an account without its session. They use neither names nor rights. */
export function viewerOf(account: string): Identity {
  const clientId = clientOf(account);
  if (clientId === null) return { type: 'admin', adminId: Number(account.slice('admin:'.length)), username: '' };
  const personId = Number(account.split('/')[1]);
  if (!personId) return { type: 'client', clientId };
  return { type: 'client', clientId, person: { personId, login: '', name: '', role: 'reader', mayExport: false } };
}
