/** The lists that a client uses for its work: tags, reasons, and people to assign. */

import type { WorkTag } from '../../../shared/fields/work.ts';
import { foldText } from '../../../shared/rules/word.ts';
import { reasonsMax, type TagColor, tagsMax } from '../../../shared/rules/work.ts';
import { workListEvent } from '../rules/journal/events.ts';
import type { Versioned } from '../rules/versioned.ts';
import type { WorkNames } from '../rules/work.ts';
import { type By, recordChange } from './journal.ts';
import { byFoldedName, countRows, type Saved } from './page.ts';
import { type Db, insertRow, type Row } from './port.ts';
import { readChecked } from './suggestions.ts';
import { changeRow, versionColumns } from './versions.ts';

export type Reason = { reasonId: number; text: string };

const accountName = (db: Db, clientId: string) =>
  db.value<string>('SELECT name FROM clients WHERE client_id = $1', clientId);

type NamedPerson = { personId: number; name: string };

export type TagRow = WorkTag & Versioned;
const tagColumns = `tag_id, name, color, ${versionColumns('work_tags')}`;

async function listTags(db: Db, clientId: string): Promise<TagRow[]> {
  const tags = await db.rows<TagRow>(`SELECT ${tagColumns} FROM work_tags WHERE client_id = $1`, clientId);
  return tags.sort(byFoldedName('tagId'));
}

/** The names of all people, including disabled ones, and the tags. */
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

/** Whether another entry has the name, ignoring case and ё. */
async function isTaken(db: Db, clientId: string, { table, id, name: column }: List, name: string, exceptId = 0) {
  const sql = `SELECT 1 FROM ${table} WHERE client_id = $1 AND ${column}_folded = $2 AND ${id} <> $3`;
  return (await db.row(sql, clientId, foldText(name), exceptId)) !== null;
}

/** `more`: values of other columns. */
async function add(db: Db, clientId: string, list: List, name: string, more: Row, by: By): Promise<Saved> {
  const { kind, table, id, name: column, max } = list;
  await db.lock('work', clientId);
  if (await isTaken(db, clientId, list, name)) return { outcome: 'duplicate' };
  if ((await countRows(db, `FROM ${table} WHERE client_id = $1`, clientId)) >= max) return { outcome: 'too-many' };
  const row = { clientId, [column]: name, [`${column}Folded`]: foldText(name), ...more };
  const added = await insertRow(db, table, row, id);
  await recordChange(db, by, `${kind}-added`, workListEvent(clientId, kind, name));
  return { outcome: 'saved', id: added };
}

/** Returns false if there is no such entry. */
async function remove(db: Db, clientId: string, { kind, table, id, name }: List, entryId: number, by: By) {
  const sql = `DELETE FROM ${table} WHERE client_id = $1 AND ${id} = $2 RETURNING ${name}`;
  const removed = await db.value<string>(sql, clientId, entryId);
  if (removed !== null) await recordChange(db, by, `${kind}-deleted`, workListEvent(clientId, kind, removed));
  return removed !== null;
}

export type NewTag = { name: string; color: TagColor };

/** Locks the lists of the client. Returns null if it has no such tag. */
async function lockTag(db: Db, clientId: string, tagId: number): Promise<TagRow | null> {
  await db.lock('work', clientId);
  const sql = `SELECT ${tagColumns} FROM work_tags WHERE client_id = $1 AND tag_id = $2 ${db.dialect.locking('UPDATE')}`;
  return db.row<TagRow>(sql, clientId, tagId);
}

async function updateTag(db: Db, clientId: string, tagId: number, change: Partial<NewTag>, by: By): Promise<Saved> {
  const tag = await lockTag(db, clientId, tagId);
  if (tag === null) return { outcome: 'unknown' };
  const { name, color } = { ...tag, ...change };
  if (await isTaken(db, clientId, tagList, name, tagId)) return { outcome: 'duplicate' };
  const row = { name, nameFolded: foldText(name), color };
  if ((await changeRow(db, 'work_tags', { clientId, tagId }, tag, row, by)) === 0) return { outcome: 'unknown' };
  const newName = name === tag.name ? undefined : name;
  await recordChange(db, by, 'tag-changed', workListEvent(clientId, 'tag', tag.name, newName));
  return { outcome: 'saved', id: tagId };
}

const createTag = (db: Db, clientId: string, { name, color }: NewTag, by: By) =>
  add(db, clientId, tagList, name, { color }, by);
const deleteTag = (db: Db, clientId: string, id: number, by: By) => remove(db, clientId, tagList, id, by);
const createReason = (db: Db, clientId: string, text: string, by: By) => add(db, clientId, reasonList, text, {}, by);
const deleteReason = (db: Db, clientId: string, id: number, by: By) => remove(db, clientId, reasonList, id, by);

export const listReads = { names: readNames, lists };
export const listChanges = { lockTag, createTag, updateTag, deleteTag, createReason, deleteReason };
