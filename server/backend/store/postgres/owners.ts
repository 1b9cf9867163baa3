/** Sources (owners) in PostgreSQL. */
import type { OwnerSortColumn } from '../../../../shared/api/owners.ts';
import { foldText } from '../../../../shared/rules/word.ts';
import { describeTarget } from '../../journal/describe.ts';
import type { OwnerRow, OwnersStore } from '../owners-store.ts';
import type { PageQuery } from '../page.ts';
import { saveColumns } from './column-values.ts';
import type { Db } from './database.ts';
import { readErasedTargets } from './erased-targets.ts';
import { recordChange } from './journal-writer.ts';

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
           domain = coalesce(excluded.domain, known.domain), photo_url = coalesce(excluded.photo_url, known.photo_url)
         WHERE (known.owner_type, known.name, known.domain, known.photo_url) IS DISTINCT FROM
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

const find = (db: Db, ownerId: number) =>
  db.row<OwnerRow>(`SELECT ${columns} FROM owners WHERE owner_id = $1`, ownerId);

export const createOwnersStore = (db: Db): OwnersStore => ({
  list: (page) =>
    db.rows<OwnerRow>(
      `SELECT ${columns} FROM owners ORDER BY ${orderOf(page)} LIMIT $1 OFFSET $2`,
      page.limit,
      page.offset,
    ),
  count: async () => (await db.row<{ total: number }>('SELECT count(*) AS total FROM owners'))?.total ?? 0,
  find: (ownerId) => find(db, ownerId),
  create: (owner, by = null) =>
    db.transaction(async (tx) => {
      await tx.lock('owners');
      const next = async () =>
        (await tx.row<{ id: number }>('SELECT coalesce(max(owner_id), 0) + 1 AS id FROM owners'))?.id ?? 1;
      const row: OwnerRow = { ...owner, ownerId: owner.ownerId ?? (await next()) };
      if ((await tx.run(`${insertSql} ON CONFLICT DO NOTHING`, ...values(row).map((value) => [value]))) === 0)
        return null;
      await recordChange(tx, by, 'owner-added', describeTarget('owner', row.ownerId, row.name));
      return row;
    }),
  save: (owners) => db.transaction((tx) => saveOwners(tx, owners)),
});
