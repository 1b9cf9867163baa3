/** Notes on stories and the history of their work. Times are milliseconds. */
import type { JournalAction } from '../../../shared/rules/journal.ts';
import { notesPage } from '../../../shared/rules/work.ts';
import type { WorkDifference } from '../rules/work.ts';
import { noWork, type Work } from '../rules/work.ts';
import { type Author, recordChange } from './journal.ts';
import { findVisible } from './marks.ts';
import { storyOf } from './own-stories.ts';
import { countRows, readPage, type Saved, type Slice } from './page.ts';
import { type Db, insertRow } from './port.ts';
import { readWorks, writeWorks } from './work-changes.ts';

/** `person`: the author; 0 is the client's own account, null an administrator. */
export type Note = { noteId: number; text: string; person: number | null; who: string; at: number };

/** `who`: null for an automatic change. `rule`: the name of the rule that made it. */
export type HistoryEntry = { at: number; who: string | null; rule: string | null } & WorkDifference;

/** `notesTotal`: the number of notes on all pages. */
export type Story = { work: Work; notes: Note[]; notesTotal: number; history: HistoryEntry[] };

const historyMax = 200;

/**
 * The story with its work, its notes and its history, newest first. The ID of a joined story finds the story that it was joined
 * into. Null if the client has no row of the story.
 */
async function story(
  db: Db,
  clientId: string,
  named: number,
  page: Slice = { limit: notesPage, offset: 0 },
): Promise<Story | null> {
  const storyId = await db.value<number>(`SELECT ${storyOf('$1', 'CAST($2 AS bigint)')}`, clientId, named);
  if (storyId === null || (await findVisible(db, { type: 'client', clientId }, [storyId])).length === 0) return null;
  const works = await readWorks(db, clientId, [storyId]);
  const source = 'FROM story_notes WHERE story_id = $1 AND client_id = $2';
  const notes = await readPage<Note>(
    db,
    { columns: 'note_id, text, person, who, at', source, order: 'note_id DESC', values: [storyId, clientId] },
    page,
  );
  const history = await db.rows<
    { at: number; who: string | null; rule: string | null } & Record<'before' | 'after', string>
  >(
    `SELECT change.at, change.who, before, after, rule.name AS rule
     FROM work_changes change
       LEFT JOIN work_batches batch ON batch.batch_id = change.batch_id
       LEFT JOIN work_rules rule ON rule.rule_id = batch.rule_id
     WHERE change.story_id = $1 AND change.client_id = $2
     ORDER BY change_id DESC LIMIT ${historyMax}`,
    storyId,
    clientId,
  );
  return {
    work: works.get(storyId) ?? noWork,
    notes: notes.rows,
    notesTotal: notes.total,
    history: history.map(({ before, after, ...entry }) => ({
      ...entry,
      before: JSON.parse(before),
      after: JSON.parse(after),
    })),
  };
}

/** Counts a note in the story's work, without changing its version. */
async function countNotes(db: Db, clientId: string, storyId: number, change: 1 | -1): Promise<void> {
  const before = (await readWorks(db, clientId, [storyId], db.dialect.locking('UPDATE'))).get(storyId) ?? noWork;
  await writeWorks(db, clientId, [{ storyId, before, after: { ...before, notes: before.notes + change } }]);
}

const record = (db: Db, by: Author, action: JournalAction, clientId: string, storyId: number) =>
  recordChange(db, by, action, { of: 'note', clientId, storyId });

/** `max` limits the notes of a story. `unknown`: the client has no row of the story. */
async function createNote(
  db: Db,
  clientId: string,
  { storyId, text, person }: { storyId: number; text: string; person: number | null },
  by: Author,
  max = Infinity,
): Promise<Saved> {
  await db.lock('work', clientId);
  if ((await findVisible(db, { type: 'client', clientId }, [storyId])).length === 0) return { outcome: 'unknown' };
  const ofStory = 'FROM story_notes WHERE story_id = $1 AND client_id = $2';
  if ((await countRows(db, ofStory, storyId, clientId)) >= max) return { outcome: 'too-many' };
  const row = { clientId, storyId, text, person, who: by.who, at: by.at };
  const noteId = await insertRow(db, 'story_notes', row, 'note_id');
  await countNotes(db, clientId, storyId, 1);
  await record(db, by, 'note-added', clientId, storyId);
  return { outcome: 'saved', id: noteId };
}

/**
 * `person`: deletes only a note by this person; undefined allows any author. Returns false if there is no such note.
 */
async function deleteNote(db: Db, clientId: string, noteId: number, person: number | null | undefined, by: Author) {
  await db.lock('work', clientId);
  const note = await db.row<{ storyId: number; person: number | null }>(
    'SELECT story_id, person FROM story_notes WHERE note_id = $1 AND client_id = $2',
    noteId,
    clientId,
  );
  if (note === null || (person !== undefined && note.person !== person)) return false;
  await db.run('DELETE FROM story_notes WHERE note_id = $1', noteId);
  await countNotes(db, clientId, note.storyId, -1);
  await record(db, by, 'note-deleted', clientId, note.storyId);
  return true;
}

export const noteReads = { story };
export const noteChanges = { createNote, deleteNote };
