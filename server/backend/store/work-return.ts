/** Automatic changes of work: stories come back, and the works of merged stories are joined. */

import { clientAccount } from '../rules/account.ts';
import { isClosed, noWork, type Work } from '../rules/work.ts';
import { rowsOfStories, storyOf } from './own-stories.ts';
import type { Db } from './port.ts';
import { isShownTo } from './wall-visibility.ts';
import { shownWordsOf } from './word-rows.ts';
import { type ChangedWork, changed, readWorks, saveWorks, writeWorks } from './work-changes.ts';

/**
 * SQL: whether the client `$1`, whose account is `$2`, sees the row: the row has one of its phrases, and is not muted for all
 * its people.
 */
const isSeen = `word_id IN (${shownWordsOf('$1')}) AND ${isShownTo('$1')} AND NOT EXISTS (
  SELECT 1 FROM mutes WHERE account = $2 AND created_by <> account
    AND target_id = CASE kind WHEN 'owner' THEN posts.owner_id ELSE posts.user_id END)`;

/**
 * Counts of rows that the client sees. `later`: rows after the arrival that the work has seen; `fresh`: later rows in this
 * transaction; `sources`: sources that are new with the fresh rows.
 */
type Arrived = { later: number; fresh: number; sources: number };

const countArrived = async (db: Db, clientId: string, storyId: number, seen: number, since: number): Promise<Arrived> =>
  (await db.row<Arrived>(
    `SELECT coalesce(sum(later), 0) AS later, coalesce(sum(fresh), 0) AS fresh,
       coalesce(sum(CASE WHEN first > $5 THEN 1 ELSE 0 END), 0) AS sources
     FROM (
       SELECT min(arrival) AS first, sum(CASE WHEN arrival > $4 THEN 1 ELSE 0 END) AS later,
         sum(CASE WHEN arrival > $5 THEN 1 ELSE 0 END) AS fresh
       FROM ${rowsOfStories(db.dialect, '$1', '$3')} WHERE ${isSeen} GROUP BY owner_id) AS owners`,
    clientId,
    clientAccount(clientId),
    [storyId],
    seen,
    Math.max(seen, since),
  )) ?? { later: 0, fresh: 0, sources: 0 };

const back = {
  state: 'new',
  reason: null,
  untilAt: null,
  untilCopies: null,
  untilSources: null,
  closedAt: null,
} as const;

/** How many of `until` are still awaited. */
const left = (until: number | null, arrived: number): number | null => until && Math.max(until - arrived, 0);

/** The work after new rows; the same object when they have no effect. */
function afterArrival(work: Work, { later, fresh, sources }: Arrived): Work {
  if (fresh === 0 || work.untilAt !== null) return work;
  const [untilCopies, untilSources] = [left(work.untilCopies, fresh), left(work.untilSources, sources)];
  const returns = isClosed(work.state) || untilCopies === 0 || untilSources === 0;
  if (returns) return { ...work, ...back, returned: later };
  if (work.state === 'postponed') return { ...work, untilCopies, untilSources };
  return { ...work, returned: Math.max(work.returned, later) };
}

type ClientStory = { clientId: string; storyId: number };

const automatic = (now: number) => ({ batchId: null, who: null, now });

async function saveAll(db: Db, found: readonly ClientStory[], now: number, apply: Apply): Promise<void> {
  for (const [clientId, stories] of Map.groupBy(found, (story) => story.clientId)) {
    const ids = stories.map(({ storyId }) => storyId);
    const works = await readWorks(db, clientId, ids);
    const changes: ChangedWork[] = [];
    for (const storyId of ids) {
      const before = works.get(storyId) ?? noWork;
      const after = await apply(clientId, storyId, before);
      if (after.state !== before.state)
        changes.push({ storyId, before, after: changed(before, after, automatic(now)) });
      else if (after !== before) await saveCounts(db, clientId, storyId, after);
    }
    await saveWorks(db, clientId, changes, automatic(now));
  }
}
type Apply = (clientId: string, storyId: number, before: Work) => Promise<Work>;

/** Saves numbers that grow with the story; this does not count as a change. */
const saveCounts = (db: Db, clientId: string, storyId: number, { returned, untilCopies, untilSources }: Work) =>
  db.run(
    'UPDATE story_work SET returned = $3, until_copies = $4, until_sources = $5 WHERE client_id = $1 AND story_id = $2',
    clientId,
    storyId,
    returned,
    untilCopies,
    untilSources,
  );

/** SQL: works on stories that may have got rows after `$1`: on automatic stories, joined stories, and stories of separated posts. */
const possible = `
  SELECT client_id, story_id FROM story_work WHERE story_id IN (SELECT story_id FROM posts WHERE arrival > $1)
  UNION ALL
  SELECT client_id, into_story FROM joined_stories WHERE story_id IN (SELECT story_id FROM posts WHERE arrival > $1)
  UNION ALL
  SELECT own.client_id, ${storyOf('own.client_id', 'own.story_id')}
  FROM posts JOIN separated_posts own ON own.owner_id = posts.owner_id AND own.post_id = posts.post_id WHERE arrival > $1`;

/**
 * Called when rows have arrived after `since` in this transaction: closed stories come back, and postponed ones that waited for
 * new rows.
 */
export async function returnArrived(db: Db, since: number, now: number): Promise<void> {
  const found = await db.rows<ClientStory>(
    `SELECT client_id, story_id FROM story_work
     WHERE (client_id, story_id) IN (${possible}) AND seen_arrival IS NOT NULL
     ORDER BY client_id, story_id ${db.dialect.locking('UPDATE')}`,
    since,
  );
  await saveAll(db, found, now, async (clientId, storyId, work) =>
    afterArrival(work, await countArrived(db, clientId, storyId, work.seenArrival ?? 0, since)),
  );
}

/** Brings back up to `limit` postponed stories whose time has come. Returns their number. */
export async function returnDue(db: Db, now: number, limit: number): Promise<number> {
  const found = await db.rows<ClientStory>(
    `SELECT client_id, story_id FROM story_work WHERE until_at <= $1 ORDER BY until_at, client_id, story_id LIMIT $2
     ${db.dialect.locking('UPDATE SKIP LOCKED')}`,
    now,
    limit,
  );
  await saveAll(db, found, now, async (clientId, storyId, work) => {
    const { later } = await countArrived(db, clientId, storyId, work.seenArrival ?? 0, 0);
    return { ...work, ...back, returned: later, overdue: true };
  });
  return found.length;
}

const parts = ['story_tags', 'story_notes', 'work_changes'] as const;

/** Deletes the work on each of these stories that has no row left for the client. */
export async function forgetEmpty(db: Db, stories: readonly ClientStory[]): Promise<void> {
  for (const { clientId, storyId } of stories) {
    const left = `SELECT 1 FROM ${rowsOfStories(db.dialect, '$1', '$2')} LIMIT 1`;
    if ((await db.row(left, clientId, [storyId])) !== null) continue;
    await db.run('DELETE FROM joined_stories WHERE client_id = $1 AND into_story = $2', clientId, storyId);
    for (const table of ['story_work', ...parts])
      await db.run(`DELETE FROM ${table} WHERE client_id = $1 AND story_id = $2`, clientId, storyId);
  }
}

/** Deletes all work on an automatic story without rows. */
export async function forgetWork(db: Db, storyId: number): Promise<void> {
  const touched = await db.rows<ClientStory>(
    'SELECT DISTINCT client_id, into_story AS story_id FROM joined_stories WHERE story_id = $1 OR into_story = $1',
    storyId,
  );
  await db.run('DELETE FROM joined_stories WHERE story_id = $1', storyId);
  await forgetEmpty(db, touched);
  const others = `story_id = $1 AND NOT (client_id ${db.dialect.among('$2', 'text')})`;
  const clients = touched.map(({ clientId }) => clientId);
  if ((await db.run(`DELETE FROM story_work WHERE ${others}`, storyId, clients)) === 0) return;
  for (const table of parts) await db.run(`DELETE FROM ${table} WHERE ${others}`, storyId, clients);
}

/** Merges two works: the later change wins, tags and notes of both are kept, and the result is hidden only if both were. */
function joined(first: Work, second: Work): Work {
  const [later, earlier] = first.changedAt < second.changedAt ? [second, first] : [first, second];
  const reactions = [first.firstReactionAt, second.firstReactionAt].filter((time) => time !== null);
  return {
    ...later,
    version: Math.max(first.version, second.version),
    notes: first.notes + second.notes,
    hidden: first.hidden && second.hidden,
    tags: [...new Set([...later.tags, ...earlier.tags])].sort((a, b) => a - b),
    firstReactionAt: reactions.length === 0 ? null : Math.min(...reactions),
  };
}

/** Nothing is closed or hidden silently: a closed or hidden story comes back if rows have arrived after `seen`. */
export async function returnLater(
  db: Db,
  clientId: string,
  storyId: number,
  work: Work,
  seen = work.seenArrival ?? 0,
): Promise<Work> {
  if (!isClosed(work.state) && !work.hidden) return work;
  const { later } = await countArrived(db, clientId, storyId, seen, 0);
  if (later === 0) return work;
  return { ...work, ...(isClosed(work.state) && { ...back, returned: later }), hidden: false };
}

/** Moves the client's work on `from` to `into`, before the rows move. */
export async function joinWork(db: Db, clientId: string, from: number, into: number, now: number): Promise<void> {
  const works = await readWorks(db, clientId, [from, into], db.dialect.locking('UPDATE'));
  const [moved, kept] = [works.get(from), works.get(into)];
  if (!moved && !kept) return;
  const both = moved && kept ? joined(kept, moved) : (moved ?? kept ?? noWork);
  const next = { ...both, version: both.version + 1 };
  if (moved) await writeWorks(db, clientId, [{ storyId: into, before: kept ?? noWork, after: next }]);
  // Nothing is closed silently: if only one story had work and it is closed, the rows of the other bring it back.
  // A story that only has notes has the version 0.
  const after =
    moved?.version && kept?.version ? next : await returnLater(db, clientId, moved?.version ? into : from, next, 0);
  if (after !== next) {
    const change = { storyId: into, before: next, after: changed(next, after, automatic(now)) };
    await saveWorks(db, clientId, [change], automatic(now));
  }
  const ofStory = 'WHERE client_id = $1 AND story_id = $2';
  for (const table of ['story_notes', 'work_changes'])
    await db.run(`UPDATE ${table} SET story_id = $3 ${ofStory}`, clientId, from, into);
  for (const table of ['story_work', 'story_tags']) await db.run(`DELETE FROM ${table} ${ofStory}`, clientId, from);
}

/** Joins `from`, and the stories that were joined with it, to `into`. */
export async function joinParts(db: Db, clientId: string, from: number, into: number): Promise<void> {
  const moveParts = 'UPDATE joined_stories SET into_story = $3 WHERE client_id = $1 AND into_story = $2';
  await db.run(moveParts, clientId, from, into);
  await db.run(
    'INSERT INTO joined_stories (client_id, story_id, into_story) VALUES ($1, $2, $3)',
    clientId,
    from,
    into,
  );
}

/**
 * Joins the clients' stories of `from` and `into`, before the rows of the automatic story `from` move to `into`. A client that
 * has already joined both keeps its story.
 */
export async function mergeWork(db: Db, from: number, into: number, now: number): Promise<void> {
  const clients = await db.rows<{ clientId: string; former: number; next: number }>(
    `SELECT client_id, ${storyOf('clients.client_id', '$1')} AS former, ${storyOf('clients.client_id', '$2')} AS next
     FROM (
       SELECT client_id FROM story_work WHERE story_id IN ($1, $2)
       UNION SELECT client_id FROM joined_stories WHERE story_id IN ($1, $2) OR into_story IN ($1, $2)) AS clients
     ORDER BY client_id`,
    from,
    into,
  );
  for (const { clientId, former, next } of clients) {
    if (former === next) continue;
    await joinWork(db, clientId, former, next, now);
    await joinParts(db, clientId, former, next);
  }
  await db.run('DELETE FROM joined_stories WHERE story_id = $1', from);
}
