/**
 * `npm run admin -- explain` and `link`: the access that a person of a directory would get, and the link to a local account.
 */
import { accountKey } from '../platform/sign-in-key.ts';
import type { RoleRule } from '../platform/sign-on-settings.ts';
import { commandLine } from './administrators.ts';
import { faultText } from './resources/directory/directory-fault.ts';
import {
  type Directories,
  type DirectoryAccount,
  matchingRules,
  resolveAccess,
  type Seat,
  type Source,
  sources,
} from './rules/directory.ts';
import type { Store } from './store/store.ts';

const describeRule = (rule: RoleRule): string => {
  if ('administrator' in rule) return 'administrator';
  if ('observer' in rule) return 'observer';
  return `${rule.role} of ${rule.client}${rule.export ? ', with export' : ''}`;
};

/** Asks each directory that supports look-ups by name. Throws when none does, or none knows the name. */
async function findAccount(directories: Directories, name: string): Promise<DirectoryAccount> {
  const finders = sources.flatMap((source) => {
    const find = directories[source]?.find;
    return find ? [{ source, find }] : [];
  });
  if (finders.length === 0) throw new Error('No directory supports look-ups by name. Name the groups: --groups a,b');
  for (const { source, find } of finders) {
    const found = await find(name).catch((cause: unknown) => {
      throw new Error(faultText(source, cause), { cause });
    });
    if (found) return found;
  }
  throw new Error(`No directory knows «${name}»`);
}

/** Lines of text for the operator. `groups` null: asks the directory. */
export async function explainAccess(
  { store, rules, directories }: { store: Store; rules: readonly RoleRule[]; directories: Directories },
  name: string,
  groups: readonly string[] | null,
  now: number,
): Promise<string[]> {
  const account = groups === null ? await findAccount(directories, name) : null;
  const named = account?.groups ?? groups ?? [];
  const lines = [`Groups: ${named.join(', ') || 'none'}`];
  for (const rule of matchingRules(rules, named)) lines.push(`«${rule.group}»: ${describeRule(rule)}`);
  const { administrator, seats } = resolveAccess(rules, named);
  const known: Seat[] = [];
  for (const seat of seats) if (await store.clients.get(seat.clientId, now)) known.push(seat);
  const unknown = seats.filter((seat) => !known.includes(seat)).map(({ clientId }) => clientId);
  if (unknown.length > 0) lines.push(`Unknown clients: ${unknown.join(', ')}`);
  const results = administrator
    ? [administrator]
    : known.map(({ clientId, role, mayExport }) => `${role} of ${clientId}, ${mayExport ? 'with' : 'without'} export`);
  lines.push(`Result: ${results.join('; ') || 'no access'}`);
  if (await store.directory.isTaken(accountKey(name), account))
    lines.push(
      `The login «${accountKey(name)}» is taken: the sign-in is refused until the account is linked, if it is theirs`,
    );
  return lines;
}

/** Throws for an unknown source or login, and when another account has the subject. */
export async function linkAccount(store: Store, login: string, source: string, subject: string, now: number) {
  const known: Source | undefined = sources.find((name) => name === source);
  if (!known) throw new Error(`«${source}» is not a source. Sources: ${sources.join(', ')}`);
  const linked = await store.directory.link({ source: known, subject, login }, commandLine(now));
  if (linked === 'unknown') throw new Error(`There is no administrator or person «${login}»`);
  if (linked === 'other') throw new Error(`Another account is «${subject}» of ${source} already`);
}
