/** API keys of the signed-in user, and requests that use a key instead of a session. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  keyCallsPerMinute,
  keyFields,
  keyNameMax,
  keyPrefix,
  keyScopeNames,
  keysMax,
} from '../../../../shared/api/keys.ts';
import { minuteMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import { AppError, conflict } from '../../../platform/app-error.ts';
import { hashSecret } from '../../../platform/password-hash.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing } from '../../http/endpoint.ts';
import { listOf } from '../../http/reply.ts';
import { idQuery, requiredMessages, text } from '../../http/schema-fields.ts';
import type { Session } from '../../store/session-tokens.ts';
import { rests } from './sessions.ts';

/** Counts the calls of each key in the current minute. Throws a 429 for too many. */
export function createKeyLimit(): (keyId: number, now: number) => void {
  const calls = new Map<number, number>();
  let counted = 0;
  return (keyId, now) => {
    const minute = Math.floor(now / minuteMs);
    if (minute !== counted) calls.clear();
    counted = minute;
    const count = (calls.get(keyId) ?? 0) + 1;
    calls.set(keyId, count);
    if (count <= keyCallsPerMinute) return;
    const seconds = Math.ceil(((minute + 1) * minuteMs - now) / 1000);
    throw new AppError(429, messages.keyLimited, { headers: { 'Retry-After': String(seconds) } });
  };
}

/** Throws a 401 for a key that does not exist. */
export async function findKeySession(context: Context, key: string): Promise<Session> {
  const session = await context.store.apiKeys.find(hashSecret(key), context.now);
  if (session === null || (await rests(context, session.owner)))
    throw new AppError(401, messages.badKey, { headers: { 'WWW-Authenticate': 'Bearer' } });
  return session;
}

const keyBody = v.object(
  {
    Name: v.pipe(text(keyNameMax), v.minLength(1, messages.enterKeyName)),
    Scopes: v.pipe(v.array(v.picklist(keyScopeNames)), v.minLength(1, messages.chooseScopes)),
  },
  requiredMessages({ Name: messages.enterKeyName, Scopes: messages.chooseScopes }),
);

export const keyCalls = [
  endpoint('GET', '/server/keys', 'signed-in', {
    summary: 'The API keys of the user, the newest first, without the keys themselves',
    keyScope: null,
    reply: listOf('keys', keyFields),
    handle: async ({ store, viewer }) => ({ keys: await store.apiKeys.list(viewer) }),
  }),
  endpoint('POST', '/server/keys/create', 'signed-in', {
    summary: 'Adds an API key, which no other reply contains. Not while an administrator acts as a client',
    body: keyBody,
    reply: v.strictObject({ KeyID: v.number(), Key: v.string() }),
    status: 201,
    ofOwnAccount: true,
    onAccess: true,
    handle: async ({ viewer, body, ...context }) => {
      const key = keyPrefix + randomBytes(32).toString('base64url');
      const scopes = keyScopeNames.filter((scope) => body.Scopes.includes(scope));
      const created = { name: body.Name, scopes, hash: hashSecret(key) };
      const id = await onAccess(context, [], ({ apiKeys }) => apiKeys.create(viewer, created, context.by));
      if (id === null) throw conflict(messages.tooManyKeys(keysMax));
      return { KeyID: id, Key: key };
    },
  }),
  endpoint('POST', '/server/keys/delete', 'signed-in', {
    summary: 'Revokes an API key of the user. Not while an administrator acts as a client',
    query: idQuery,
    ofOwnAccount: true,
    onAccess: true,
    handle: async ({ viewer, query, ...context }) => {
      existing(await onAccess(context, [], ({ apiKeys }) => apiKeys.delete(viewer, query.id, context.by)));
    },
  }),
];
