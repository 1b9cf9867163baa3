/** The two types of user (docs/product.md, section 1) and the viewer of a page. */

import * as messages from './messages.ts';

export const userTypes = ['admin', 'client'] as const;
export type UserType = (typeof userTypes)[number];

/**
 * The user in local storage (`auth_user`) and in the console's cookie (docs/product.md, section 3). `id` is text. An observer is an
 * administrator who changes nothing.
 */
export type AuthUser =
  | { id: string; type: 'admin'; username: string; observer?: true }
  | { id: string; type: 'client'; client_id: string };

/** The impersonation in local storage (`impersonation_state`; docs/product.md, section 3). Times are RFC 3339. */
export type ImpersonationState = {
  isImpersonating: true;
  impersonatedClientId: string;
  impersonatedBy: string;
  impersonatedAt: string;
  expiresAt: string;
  /** The backend refuses every change. */
  readOnly?: true;
};

/** The user that a page is rendered for. While an administrator acts as a client, `user` is the client. */
export type Viewer = { user: AuthUser; impersonation: ImpersonationState | null };

/** Why the backend refuses every change of the viewer, or null. */
export const refusalOf = ({ user, impersonation }: Viewer): string | null =>
  impersonation?.readOnly || (user.type === 'admin' && user.observer) ? messages.readOnly : null;

/** The type of account that signs in again. */
export const signInTypeOf = ({ user, impersonation }: Viewer): UserType => (impersonation ? 'admin' : user.type);

export const userTypeLabels: Record<UserType, string> = { admin: 'Администратор', client: 'Клиент' };
export const observerLabel = 'Наблюдатель';

export const roleLabelOf = (user: AuthUser): string =>
  user.type === 'admin' && user.observer ? observerLabel : userTypeLabels[user.type];

/** Returns the administrator's username or the client's ID. */
export function userName(user: AuthUser): string {
  return user.type === 'admin' ? user.username : user.client_id;
}

/** Returns the first two letters of the name in upper case (docs/product.md, section 2, Layout). */
export function userInitials(user: AuthUser): string {
  return [...userName(user)].slice(0, 2).join('').toLocaleUpperCase('ru-RU');
}
