/** The name field of each user type in the sign-in form. The style sheet hides the other one, and the server ignores it. */
import type { UserType } from '../../shared/roles.ts';

export const loginNameFields = {
  admin: { name: 'username', label: 'Имя пользователя' },
  client: { name: 'client_id', label: 'ID клиента' },
} as const satisfies Record<UserType, { name: string; label: string }>;
