/** API calls for authentication and passwords (docs/product.md, section 7), and the readers of their replies. */
import * as messages from '../messages.ts';
import type { AuthUser, ImpersonationState, UserType } from '../roles.ts';
import { impersonationMs } from '../rules/limits.ts';
import { authPaths } from './auth-paths.ts';
import { type Call, post } from './call.ts';
import { ReplyError, readBoolean, readNothing, readObject, readText } from './read.ts';

export { authPaths };

function requireText(value: unknown, name: string): string {
  const text = readText(value);
  if (text === '') throw new ReplyError(`The reply has no ${name}`);
  return text;
}

function readAdmin(reply: unknown): AuthUser {
  const fields = readObject(reply);
  const username = requireText(fields.username, 'username');
  return { id: readText(fields.admin_id) || username, type: 'admin', username };
}

function readClientUser(reply: unknown): AuthUser {
  const clientId = requireText(readObject(reply).client_id, 'client_id');
  return { id: clientId, type: 'client', client_id: clientId };
}

/** `name` is the administrator's username or the client's ID. */
export const login = (type: UserType, name: string, password: string): Call<AuthUser> =>
  type === 'admin'
    ? post(authPaths.login.admin, { username: name, password }, readAdmin, messages.loginFailed)
    : post(authPaths.login.client, { client_id: name, password }, readClientUser, messages.loginFailed);

export const refresh = (type: UserType): Call<null> =>
  post(authPaths.refresh[type], {}, readNothing, messages.refreshFailed);

export const logout = (): Call<null> => post(authPaths.logout, {}, readNothing, messages.logoutFailed);

/** Fields of the capability `journal`. */
export type ImpersonationMode = { reason: string; readOnly: boolean };

/**
 * `now` (milliseconds since the epoch) replaces times that are missing in the reply. `mode` is null for a backend without the
 * capability.
 */
export const impersonate = (
  admin: string,
  clientId: string,
  now: number,
  mode: ImpersonationMode | null,
): Call<ImpersonationState> =>
  post(
    authPaths.impersonate,
    { client_id: clientId, ...(mode && { reason: mode.reason, read_only: mode.readOnly }) },
    (reply) => {
      const fields = readObject(reply);
      return {
        isImpersonating: true,
        impersonatedClientId: readText(fields.client_id) || clientId,
        impersonatedBy: readText(fields.impersonated_by) || admin,
        impersonatedAt: readText(fields.impersonated_at) || new Date(now).toISOString(),
        expiresAt: readText(fields.expires_at) || new Date(now + impersonationMs).toISOString(),
        ...(readBoolean(fields.read_only) && { readOnly: true as const }),
      };
    },
    messages.impersonate,
  );

export const stopImpersonation = (): Call<AuthUser> =>
  post(authPaths.stopImpersonation, {}, readAdmin, messages.stopImpersonation);

export const changePassword = (type: UserType, current: string, next: string): Call<null> =>
  post(
    type === 'admin' ? '/admin/password/change' : '/client/password/change',
    { current_password: current, new_password: next },
    readNothing,
    messages.passwordNotChanged,
  );
