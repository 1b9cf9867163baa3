/** Sources (owners) in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import { targetEvent } from '../../rules/journal/events.ts';
import type { Author } from '../journal.ts';
import type { NewOwner, OwnerCreated, OwnerRow, OwnersStore } from '../owners-store.ts';
import { hasNoPosts, isInventedBy, isVisibleOwner } from '../visible-owner-sql.ts';
import { transaction } from './database.ts';
import { createErasedTargets } from './erased-targets.ts';
import { createJournalWriter } from './journal-writer.ts';

const columns = 'owner_id AS ownerId, owner_type AS ownerType, name, domain, photo_url AS photoUrl';
const values = (owner: OwnerRow) =>
  [owner.ownerId, owner.ownerType, owner.name, foldText(owner.name ?? ''), owner.domain, owner.photoUrl] as const;
const isVisible = isVisibleOwner(':account');
const insertSql =
  'INSERT INTO owners (owner_id, owner_type, name, name_folded, domain, photo_url) VALUES (?, ?, ?, ?, ?, ?)';

/** Returns a function that adds new rows and updates changed ones. A known value is not replaced by null. Erased ones are left out. */
export function createOwnerWriter(db: DatabaseSync) {
  const erased = createErasedTargets(db);
  const upsert = db.prepare(
    `${insertSql} ON CONFLICT (owner_id) DO UPDATE SET owner_type = excluded.owner_type,
       name = coalesce(excluded.name, name), name_folded = iif(excluded.name IS NULL, name_folded, excluded.name_folded),
       domain = coalesce(excluded.domain, domain), photo_url = coalesce(excluded.photo_url, photo_url), added_by = NULL
     WHERE added_by IS NOT NULL OR (owner_type, name, domain, photo_url) IS NOT (excluded.owner_type, coalesce(excluded.name, name),
       coalesce(excluded.domain, domain), coalesce(excluded.photo_url, photo_url))`,
  );
  return (owners: readonly OwnerRow[]): void => {
    for (const owner of owners) if (!erased.hasOwner(owner.ownerId)) upsert.run(...values(owner));
  };
}

export function createOwnersStore(db: DatabaseSync): OwnersStore {
  const write = createOwnerWriter(db);
  const record = createJournalWriter(db);
  const find = (ownerId: number, account: string | null) =>
    (db.prepare(`SELECT ${columns} FROM owners WHERE owner_id = :ownerId AND ${isVisible}`).get({ ownerId, account }) as
      | OwnerRow
      | undefined) ?? null;
  const nextId = () => Number(db.prepare('SELECT coalesce(max(owner_id), 0) + 1 AS id FROM owners').get()?.id);
  const countInvented = (account: string): number =>
    Number(
      db.prepare(`SELECT count(*) AS owners FROM owners WHERE ${isInventedBy(':account')}`).get({ account })?.owners,
    );

  function create({ addedBy, ...owner }: NewOwner, by: Author | null, max: number): OwnerCreated {
    const row: OwnerRow = { ...owner, ownerId: owner.ownerId ?? nextId() };
    if (find(row.ownerId, null)) return { outcome: 'duplicate' };
    if (addedBy !== undefined && countInvented(addedBy) >= max) return { outcome: 'too-many' };
    db.prepare(insertSql).run(...values(row));
    db.prepare('UPDATE owners SET added_by = ? WHERE owner_id = ?').run(addedBy ?? null, row.ownerId);
    record(by, 'owner-added', targetEvent('owner', row.ownerId, row.name));
    return { outcome: 'created', owner: row };
  }
  return {
    async list({ limit, offset, orderBy, orderDirection }, account = null) {
      const column = orderBy === 'name' ? 'name_folded' : orderBy;
      const order = [...new Set([column, 'owner_id'])].map((name) => `owners.${name} ${orderDirection}`).join(', ');
      const rows = db
        .prepare(`SELECT ${columns} FROM owners WHERE ${isVisible} ORDER BY ${order} LIMIT :limit OFFSET :offset`)
        .all({ account, limit, offset });
      return rows as OwnerRow[];
    },
    count: async (account = null) =>
      Number(db.prepare(`SELECT count(*) AS total FROM owners WHERE ${isVisible}`).get({ account })?.total),
    find: async (ownerId, account = null) => find(ownerId, account),
    create: async (owner, by = null, max = Infinity) => transaction(db, () => create(owner, by, max)),
    delete: async (ownerId, by = null) =>
      transaction(db, () => {
        const owner = find(ownerId, null);
        if (!owner) return 'unknown';
        const { changes } = db.prepare(`DELETE FROM owners WHERE owner_id = ? AND ${hasNoPosts}`).run(ownerId);
        if (changes === 0) return 'confirmed';
        record(by, 'owner-deleted', targetEvent('owner', ownerId, owner.name));
        return 'deleted';
      }),
    save: async (owners) => transaction(db, () => write(owners)),
  };
}
