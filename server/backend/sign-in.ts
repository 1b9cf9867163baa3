/** Sign-in of both kinds: the same duration and the same text whether the name or the password is wrong. */

import { adminLogin, adminUser, clientLogin, clientUser } from '../../shared/api/schemas/auth.ts';
import * as messages from '../../shared/messages.ts';
import type { UserType } from '../../shared/roles.ts';
import { tooMany, unauthorized } from './api-error.ts';
import { type Context, endpoint } from './endpoint.ts';
import { verifyPassword } from './password-hash.ts';
import { startSession } from './sessions.ts';
import type { Identity } from './store/sessions-store.ts';

const limits = { windowMs: 15 * 60 * 1000, perAccount: 10, perAddress: 100 } as const;

/** Checks a password within the limits of attempts; throws 429 when there were too many. */
export async function checkPassword(
  { store, address, now, log }: Context,
  person: { type: UserType; account: string },
  password: string,
  hash: string | null,
): Promise<boolean> {
  const account = { ...person, address };
  const wait = await store.loginAttempts.begin(account, limits, now);
  if (wait > 0) {
    log.warn(account, 'sign-in refused: too many attempts');
    throw tooMany(Math.ceil(wait / 1000));
  }
  const right = await verifyPassword(password, hash);
  if (right) await store.loginAttempts.clear(account);
  return right;
}

async function signIn(
  context: Context,
  account: string,
  password: string,
  known: { identity: Identity; hash: string | null } | null,
  type: UserType,
): Promise<void> {
  const right = await checkPassword(context, { type, account }, password, known?.hash ?? null);
  if (!right || !known) {
    context.log.warn({ type, account, address: context.address }, 'sign-in failed');
    throw unauthorized(messages.badCredentials);
  }
  await startSession(context, known.identity);
  context.log.info({ type, account, address: context.address }, 'signed in');
}

export const signInCalls = [
  endpoint({
    method: 'POST',
    path: '/admin/auth/login',
    access: 'public',
    summary: 'An administrator signs in',
    body: adminLogin,
    reply: adminUser,
    handle: async ({ body, ...context }) => {
      const { administrators } = context.store;
      const found = await administrators.findByUsername(body.username);
      const known = found && {
        identity: { type: 'admin', adminId: found.id, username: found.username } as const,
        hash: await administrators.passwordHash(found.id),
      };
      await signIn(context, body.username, body.password, known, 'admin');
      return { admin_id: known?.identity.adminId ?? 0, username: body.username };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/server/auth/login',
    access: 'public',
    summary: 'A client signs in',
    body: clientLogin,
    reply: clientUser,
    handle: async ({ body, ...context }) => {
      const identity = { type: 'client', clientId: body.client_id } as const;
      const hash = await context.store.clients.passwordHash(body.client_id);
      await signIn(context, body.client_id, body.password, { identity, hash }, 'client');
      return { client_id: body.client_id };
    },
  }),
];
