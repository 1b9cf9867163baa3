/** Muted sources and authors, per account (rules/account.ts). Times are milliseconds. */
import type { MuteKind } from '../../../shared/api/mutes.ts';
import { clientOf, sharedAccount } from '../rules/account.ts';
import { type JournalEvent, targetEvent } from '../rules/journal/events.ts';
import { type By, recordChange } from './journal.ts';
import { isVisibleOwner } from './owners.ts';
import { countRows } from './page.ts';
import { createMethods, type Db } from './port.ts';
import { isShownTo } from './wall-visibility.ts';

export type MuteTarget = { kind: MuteKind; targetId: number };

/**
 * `clientId`: the client for which an administrator made it; null for an account's own mute. `name`: the name of the target.
 */
export type MuteRow = MuteTarget & {
  muteId: number;
  account: string;
  clientId: string | null;
  name: string | null;
  createdAt: number;
};

/** `createdBy` is an account. It differs from `account` when an administrator mutes for a client. */
export type NewMute = MuteTarget & { account: string; createdBy: string };

export type MuteCreated =
  | { outcome: 'created'; muteId: number }
  | { outcome: 'unknown-target' }
  | { outcome: 'too-many' };

type MuteRecord = Omit<MuteRow, 'clientId'> & { createdBy: string };

const toMute = ({ createdBy, ...mute }: MuteRecord): MuteRow => ({
  ...mute,
  clientId: createdBy === mute.account ? null : clientOf(mute.account),
});

/** Most authors are also sources, whose names are known more often. */
const select = `
  SELECT mute_id, kind, target_id, account, created_by, created_at,
    coalesce(CASE kind WHEN 'user' THEN users.name END, owners.name) AS name
  FROM mutes LEFT JOIN owners ON owner_id = target_id LEFT JOIN users ON user_id = target_id`;

const tables = {
  owner: ['owners', 'owner_id', isVisibleOwner("('client:' || CAST($2 AS text))")],
  user: ['users', 'user_id', 'true'],
} as const;

/** Finds a target that is stored or has a post of a phrase of the client; of any phrase if the client is null. */
function findTarget(db: Db, { kind, targetId, account }: NewMute) {
  const [table, column, isVisible] = tables[kind];
  return db.row(
    `SELECT 1 FROM ${table} WHERE ${column} = $1 AND ${isVisible}
     UNION ALL
     SELECT 1 FROM posts WHERE ${column} = $1
       AND (CAST($2 AS text) IS NULL
         OR word_id IN (SELECT word_id FROM word_clients WHERE client_id = $2) AND ${isShownTo('$2')})
     LIMIT 1`,
    targetId,
    clientOf(account),
  );
}

async function eventOf(db: Db, muteId: number): Promise<JournalEvent | null> {
  const mute = await db.row<MuteRecord>(`${select} WHERE mute_id = $1`, muteId);
  if (!mute) return null;
  const { kind, targetId, name, clientId } = toMute(mute);
  return targetEvent(kind, targetId, name, clientId);
}

/**
 * Returns the existing mute if the account has it already; an administrator takes over one that the client made. A target
 * is known if it is stored or has a post that the account may see. `max`: the limit of mutes of an account.
 */
async function create(db: Db, mute: NewMute, now: number, by: By = null, max = Infinity): Promise<MuteCreated> {
  const { account, kind, targetId, createdBy } = mute;
  await db.lock('mutes', account);
  const earlier = await db.value<string>(
    `SELECT created_by FROM mutes WHERE account = $1 AND kind = $2 AND target_id = $3 ${db.dialect.locking('UPDATE')}`,
    account,
    kind,
    targetId,
  );
  if (earlier === null) {
    if (!(await findTarget(db, mute))) return { outcome: 'unknown-target' };
    if ((await countRows(db, 'FROM mutes WHERE account = $1', account)) >= max) return { outcome: 'too-many' };
  }
  const saved = await db.row<Pick<MuteRecord, 'muteId' | 'createdBy'>>(
    `INSERT INTO mutes AS stored (account, kind, target_id, created_by, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account, kind, target_id) DO UPDATE SET
       created_by = CASE WHEN stored.created_by = stored.account THEN excluded.created_by ELSE stored.created_by END
     RETURNING mute_id, created_by`,
    account,
    kind,
    targetId,
    createdBy,
    now,
  );
  const muteId = saved?.muteId ?? 0;
  const event = saved?.createdBy === earlier ? null : await eventOf(db, muteId);
  if (event) await recordChange(db, by, 'muted', event);
  return { outcome: 'created', muteId };
}

/** Returns false if there is no such mute. */
async function remove(db: Db, muteId: number, by: By = null): Promise<boolean> {
  const event = await eventOf(db, muteId);
  if ((await db.run('DELETE FROM mutes WHERE mute_id = $1', muteId)) === 0) return false;
  if (event) await recordChange(db, by, 'unmuted', event);
  return true;
}

/** Locks the mute until the end of the transaction. Null if the account has no such mute in its list. */
async function lock(db: Db, account: string, muteId: number): Promise<MuteRow | null> {
  await db.run(`SELECT 1 FROM mutes WHERE mute_id = $1 ${db.dialect.locking('UPDATE')}`, muteId);
  return (await list(db, account)).find((mute) => mute.muteId === muteId) ?? null;
}

/**
 * The mutes of the account and the mutes that administrators made for its client, newest first. An administrator's account also
 * gets the mutes made for all clients.
 */
async function list(db: Db, account: string): Promise<MuteRow[]> {
  const made = clientOf(account) === null ? "created_by LIKE 'admin:%'" : 'account = $2';
  const sql = `${select} WHERE account = $1 OR (${made} AND created_by <> account) ORDER BY mute_id DESC`;
  const rows = await db.rows<MuteRecord>(sql, account, ...(clientOf(account) === null ? [] : [sharedAccount(account)]));
  return rows.map(toMute);
}

export const createMutesStore = (db: Db) => createMethods(db, { list }, { lock, create, delete: remove });
