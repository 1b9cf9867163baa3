/** Accounts of a directory, and the rights that their groups grant (docs/product/sign-on.md). */
import { type ClientRole, hasRole } from '../../../shared/roles.ts';
import type { Assertion } from '../../platform/assertion.ts';
import type { RoleRule } from '../../platform/sign-on-settings.ts';

export const sources = ['oidc', 'ldap', 'header'] as const;
export type Source = (typeof sources)[number];

/** `subject` never changes in its source. `login` is normalised (`accountKey`). */
export type DirectoryIdentity = { source: Source; subject: string; login: string };

/**
 * `groups`: null when the directory has said nothing about them; nobody loses access then. `grant`: a text that the session
 * keeps for the next check, and that only its source can read.
 */
export type DirectoryAccount = DirectoryIdentity & { name: string; groups: readonly string[] | null; grant?: string };

/**
 * The account of a session that is checked. `asserted`: the console's assertion about the headers of a reverse proxy; null
 * without them.
 */
export type Checked = DirectoryIdentity & { grant: string | null; asserted: Assertion | null };

/**
 * `gone`: the directory has no such account, or has disabled it.
 * `over`: the directory cannot be asked again without a new sign-in.
 */
export type Directory = {
  /**
   * Asks with a password. Returns null if the name or the password is wrong. Rejects when the directory does not answer.
   */
  verify?(login: string, password: string): Promise<DirectoryAccount | null>;
  /** Rejects when the directory does not answer; sessions then stay valid. */
  recheck(account: Checked): Promise<DirectoryAccount | 'gone' | 'over'>;
  /** For `npm run admin -- explain`. Returns null if there is no such account. */
  find?(login: string): Promise<DirectoryAccount | null>;
};

export type Directories = Partial<Record<Source, Directory>>;

export type Seat = { clientId: string; role: ClientRole; mayExport: boolean };
/** An administrator (or observer) has no seats. */
export type DirectoryAccess = { administrator: 'administrator' | 'observer' | null; seats: readonly Seat[] };

const groupKey = (group: string): string => group.trim().toLowerCase();

/** The entries for any of the groups, which are compared without case. */
export function matchingRules(rules: readonly RoleRule[], groups: readonly string[]): RoleRule[] {
  const keys = new Set(groups.map(groupKey));
  return rules.filter(({ group }) => keys.has(groupKey(group)));
}

/**
 * Administrator beats observer beats seats. Of several entries for a client, the strongest role counts, and export is allowed
 * if any allows it.
 */
export function resolveAccess(rules: readonly RoleRule[], groups: readonly string[]): DirectoryAccess {
  const matching = matchingRules(rules, groups);
  if (matching.some((rule) => 'administrator' in rule)) return { administrator: 'administrator', seats: [] };
  if (matching.some((rule) => 'observer' in rule)) return { administrator: 'observer', seats: [] };
  const seats = new Map<string, Seat>();
  for (const rule of matching) {
    if (!('client' in rule)) continue;
    const { client: clientId, role, export: mayExport } = rule;
    const seat = seats.get(clientId);
    seats.set(clientId, {
      clientId,
      role: seat && hasRole(seat.role, role) ? seat.role : role,
      mayExport: mayExport || seat?.mayExport === true,
    });
  }
  return { administrator: null, seats: [...seats.values()] };
}
