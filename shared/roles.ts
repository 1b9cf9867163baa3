/** Who is looking at the console: the two kinds of user of docs/product.md, section 1, and what a page may ask of them. */

export const userTypes = ['admin', 'client'] as const;
export type UserType = (typeof userTypes)[number];

/** Local storage `auth_user` and the body of the console's own cookie (section 3). `id` is the backend's, as text. */
export type AuthUser =
  | { id: string; type: 'admin'; username: string }
  | { id: string; type: 'client'; client_id: string };

/** Local storage `impersonation_state` (section 3). Times are RFC 3339. */
export type ImpersonationState = {
  isImpersonating: true;
  impersonatedClientId: string;
  impersonatedBy: string;
  impersonatedAt: string;
  expiresAt: string;
};

/** The person that a page is drawn for: the effective identity, and how it came about when an administrator acts as a client. */
export type Viewer = { user: AuthUser; impersonation: ImpersonationState | null };

export const userTypeLabels: Record<UserType, string> = { admin: 'Администратор', client: 'Клиент' };

/** The name a person goes by: the administrator's username or the client's ID. */
export function userName(user: AuthUser): string {
  return user.type === 'admin' ? user.username : user.client_id;
}

/** The first two letters of the name, uppercased (section 2, Layout). */
export function userInitials(user: AuthUser): string {
  return [...userName(user)].slice(0, 2).join('').toLocaleUpperCase('ru-RU');
}
