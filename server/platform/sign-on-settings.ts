/** The settings of sign-on by a directory. A parser throws an `Error` that states what is wrong. */

import { type ClientRole, clientRoles } from '../../shared/roles.ts';
import { checkTrusted, invalid, listOf, orUnset, readUrl } from './invalid-value.ts';

/** The rights that a group of the directory grants. `client`: the ID of a client. */
export type RoleRule = { group: string } & (
  | { administrator: true }
  | { observer: true }
  | { client: string; role: ClientRole; export: boolean }
);

/** The keys that an entry may have besides `group`, by the key that determines its kind. */
const kinds = { administrator: [], observer: [], client: ['role', 'export'] } as const;

function readRule(value: unknown, index: number): RoleRule {
  const wrong = (text: string): never => invalid(`has a wrong entry ${index + 1}: ${text}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('it is not an object');
  const entry = value as Record<string, unknown>;
  const named = Object.keys(kinds).filter((name) => name in entry) as (keyof typeof kinds)[];
  const [kind] = named;
  if (kind === undefined || named.length > 1) return wrong('it needs one of administrator, observer and client');
  const known: readonly string[] = ['group', kind, ...kinds[kind]];
  const unknown = Object.keys(entry).find((name) => !known.includes(name));
  if (unknown !== undefined) return wrong(`${JSON.stringify(unknown)} is not one of ${known.join(', ')}`);
  const { group, client, role, export: mayExport = false } = entry;
  if (typeof group !== 'string' || group.trim() === '') return wrong('group is no text');
  if (kind !== 'client') {
    if (entry[kind] !== true) return wrong(`${kind} is not true`);
    return kind === 'administrator' ? { group, administrator: true } : { group, observer: true };
  }
  if (typeof client !== 'string' || !/^client-\d+$/.test(client)) return wrong('client is no ID such as client-1001');
  const knownRole = clientRoles.find((name) => name === role) ?? wrong(`role is not one of ${clientRoles.join(', ')}`);
  if (typeof mayExport !== 'boolean') return wrong('export is neither true nor false');
  return { group, client, role: knownRole, export: mayExport };
}

/** A JSON list; none when unset. */
export function roleRules(text: string): RoleRule[] {
  if (text === '') return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return invalid('is not JSON');
  }
  if (!Array.isArray(list) || list.length === 0) return invalid('is not a list with entries');
  return list.map(readRule);
}

/** A header name in lower case; '' when unset. */
export function headerName(value: string): string {
  const name = value.toLowerCase();
  if (name !== '' && !/^[a-z0-9-]+$/.test(name)) return invalid('is not a header name');
  return ['cookie', 'host', 'authorization'].includes(name) ? invalid('has another use') : name;
}

/** Accepts no names: `uniquelocal` would trust half of an intranet. */
const addresses = listOf(/^[\da-f.:]+(\/\d+)?$/i, 'is not a list of addresses');

/** Addresses and networks; none when unset. */
export function peers(value: string): string[] {
  const list = addresses(value);
  checkTrusted(list);
  return list;
}

export const issuer = orUnset((value) => {
  const url = readUrl(value, 'http', 'https');
  return url.search !== '' || url.hash !== '' || url.username !== '' ? invalid('has more than a path') : value;
});

export function scope(value: string): string {
  return value.split(' ').includes('openid') && /^[\w.:/-]+( [\w.:/-]+)*$/.test(value)
    ? value
    : invalid('is not a list of scopes with openid');
}

/** `ldaps://host` or `ldap://host`, with a port if it needs one; '' when unset. */
export function ldapUrl(value: string): string {
  if (value === '') return '';
  const url = URL.parse(value);
  const { protocol, hostname, pathname = '', search } = url ?? {};
  if (!hostname || !['ldap:', 'ldaps:'].includes(protocol ?? ''))
    return invalid('is not an address such as ldaps://host');
  return pathname.replace('/', '') === '' && search === '' ? value : invalid('has a path');
}

/** A filter in brackets that names one of the placeholders. */
export const ldapFilter =
  (...placeholders: string[]) =>
  (value: string): string =>
    /^\(.+\)$/.test(value) && placeholders.some((name) => value.includes(name))
      ? value
      : invalid(`is not a filter in brackets with ${placeholders.join(' or ')}`);
