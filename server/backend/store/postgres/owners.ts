/** Sources (owners) in PostgreSQL. */
import type { OwnerSortColumn } from '../../../../shared/fields/owners.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import { targetEvent } from '../../rules/journal/events.ts';
import type { Author } from '../journal.ts';
import { recordChange } from '../journal.ts';
import type { NewOwner, OwnerCreated, OwnerRow, OwnersStore } from '../owners-store.ts';
import type { PageQuery } from '../page.ts';
import type { Db } from '../port.ts';
import { hasNoPosts, isInventedBy, isVisibleOwner } from '../visible-owner-sql.ts';
import { saveColumns } from './column-values.ts';
import { readErasedTargets } from './erased-targets.ts';

/** An entry of an index has at most 2,700 bytes. */
const sortedLength = 600;

const columns = 'owner_id, owner_type, name, domain, photo_url';
const insertSql = `
  INSERT INTO owners AS known (owner_id, owner_type, name, name_folded, domain, photo_url)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;
const values = ({ ownerId, ownerType, name, domain, photoUrl }: OwnerRow) => [
  ...[ownerId, ownerType, name],
  ...[
    foldText(name ?? '')
      .slice(0, sortedLength)
      .toWellFormed(),
    domain,
    photoUrl,
  ],
];

/** Adds new rows and updates changed ones. A known value is not replaced by null. Erased ones are left out. */
export async function saveOwners(db: Db, owners: readonly OwnerRow[]): Promise<void> {
  const erased = await readErasedTargets(db);
  await saveColumns(
    owners.filter(({ ownerId }) => !erased.hasOwner(ownerId)),
    ({ ownerId }) => ownerId,
    values,
    (columns) =>
      db.run(
        `${insertSql} ON CONFLICT (owner_id) DO UPDATE SET owner_type = excluded.owner_type,
           name = coalesce(excluded.name, known.name),
           name_folded = CASE WHEN excluded.name IS NULL THEN known.name_folded ELSE excluded.name_folded END,
           domain = coalesce(excluded.domain, known.domain), photo_url = coalesce(excluded.photo_url, known.photo_url),
           added_by = NULL
         WHERE known.added_by IS NOT NULL OR (known.owner_type, known.name, known.domain, known.photo_url) IS DISTINCT FROM
           (excluded.owner_type, coalesce(excluded.name, known.name), coalesce(excluded.domain, known.domain),
            coalesce(excluded.photo_url, known.photo_url))`,
        ...columns,
      ),
  );
}

/** SQLite sorts missing values first. With that order for a column that has none, an index would not be used. */
function orderOf({ orderBy, orderDirection }: PageQuery<OwnerSortColumn>): string {
  const nulls = orderBy !== 'domain' ? '' : orderDirection === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST';
  const direction = orderDirection === 'ASC' ? 'ASC' : 'DESC';
  const column = orderBy === 'name' ? 'name_folded' : orderBy;
  return orderBy === 'owner_id' ? `owner_id ${direction}` : `${column} ${direction} ${nulls}, owner_id ${direction}`;
}

const isVisible = isVisibleOwner('$1::text');

const find = (db: Db, ownerId: number, account: string | null) =>
  db.row<OwnerRow>(`SELECT ${columns} FROM owners WHERE ${isVisible} AND owner_id = $2`, account, ownerId);

async function create(db: Db, { addedBy, ...owner }: NewOwner, by: Author | null, max: number): Promise<OwnerCreated> {
  await db.lock('owners');
  const next = async () =>
    (await db.row<{ id: number }>('SELECT coalesce(max(owner_id), 0) + 1 AS id FROM owners'))?.id ?? 1;
  const row: OwnerRow = { ...owner, ownerId: owner.ownerId ?? (await next()) };
  if (await find(db, row.ownerId, null)) return { outcome: 'duplicate' };
  const invented = `SELECT count(*) AS owners FROM owners WHERE ${isInventedBy('$1::text')}`;
  const known = addedBy === undefined ? null : await db.row<{ owners: number }>(invented, addedBy);
  if ((known?.owners ?? 0) >= max) return { outcome: 'too-many' };
  const saved = await db.run(`${insertSql} ON CONFLICT DO NOTHING`, ...values(row).map((value) => [value]));
  if (saved === 0) return { outcome: 'duplicate' };
  await db.run('UPDATE owners SET added_by = $1 WHERE owner_id = $2', addedBy ?? null, row.ownerId);
  await recordChange(db, by, 'owner-added', targetEvent('owner', row.ownerId, row.name));
  return { outcome: 'created', owner: row };
}

export const createOwnersStore = (db: Db): OwnersStore => ({
  list: (page, account = null) =>
    db.rows<OwnerRow>(
      `SELECT ${columns} FROM owners WHERE ${isVisible} ORDER BY ${orderOf(page)} LIMIT $2 OFFSET $3`,
      ...[account, page.limit, page.offset],
    ),
  count: async (account = null) =>
    (await db.row<{ total: number }>(`SELECT count(*) AS total FROM owners WHERE ${isVisible}`, account))?.total ?? 0,
  find: (ownerId, account = null) => find(db, ownerId, account),
  create: (owner, by = null, max = Infinity) => db.transaction((tx) => create(tx, owner, by, max)),
  delete: (ownerId, by = null) =>
    db.transaction(async (tx) => {
      // A post of the source must not arrive meanwhile.
      await tx.lock('posts');
      const owner = await find(tx, ownerId, null);
      if (!owner) return 'unknown';
      const deleted = await tx.run(`DELETE FROM owners WHERE owner_id = $1 AND ${hasNoPosts}`, ownerId);
      if (deleted === 0) return 'confirmed';
      await recordChange(tx, by, 'owner-deleted', targetEvent('owner', ownerId, owner.name));
      return 'deleted';
    }),
  save: (owners) => db.transaction((tx) => saveOwners(tx, owners)),
});
