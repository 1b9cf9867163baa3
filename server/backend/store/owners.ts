/** Sources (owners) of posts. */
import type { OwnerSortColumn } from '../../../shared/fields/owners.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { targetEvent } from '../rules/journal/events.ts';
import { readErasedTargets } from './erasures.ts';
import { type By, recordChange } from './journal.ts';
import { countRows, hasParts, orderOf, type PageQuery, partsOf } from './page.ts';
import { createMethods, type Db, type Dialect, toRows } from './port.ts';

export type OwnerRow = {
  ownerId: number;
  ownerType: string;
  name: string | null;
  domain: string | null;
  photoUrl: string | null;
};

/** `addedBy`: the account (rules/account.ts) that adds it by hand. Without an ID the store assigns the next free one. */
export type NewOwner = Omit<OwnerRow, 'ownerId'> & { ownerId: number | null; addedBy?: string };

/**
 * `search` matches parts of ID, name and domain, ignoring case and ё. `figures`: values by source ID for an order by a figure,
 * because the store does not know the figures; missing values are 0.
 */
export type OwnersQuery = PageQuery<OwnerSortColumn> & { search?: string; figures?: ReadonlyMap<number, number> };

/** `erased`: on request, so that it is not stored again. */
export type OwnerCreated = { outcome: 'created'; owner: OwnerRow } | { outcome: 'duplicate' | 'erased' | 'too-many' };

/** SQL: IDs that a new source cannot have. */
const takenIds = 'SELECT owner_id AS id FROM owners UNION ALL SELECT target_id FROM erasures';

const hasPosts = 'EXISTS (SELECT 1 FROM posts WHERE posts.owner_id = owners.owner_id)';

/**
 * SQL on `owners`: whether the account sees the source; true if the account is NULL. A source that another client has added is
 * hidden until it has a post. `account` is an SQL expression.
 */
export const isVisibleOwner = (account: string): string =>
  `(${account} IS NULL OR added_by IS NULL OR added_by NOT LIKE 'client:%' OR added_by = ${account} OR ${hasPosts})`;

/** Keeps index entries below the 2,700 bytes that PostgreSQL allows. */
const sortedLength = 600;

const columns = 'owner_id, owner_type, name, domain, photo_url';
const insert = ({ rowsIn }: Dialect): string => `
  INSERT INTO owners AS stored (owner_id, owner_type, name, name_folded, domain, photo_url)
  SELECT CAST(value ->> 0 AS bigint), value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
  FROM ${rowsIn('$1')} WHERE true`;

const foldedName = (name: string | null): string =>
  foldText(name ?? '')
    .slice(0, sortedLength)
    .toWellFormed();

const toValues = (owners: readonly OwnerRow[]): string =>
  toRows(
    owners,
    ({ ownerId }) => ownerId,
    ({ ownerId, ownerType, name, domain, photoUrl }) => [ownerId, ownerType, name, foldedName(name), domain, photoUrl],
  );

/** Upserts sources that the network has returned, except erased ones. Null does not overwrite a stored value. */
export async function saveOwners(db: Db, owners: readonly OwnerRow[]): Promise<void> {
  const erased = await readErasedTargets(db);
  await db.run(
    `${insert(db.dialect)} ON CONFLICT (owner_id) DO UPDATE SET owner_type = excluded.owner_type,
       name = coalesce(excluded.name, stored.name),
       name_folded = CASE WHEN excluded.name IS NULL THEN stored.name_folded ELSE excluded.name_folded END,
       domain = coalesce(excluded.domain, stored.domain), photo_url = coalesce(excluded.photo_url, stored.photo_url),
       added_by = NULL
     WHERE stored.added_by IS NOT NULL OR (stored.owner_type, stored.name, stored.domain, stored.photo_url)
       IS DISTINCT FROM (excluded.owner_type, coalesce(excluded.name, stored.name),
         coalesce(excluded.domain, stored.domain), coalesce(excluded.photo_url, stored.photo_url))`,
    toValues(owners.filter(({ ownerId }) => !erased.hasOwner(ownerId))),
  );
}

/** Saves a source whose wall was read. It stays hidden from clients that have not added it until it has a post. */
export async function saveWallOwner(db: Db, ownerId: number, owners: readonly OwnerRow[]): Promise<void> {
  const addedBy = await db.value<string>('SELECT added_by FROM owners WHERE owner_id = $1', ownerId);
  await saveOwners(db, owners);
  if (addedBy !== null) await db.run('UPDATE owners SET added_by = $2 WHERE owner_id = $1', ownerId, addedBy);
}

const figure = 'coalesce(figure, 0)';
const sortColumns: Record<OwnerSortColumn, string> = {
  owner_id: 'owner_id',
  owner_type: 'owner_type',
  name: 'name_folded',
  domain: 'domain',
  recent_posts: figure,
  copies_percent: figure,
};
const figuresJoin = ({ rowsIn }: Dialect): string => `LEFT JOIN (
  SELECT CAST(value ->> 0 AS bigint) AS figure_id, CAST(value ->> 1 AS bigint) AS figure FROM ${rowsIn('$5')}
) AS figures ON figure_id = owner_id`;

const isVisible = isVisibleOwner('CAST($1 AS text)');

/** SQL: the client of the account `$1`. */
const client = "substr(CAST($1 AS text), length('client:') + 1)";

/** In lists, a client without phrases sees only sources that it has added, and those whose walls it follows. */
const isListed = (
  dialect: Dialect,
): string => `${isVisible} AND (CAST($1 AS text) IS NULL OR added_by = CAST($1 AS text)
  OR EXISTS (SELECT 1 FROM word_clients WHERE client_id = ${client})
  OR EXISTS (SELECT 1 FROM wall_follows f WHERE f.client_id = ${client} AND f.owner_id = owners.owner_id))
  AND ${hasParts(dialect, "name_folded || '\n' || lower(coalesce(domain, '')) || '\n' || owner_id", '$2')}`;

/**
 * In `find`, `list` and `count`, `account` limits the result to sources visible to that client; null means no limit.
 */
const find = (db: Db, ownerId: number, account: string | null = null) =>
  db.row<OwnerRow>(`SELECT ${columns} FROM owners WHERE ${isVisible} AND owner_id = $2`, account, ownerId);

/** `max`: the limit of sources without posts that an account has added. */
async function create(db: Db, { addedBy, ...owner }: NewOwner, by: By = null, max = Infinity): Promise<OwnerCreated> {
  await db.lock('owners');
  const next = await db.value<number>(`SELECT max(id) + 1 FROM (${takenIds}) AS taken`);
  const row: OwnerRow = { ...owner, ownerId: owner.ownerId ?? next ?? 1 };
  if (await find(db, row.ownerId)) return { outcome: 'duplicate' };
  if ((await readErasedTargets(db)).hasOwner(row.ownerId)) return { outcome: 'erased' };
  const unconfirmed = `FROM owners WHERE added_by = $1 AND NOT ${hasPosts}`;
  if ((await countRows(db, unconfirmed, addedBy ?? null)) >= max) return { outcome: 'too-many' };
  if ((await db.run(`${insert(db.dialect)} ON CONFLICT DO NOTHING`, toValues([row]))) === 0)
    return { outcome: 'duplicate' };
  await db.run('UPDATE owners SET added_by = $1 WHERE owner_id = $2', addedBy ?? null, row.ownerId);
  await recordChange(db, by, 'owner-added', targetEvent('owner', row.ownerId, row.name));
  return { outcome: 'created', owner: row };
}

/** Deletes a source without posts. `confirmed`: it has posts. */
async function remove(db: Db, ownerId: number, by: By = null): Promise<'deleted' | 'unknown' | 'confirmed'> {
  // Nobody may add the source meanwhile, and no post of it may arrive.
  await db.lock('owners');
  await db.lock('posts');
  const owner = await find(db, ownerId);
  if (!owner) return 'unknown';
  const deleted = await db.run(`DELETE FROM owners WHERE owner_id = $1 AND NOT ${hasPosts}`, ownerId);
  if (deleted === 0) return 'confirmed';
  await recordChange(db, by, 'owner-deleted', targetEvent('owner', ownerId, owner.name));
  return 'deleted';
}

function list(db: Db, { search = '', figures, ...page }: OwnersQuery, account: string | null = null) {
  const order = orderOf(sortColumns[page.orderBy], page.orderDirection, 'owner_id', page.orderBy === 'domain');
  return db.rows<OwnerRow>(
    `SELECT ${columns} FROM owners ${figures ? figuresJoin(db.dialect) : ''} WHERE ${isListed(db.dialect)} ORDER BY ${order} LIMIT $3 OFFSET $4`,
    account,
    partsOf(search),
    page.limit,
    page.offset,
    ...(figures ? [JSON.stringify([...figures])] : []),
  );
}

const count = (db: Db, account: string | null = null, search = '') =>
  countRows(db, `FROM owners WHERE ${isListed(db.dialect)}`, account, partsOf(search));

export const createOwnersStore = (db: Db) =>
  createMethods(db, { list, count, find }, { create, delete: remove, save: saveOwners });
