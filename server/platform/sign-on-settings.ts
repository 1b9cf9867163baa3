/** The settings of sign-on by a directory. A parser throws an `Error` that states what is wrong. */
import { type ClientRole, clientRoles } from '../../shared/roles.ts';

/** What a group of the directory gives. `client`: the ID of a client. */
export type RoleRule = { group: string } & (
  | { administrator: true }
  | { observer: true }
  | { client: string; role: ClientRole; export: boolean }
);

const invalid = (text: string): never => {
  throw new Error(text);
};

/** The keys that an entry may have besides `group`, by the key that decides its kind. */
const kinds = { administrator: [], observer: [], client: ['role', 'export'] } as const;

function readRule(value: unknown, index: number): RoleRule {
  const wrong = (text: string): never => invalid(`has a wrong entry ${index + 1}: ${text}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('it is no object');
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
    return invalid('is no JSON');
  }
  if (!Array.isArray(list) || list.length === 0) return invalid('is no list with entries');
  return list.map(readRule);
}

type SignOnSettings = { API_URL: string | null; LOCAL_SIGN_IN: boolean; SSO_ROLES: readonly RoleRule[] };

/** Why the settings do not fit together; null when they do. */
export function signOnSettingsError(settings: SignOnSettings): string | null {
  const { API_URL, LOCAL_SIGN_IN, SSO_ROLES } = settings;
  const ways: string[] = [];
  const used = [...ways, ...(SSO_ROLES.length > 0 ? ['SSO_ROLES'] : []), ...(LOCAL_SIGN_IN ? [] : ['LOCAL_SIGN_IN'])];
  if (API_URL !== null && used[0] !== undefined)
    return `${used[0]} is set, but people sign in to the backend of API_URL. Set it there, or leave it unset.`;
  if (ways[0] !== undefined && SSO_ROLES.length === 0)
    return `SSO_ROLES is not set, but ${ways[0]} requires it. Name the file with the roles of groups in SSO_ROLES_FILE.`;
  return LOCAL_SIGN_IN || ways.length > 0
    ? null
    : 'LOCAL_SIGN_IN is off, but there is no other way to sign in. Set up a directory, or leave it on.';
}
