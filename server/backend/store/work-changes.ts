/** Changes the work on several stories of a client at once, and keeps each change in the history of its story. */
import { workEvent } from '../rules/journal/events.ts';
import {
  applyChange,
  differenceOf,
  isClosed,
  noWork,
  type Work,
  type WorkChange,
  type WorkValues,
} from '../rules/work.ts';
import { type Author, recordChange } from './journal.ts';
import { findVisible } from './marks.ts';
import { partsOf, rowsOfParts, rowsOfStories } from './own-stories.ts';
import { camelCase, type Db, type Dialect } from './port.ts';
import { readNames } from './work-lists.ts';

const workColumns = `version, state, assignee, until_at, until_copies, until_sources, reason, tone, notes, seen_arrival,
  returned, overdue, hidden, first_reaction_at, closed_at, changed_at, changed_by`;

type StoredWork = Omit<Work, 'tags'> & { storyId: number };
export type Works = Map<number, Work>;

/** The stored work of the stories. `lock`: a locking clause of the dialect. */
export async function readWorks(db: Db, clientId: string, storyIds: readonly number[], lock = ''): Promise<Works> {
  const stored = await db.rows<StoredWork>(
    `SELECT story_id, ${workColumns} FROM story_work WHERE client_id = $1 AND story_id ${db.dialect.among('$2', 'bigint')} ORDER BY story_id ${lock}`,
    clientId,
    storyIds,
  );
  const tags = await db.rows<{ storyId: number; tagId: number }>(
    `SELECT story_id, tag_id FROM story_tags WHERE story_id ${db.dialect.among('$2', 'bigint')} AND client_id = $1 ORDER BY tag_id`,
    clientId,
    storyIds,
  );
  const tagsOf = Map.groupBy(tags, ({ storyId }) => storyId);
  const withTags = ({ storyId, ...work }: StoredWork): [number, Work] => [
    storyId,
    { ...work, tags: (tagsOf.get(storyId) ?? []).map(({ tagId }) => tagId) },
  ];
  return new Map(stored.map(withTags));
}

/** The last arrival of each story. */
async function readArrivals(db: Db, clientId: string, storyIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db.rows<{ storyId: number; arrival: number }>(
    `SELECT story AS story_id, max((SELECT max(arrival) FROM ${rowsOfParts('$1', '= parts.part')})) AS arrival
     FROM ${partsOf(db.dialect, '$1', '$2')} GROUP BY story`,
    clientId,
    storyIds,
  );
  return new Map(rows.map(({ storyId, arrival }) => [storyId, arrival]));
}

/** Work on a story before and after a change. */
export type ChangedWork = { storyId: number; before: Work; after: Work };

const tagPairs = (changes: readonly ChangedWork[], from: 'before' | 'after', to: 'before' | 'after'): string =>
  JSON.stringify(
    changes.flatMap((change) =>
      change[from].tags.filter((tag) => !change[to].tags.includes(tag)).map((tag) => [tag, change.storyId]),
    ),
  );

const pairs = ({ rowsIn }: Dialect): string =>
  `SELECT CAST(value ->> 0 AS bigint) AS tag_id, CAST(value ->> 1 AS bigint) AS story_id FROM ${rowsIn('$2')}`;

async function writeTags(db: Db, clientId: string, changes: readonly ChangedWork[]): Promise<void> {
  const [removed, added] = [tagPairs(changes, 'before', 'after'), tagPairs(changes, 'after', 'before')];
  const remove = `DELETE FROM story_tags WHERE client_id = $1 AND (tag_id, story_id) IN (${pairs(db.dialect)})`;
  if (removed !== '[]') await db.run(remove, clientId, removed);
  const insert = `INSERT INTO story_tags (client_id, tag_id, story_id)
    SELECT $1, tag_id, story_id FROM (${pairs(db.dialect)}) AS added
    WHERE tag_id IN (SELECT tag_id FROM work_tags WHERE client_id = $1) ON CONFLICT DO NOTHING`;
  if (added !== '[]') await db.run(insert, clientId, added);
}

const columns = workColumns.split(/,\s*/);
const types: Readonly<Record<string, string>> = {
  state: 'text',
  reason: 'text',
  tone: 'text',
  changed_by: 'text',
  overdue: 'boolean',
  hidden: 'boolean',
};
/** The assignee, or NULL if the person is gone: an undo or a running batch may name one. */
const assigneeAt = (index: number): string =>
  `(SELECT person_id FROM (SELECT 0 AS person_id UNION ALL SELECT person_id FROM people WHERE client_id = $1) AS known
    WHERE person_id = CAST(value ->> ${index} AS bigint))`;
const castOf = (column: string, index: number): string =>
  column === 'assignee' ? assigneeAt(index) : `CAST(value ->> ${index} AS ${types[column] ?? 'bigint'})`;
const saveSql = ({ rowsIn }: Dialect): string => `
  INSERT INTO story_work (client_id, story_id, ${workColumns})
  SELECT $1, ${['story_id', ...columns].map(castOf).join(', ')} FROM ${rowsIn('$2')} WHERE true
  ON CONFLICT (client_id, story_id) DO UPDATE SET
    ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** `who`: null for automatic changes. */
export type ChangeRecord = { batchId: number | null; who: string | null; now: number };

/** Stores the work after the changes, without history. */
export async function writeWorks(db: Db, clientId: string, changes: readonly ChangedWork[]): Promise<void> {
  const rows = changes.map(({ storyId, after }) => [
    storyId,
    ...columns.map((name) => after[camelCase(name) as keyof Work]),
  ]);
  await db.run(saveSql(db.dialect), clientId, JSON.stringify(rows));
  await writeTags(db, clientId, changes);
}

/** Stores the work after the changes, and their history. */
export async function saveWorks(db: Db, clientId: string, changes: readonly ChangedWork[], record: ChangeRecord) {
  if (changes.length === 0) return;
  const { batchId, who, now } = record;
  await writeWorks(db, clientId, changes);
  const differences = changes.map(({ storyId, before, after }) => {
    const difference = differenceOf(before, after);
    return [storyId, after.version, JSON.stringify(difference?.before ?? {}), JSON.stringify(difference?.after ?? {})];
  });
  await db.run(
    `INSERT INTO work_changes (batch_id, client_id, story_id, version, at, who, before, after)
     SELECT CAST($1 AS bigint), $2, CAST(value ->> 0 AS bigint), CAST(value ->> 1 AS bigint), CAST($3 AS bigint), $4, value ->> 2, value ->> 3
     FROM ${db.dialect.rowsIn('$5')}`,
    batchId,
    clientId,
    now,
    who,
    JSON.stringify(differences),
  );
}

export const changed = (work: Work, values: WorkValues, { who, now }: ChangeRecord): Work => ({
  ...work,
  ...values,
  version: work.version + 1,
  changedAt: now,
  changedBy: who,
});

/**
 * `version`: the version that the author has seen; null accepts any version, unless the work was changed after `until`.
 */
export type WantedStory = { storyId: number; version: number | null };
export type WorkOutcome = 'changed' | 'same' | 'conflict' | 'unknown';
export type WorkResult = { storyId: number; outcome: WorkOutcome; work: Work; before: Work };

export type ChangeOptions = ChangeRecord & { taker: number | null; until?: number };

/**
 * Prevents rows from arriving in the stories until the end of the transaction, so that no row arrives unseen while a story is
 * being closed.
 */
export async function lockArrivals(db: Db, clientId: string, storyIds: readonly number[]): Promise<void> {
  const automatic = `SELECT story_id FROM ${rowsOfStories(db.dialect, '$1', '$2')}`;
  const lockSql = `SELECT story_id FROM stories WHERE story_id IN (${automatic}) ORDER BY story_id ${db.dialect.locking('SHARE')}`;
  await db.rows(lockSql, clientId, storyIds);
}

/** Changes the stories with a row that the client sees. */
export async function changeStories(
  db: Db,
  clientId: string,
  stories: readonly WantedStory[],
  change: WorkChange,
  options: ChangeOptions,
): Promise<WorkResult[]> {
  const { taker, now, until = Infinity } = options;
  await db.lock('work', clientId);
  const ids = stories.map(({ storyId }) => storyId);
  await lockArrivals(db, clientId, ids);
  const visible = new Set(await findVisible(db, { type: 'client', clientId }, ids));
  const works = await readWorks(db, clientId, ids, db.dialect.locking('UPDATE'));
  const { state } = change;
  const needsArrival = state !== undefined && (isClosed(state) || state === 'postponed');
  const arrivals = needsArrival ? await readArrivals(db, clientId, ids) : new Map<number, number>();
  const results = stories.map(({ storyId, version }): WorkResult => {
    const before = works.get(storyId) ?? noWork;
    const found = { storyId, work: before, before };
    if (!visible.has(storyId)) return { ...found, outcome: 'unknown' };
    if (version === null ? before.changedAt > until : version !== before.version)
      return { ...found, outcome: 'conflict' };
    const values = applyChange(before, change, { arrival: arrivals.get(storyId) ?? null, taker, now });
    if (differenceOf(before, values) === null) return { ...found, outcome: 'same' };
    return { ...found, outcome: 'changed', work: changed(before, values, options) };
  });
  const saved = results.filter(({ outcome }) => outcome === 'changed');
  await saveWorks(
    db,
    clientId,
    saved.map(({ storyId, before, work }) => ({ storyId, before, after: work })),
    options,
  );
  return results;
}

/**
 * Counts the results of an action in its batch and records the changes. Without changes, deletes the batch if it is empty.
 * Returns the number of changed stories.
 */
export async function finishAction(
  db: Db,
  by: Author,
  { clientId, batchId }: { clientId: string; batchId: number },
  change: WorkChange,
  results: readonly WorkResult[],
): Promise<number> {
  const done = results.filter(({ outcome }) => outcome === 'changed');
  const [first] = done;
  if (!first) {
    await db.run('DELETE FROM work_batches WHERE batch_id = $1 AND total = 0', batchId);
    return 0;
  }
  await db.run(
    `UPDATE work_batches SET total = total + $1, done = done + $1, changed = changed + $2, skipped = skipped + $1 - $2
     WHERE batch_id = $3`,
    results.length,
    done.length,
    batchId,
  );
  const { storyId, before, work } = first;
  const difference = { ...(differenceOf(before, work) ?? { before: {}, after: {} }), storyId };
  const changed = { clientId, stories: done.length, batchId };
  await recordChange(db, by, 'work-changed', workEvent(changed, change, await readNames(db, clientId), difference));
  return done.length;
}

/** Unassigns all stories of the person. */
export const releaseStories = (db: Db, clientId: string, personId: number) =>
  db.run(
    'UPDATE story_work SET assignee = NULL, version = version + 1 WHERE client_id = $1 AND assignee = $2',
    clientId,
    personId,
  );
