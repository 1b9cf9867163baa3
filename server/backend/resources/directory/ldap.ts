/**
 * LDAP and Active Directory: a service account finds a person, and a bind with the person's own name and password confirms
 * them.
 */
import { isIP } from 'node:net';
import {
  Client,
  type Entry,
  Filter,
  InvalidCredentialsError,
  SizeLimitExceededError,
  UnwillingToPerformError,
} from 'ldapts';
import { inTime } from '../../../platform/in-time.ts';
import type { Config } from '../../../platform/settings.ts';
import type { Directory, DirectoryAccount } from '../../rules/directory.ts';

export type LdapSettings = Pick<
  Config,
  | 'LDAP_URL'
  | 'LDAP_BIND_DN'
  | 'LDAP_BIND_PASSWORD'
  | 'LDAP_BASE_DN'
  | 'LDAP_USER_FILTER'
  | 'LDAP_GROUP_FILTER'
  | 'LDAP_PLAIN'
  | 'LDAP_TOTAL_MS'
>;

/** The directory returns fewer entries than the search finds, even in pages. */
export class DirectoryLimitError extends Error {
  override name = 'DirectoryLimitError';

  constructor(cause: unknown) {
    const text = 'the directory returns only a part of the groups of a person: its size limit is too low.';
    super(`${text} Raise it for LDAP_BIND_DN, also for searches in pages (OpenLDAP: size.prtotal).`, { cause });
  }
}

/** The time limit of one operation. */
const timeoutMs = 5000;
/** Active Directory returns at most 1,000 entries at once. */
const pageSize = 500;
/** The maximum depth of nested groups. */
const maxDepth = 10;
/** The maximum number of members in one search for groups. */
const groupsAtOnce = 50;

/** Active Directory has `memberOf` and `userAccountControl`, OpenLDAP has `pwdAccountLockedTime`. */
const attributes = [
  'entryUUID',
  'objectGUID',
  'uid',
  'sAMAccountName',
  'displayName',
  'cn',
  'memberOf',
  'userAccountControl',
  'pwdAccountLockedTime',
];
const guid = 'objectGUID';

const valuesOf = (entry: Entry, name: string): string[] =>
  [entry[name] ?? []].flat().map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value));

const firstOf = (entry: Entry, ...names: string[]): string => names.flatMap((name) => valuesOf(entry, name))[0] ?? '';

const fill = (filter: string, values: Record<string, string>): string =>
  filter.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

const disabledBit = 2;
const lockedForEver = '000001010000Z';

const isDisabled = (entry: Entry): boolean =>
  (Number(firstOf(entry, 'userAccountControl')) & disabledBit) !== 0 ||
  firstOf(entry, 'pwdAccountLockedTime') === lockedForEver;

/** Runs the work on a new connection, which is encrypted unless LDAP_PLAIN allows otherwise. */
async function connected<T>(settings: LdapSettings, work: (client: Client) => Promise<T>): Promise<T> {
  const { LDAP_URL, LDAP_PLAIN, LDAP_TOTAL_MS } = settings;
  const { hostname, protocol } = new URL(LDAP_URL);
  const host = hostname.replace(/^\[|\]$/g, '');
  const client = new Client({ url: LDAP_URL, timeout: timeoutMs, connectTimeout: timeoutMs });
  const run = async () => {
    if (protocol === 'ldap:' && !LDAP_PLAIN) await client.startTLS(isIP(host) ? { host } : { host, servername: host });
    return work(client);
  };
  try {
    // Limits the time of the whole work, whatever the server does.
    return await inTime(run(), LDAP_TOTAL_MS, new Error('The directory did not answer in time'));
  } finally {
    void client.unbind().catch(() => undefined);
  }
}

async function find(client: Client, { LDAP_BASE_DN }: LdapSettings, filter: string): Promise<Entry | null> {
  const several = () => new Error('Two entries of the directory match one name');
  const options = { filter, attributes, explicitBufferAttributes: [guid], sizeLimit: 2 };
  const { searchEntries } = await client.search(LDAP_BASE_DN, options).catch((error: unknown) => {
    throw error instanceof SizeLimitExceededError ? several() : error;
  });
  const [entry, second] = searchEntries;
  if (second) throw several();
  return entry ?? null;
}

async function findAll(client: Client, { LDAP_BASE_DN }: LdapSettings, filter: string): Promise<Entry[]> {
  try {
    const { searchEntries } = await client.search(LDAP_BASE_DN, { filter, attributes: ['cn'], paged: { pageSize } });
    return searchEntries;
  } catch (error) {
    throw error instanceof SizeLimitExceededError ? new DirectoryLimitError(error) : error;
  }
}

/** Names and DNs of the person's groups, including the groups that contain these. */
async function findGroups(client: Client, settings: LdapSettings, entry: Entry, login: string): Promise<string[]> {
  const { LDAP_GROUP_FILTER: filter } = settings;
  const names = new Set<string>();
  const known = new Set<string>([entry.dn]);
  let members = [entry.dn, ...valuesOf(entry, 'memberOf')];
  for (let depth = 0; depth < maxDepth && members.length > 0; depth += 1) {
    const groups: Entry[] = [];
    for (let start = 0; start < members.length; start += groupsAtOnce) {
      const filters = members
        .slice(start, start + groupsAtOnce)
        .map((dn) => fill(filter, { dn: Filter.escape(dn), login: Filter.escape(login) }));
      groups.push(...(await findAll(client, settings, `(|${filters.join('')})`)));
    }
    for (const dn of members) if (dn !== entry.dn) names.add(dn);
    for (const group of groups) for (const name of valuesOf(group, 'cn')) names.add(name);
    members = groups.map(({ dn }) => dn).filter((dn) => !known.has(dn));
    for (const dn of members) known.add(dn);
  }
  for (const dn of members) names.add(dn);
  return [...names];
}

async function toAccount(
  client: Client,
  settings: LdapSettings,
  entry: Entry,
  typed: string,
): Promise<DirectoryAccount> {
  const subject = firstOf(entry, 'entryUUID', guid);
  if (subject === '') throw new Error(`${entry.dn} has neither entryUUID nor objectGUID that LDAP_BIND_DN may read`);
  const login = firstOf(entry, 'sAMAccountName', 'uid') || typed;
  const groups = await findGroups(client, settings, entry, login);
  return { source: 'ldap', subject, login, name: firstOf(entry, 'displayName', 'cn'), groups };
}

const bindService = (client: Client, { LDAP_BIND_DN, LDAP_BIND_PASSWORD }: LdapSettings): Promise<void> =>
  client.bind(LDAP_BIND_DN, LDAP_BIND_PASSWORD);

/** Whether the directory accepts the password. An empty one would be an anonymous bind, which succeeds. */
async function accepts(client: Client, dn: string, password: string): Promise<boolean> {
  if (password === '') return false;
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError || error instanceof UnwillingToPerformError) return false;
    throw error;
  }
}

const guidBytes = /^[\da-f]{32}$/;

/** Finds the subject among the accounts that may sign in, even after a rename. */
const subjectFilter = (subject: string, userFilter: string): string => {
  const isGuid = guidBytes.test(subject);
  const value = isGuid ? subject.replaceAll(/../g, '\\$&') : Filter.escape(subject);
  return `(&(${isGuid ? guid : 'entryUUID'}=${value})${fill(userFilter, { login: '*' })})`;
};

/** Binds even for an unknown name, so that the duration reveals nothing. */
export function ldapDirectory(settings: LdapSettings) {
  const { LDAP_BASE_DN, LDAP_USER_FILTER } = settings;
  const filterOf = (login: string) => fill(LDAP_USER_FILTER, { login: Filter.escape(login) });
  const findAccount = (filter: string, login: string) =>
    connected(settings, async (client) => {
      await bindService(client, settings);
      const entry = await find(client, settings, filter);
      return entry && !isDisabled(entry) ? toAccount(client, settings, entry, login) : null;
    });
  return {
    verify: (login: string, password: string) =>
      connected(settings, async (client) => {
        await bindService(client, settings);
        const entry = await find(client, settings, filterOf(login));
        const isRight = await accepts(client, entry?.dn ?? `cn=nobody,${LDAP_BASE_DN}`, password);
        if (!entry || !isRight || isDisabled(entry)) return null;
        await bindService(client, settings);
        return toAccount(client, settings, entry, login);
      }),
    find: (login: string) => findAccount(filterOf(login), login),
    recheck: async ({ subject, login }) =>
      (await findAccount(subjectFilter(subject, LDAP_USER_FILTER), login)) ?? ('gone' as const),
  } satisfies Directory;
}
