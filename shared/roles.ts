/** The two types of user (docs/product/README.md) and the viewer of a page. */

import * as messages from './messages.ts';

export const userTypes = ['admin', 'client'] as const;
export type UserType = (typeof userTypes)[number];

/**
 * Roles of people of a client, ascending. Readers only read; editors also change phrases, sources and work; owners also manage
 * alert rules and people.
 */
export const clientRoles = ['reader', 'editor', 'owner'] as const;
export type ClientRole = (typeof clientRoles)[number];

export const clientRoleLabels: Record<ClientRole, string> = {
  reader: 'Читатель',
  editor: 'Редактор',
  owner: 'Владелец',
};

export const hasRole = (role: ClientRole, least: ClientRole): boolean =>
  clientRoles.indexOf(role) >= clientRoles.indexOf(least);

/** `mayExport`: the person's own right, which needs the client's too. */
export type PersonName = { login: string; name: string; role: ClientRole; mayExport: boolean };

/**
 * The user in local storage (`auth_user`) and in the console's cookie (docs/product/api.md). `id` is text. An observer
 * is an administrator who changes nothing.
 */
export type AuthUser =
  | { id: string; type: 'admin'; username: string; observer?: true }
  | { id: string; type: 'client'; client_id: string; person?: PersonName };

/** The impersonation in local storage (`impersonation_state`; docs/product/api.md). Times are RFC 3339. */
export type ImpersonationState = {
  isImpersonating: true;
  impersonatedClientId: string;
  impersonatedBy: string;
  impersonatedAt: string;
  expiresAt: string;
  /** The backend refuses every change. */
  readOnly?: true;
};

/** The user for whom a page is rendered. While an administrator acts as a client, `user` is the client. */
export type Viewer = { user: AuthUser; impersonation: ImpersonationState | null };

/** Returns true for administrators, the client's own account, and people who have at least the role. */
export const mayAs = (user: AuthUser, least: ClientRole): boolean =>
  user.type === 'admin' || user.person === undefined || hasRole(user.person.role, least);

/** Whether the user makes reports, which leave the console: editors and owners with the right to export. */
export const mayReport = (user: { type: 'admin' } | { type: 'client'; person?: PersonName }): boolean =>
  user.type === 'admin' || user.person === undefined || (user.person.mayExport && hasRole(user.person.role, 'editor'));

/** Only clients work on stories; administrators do while they act as one. */
export const mayWork = ({ user }: Viewer): boolean => user.type === 'client';

/** Returns why the backend refuses changes that need the role, or null. */
export function refusalOf({ user, impersonation }: Viewer, least: ClientRole = 'reader'): string | null {
  if (impersonation?.readOnly || (user.type === 'admin' && user.observer)) return messages.readOnly;
  return mayAs(user, least) ? null : messages.forbidden;
}

/** Returns the type of account that signs in again after the session has ended. */
export const signInTypeOf = ({ user, impersonation }: Viewer): UserType => (impersonation ? 'admin' : user.type);

export const userTypeLabels: Record<UserType, string> = { admin: 'Администратор', client: 'Клиент' };
export const observerLabel = 'Наблюдатель';

export const roleLabelOf = (user: AuthUser): string =>
  user.type === 'admin'
    ? user.observer
      ? observerLabel
      : userTypeLabels.admin
    : user.person
      ? clientRoleLabels[user.person.role]
      : userTypeLabels.client;

/** Returns the name that the user signs in with: the administrator's username, the person's login or the client's ID. */
export function userName(user: AuthUser): string {
  return user.type === 'admin' ? user.username : (user.person?.login ?? user.client_id);
}

/** Returns the display name, for a person with the login, because names are not unique. */
export const fullName = (user: AuthUser): string =>
  user.type === 'client' && user.person ? `${user.person.name} (${user.person.login})` : userName(user);

/** Returns a person's own name, otherwise the name that the user signs in with. */
export const displayName = (user: AuthUser): string => (user.type === 'client' && user.person?.name) || userName(user);

/** Returns the first two letters of a user's name in upper case (docs/product/pages.md). */
/** Invisible characters of a name would turn the text beside them round. */
export const initialsOf = (name: string): string =>
  [...name.replace(/\p{Cf}/gu, '')].slice(0, 2).join('').toLocaleUpperCase('ru-RU');
