/** API keys of our own backend: the calls with which a user manages their own (docs/product/people.md). */
import { listReader, type ReplyTable, type RowOf } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { readObject, readText } from '../read.ts';
import { type Call, change, get, post, withQuery } from './call.ts';

/** The rights of a key: reading by GET, and adding phrases, sources and authors. */
export const keyScopes = { read: 'Чтение', load: 'Загрузка' } as const;
export type KeyScope = keyof typeof keyScopes;
export const keyScopeNames = Object.keys(keyScopes) as KeyScope[];

export const keyNameMax = 100;
/** Per account. */
export const keysMax = 20;
/** Per key, in one process of the service. */
export const keyCallsPerMinute = 600;

/** Distinguishes keys from the bearer tokens of other programs. */
export const keyPrefix = 'ldvk_';

export const keyFields = {
  id: { api: 'KeyID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
  scopes: { api: 'Scopes', type: 'texts' },
  usedAt: { api: 'UsedAt', type: 'time' },
} as const satisfies ReplyTable;

export type ApiKey = RowOf<typeof keyFields>;

export const describeScopes = (scopes: readonly string[]): string =>
  keyScopeNames
    .filter((scope) => scopes.includes(scope))
    .map((scope) => keyScopes[scope])
    .join(', ');

export const loadKeys = (): Call<ApiKey[]> => get('/server/keys', listReader('keys', keyFields), messages.loadKeys);

/** Returns the key, which no later reply contains. */
export const createKey = (name: string, scopes: readonly KeyScope[]): Call<string> =>
  post(
    '/server/keys/create',
    { Name: name, Scopes: scopes },
    (reply) => readText(readObject(reply).Key),
    messages.saveKey,
  );

export const revokeKey = (id: number) => change(withQuery('/server/keys/delete', { id }), messages.saveKey);
