/** The lists that a client uses for its work: tags, reasons, and people to assign. */
import type { WorkTag } from '../../../shared/fields/work.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { reasonsMax, type TagColor, tagsMax } from '../../../shared/rules/work.ts';
import { workListEvent } from '../rules/journal/events.ts';
import type { WorkNames } from '../rules/work.ts';
import { type By, recordChange } from './journal.ts';
import { byFoldedName, countRows, type Saved } from './page.ts';
import { type Db, insertRow, updateRows } from './port.ts';
import { readChecked } from './suggestions.ts';

export type Reason = { reasonId: number; text: string };

const accountName = (db: Db, clientId: string) =>
  db.value<string>('SELECT name FROM clients WHERE client_id = $1', clientId);

type NamedPerson = { personId: number; name: string };

async function listTags(db: Db, clientId: string): Promise<WorkTag[]> {
  const tags = await db.rows<WorkTag>('SELECT tag_id, name, color FROM work_tags WHERE client_id = $1', clientId);
  return tags.sort(byFoldedName('tagId'));
}

/** The names of all people, also disabled ones, and the tags. */
export async function readNames(db: Db, clientId: string): Promise<WorkNames> {
  const people = await db.rows<NamedPerson>('SELECT person_id, name FROM people WHERE client_id = $1', clientId);
  const account = { personId: 0, name: (await accountName(db, clientId)) ?? '' };
  const ofId = [account, ...people].map(({ personId, name }) => [personId, name]);
  return { people: Object.fromEntries(ofId), tags: await listTags(db, clientId) };
}

/** The client's own account, and the people who have signed in. Disabled ones keep their stories and get no others. */
async function listPeople(db: Db, clientId: string) {
  const people = await db.rows<NamedPerson & { disabled: boolean }>(
    `SELECT person_id, name, disabled FROM people
     WHERE client_id = $1 AND (password_hash IS NOT NULL OR source IS NOT NULL)`,
    clientId,
  );
  const account = { personId: 0, name: (await accountName(db, clientId)) ?? '', disabled: false };
  return [account, ...people.sort(byFoldedName('personId'))];
}

const listReasons = (db: Db, clientId: string): Promise<Reason[]> =>
  db.rows('SELECT reason_id, text FROM work_reasons WHERE client_id = $1 ORDER BY text_folded', clientId);

async function lists(db: Db, clientId: string) {
  const totals = await db.rows<{ tagId: number; total: number }>(
    'SELECT tag_id, count(*) AS total FROM story_tags WHERE client_id = $1 GROUP BY tag_id',
    clientId,
  );
  const totalOf = new Map(totals.map(({ tagId, total }) => [tagId, total]));
  return {
    tags: (await listTags(db, clientId)).map((tag) => ({ ...tag, total: totalOf.get(tag.tagId) ?? 0 })),
    reasons: await listReasons(db, clientId),
    people: await listPeople(db, clientId),
    suggestions: await readChecked(db, clientId),
  };
}

type List = { kind: 'tag' | 'reason'; table: string; id: string; name: string; max: number };
const tagList: List = { kind: 'tag', table: 'work_tags', id: 'tag_id', name: 'name', max: tagsMax };
const reasonList: List = { kind: 'reason', table: 'work_reasons', id: 'reason_id', name: 'text', max: reasonsMax };

/** Adds an entry to a list of the client, or changes the one with the ID. Names are unique, ignoring case and ё. */
async function save(
  db: Db,
  clientId: string,
  list: List,
  entry: { id: number | null; name: string; color: TagColor | null },
  by: By,
): Promise<Saved> {
  const { kind, table, id: idColumn, name: nameColumn, max } = list;
  const { id, name, color } = entry;
  await db.lock('work', clientId);
  const ofClient = `FROM ${table} WHERE client_id = $1`;
  const known = await db.value<number>(
    `SELECT ${idColumn} ${ofClient} AND ${nameColumn}_folded = $2`,
    clientId,
    foldText(name),
  );
  if (known !== null && known !== id) return { outcome: 'duplicate' };
  const row = { [nameColumn]: name, [`${nameColumn}Folded`]: foldText(name), ...(color !== null && { color }) };
  if (id !== null) {
    const former = await db.value<string>(`SELECT ${nameColumn} ${ofClient} AND ${idColumn} = $2`, clientId, id);
    if (former === null) return { outcome: 'unknown' };
    await updateRows(db, table, row, { clientId, [idColumn]: id });
    // Only tags can be changed.
    await recordChange(
      db,
      by,
      'tag-changed',
      workListEvent(clientId, kind, former, former === name ? undefined : name),
    );
    return { outcome: 'saved', id };
  }
  if ((await countRows(db, ofClient, clientId)) >= max) return { outcome: 'too-many' };
  const added = await insertRow(db, table, { clientId, ...row }, idColumn);
  await recordChange(db, by, `${kind}-added`, workListEvent(clientId, kind, name));
  return { outcome: 'saved', id: added };
}

/** False: there is no such entry. */
async function remove(db: Db, clientId: string, { kind, table, id, name }: List, entryId: number, by: By) {
  const sql = `DELETE FROM ${table} WHERE client_id = $1 AND ${id} = $2 RETURNING ${name}`;
  const removed = await db.value<string>(sql, clientId, entryId);
  if (removed !== null) await recordChange(db, by, `${kind}-deleted`, workListEvent(clientId, kind, removed));
  return removed !== null;
}

export type NewTag = { name: string; color: TagColor };

const saveTag = (db: Db, clientId: string, id: number | null, tag: NewTag, by: By) =>
  save(db, clientId, tagList, { id, ...tag }, by);
const deleteTag = (db: Db, clientId: string, id: number, by: By) => remove(db, clientId, tagList, id, by);
const createReason = (db: Db, clientId: string, text: string, by: By) =>
  save(db, clientId, reasonList, { id: null, name: text, color: null }, by);
const deleteReason = (db: Db, clientId: string, id: number, by: By) => remove(db, clientId, reasonList, id, by);

export const listReads = { names: readNames, lists };
export const listChanges = { saveTag, deleteTag, createReason, deleteReason };
