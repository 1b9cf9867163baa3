/** Work on stories that changes by itself: stories come back, and the work of stories that are merged is joined. */
import { clientAccount } from '../rules/account.ts';
import { isClosed, noWork, type Work } from '../rules/work.ts';
import type { Db } from './port.ts';
import { type ChangedWork, changed, readWorks, saveWorks, writeWorks } from './work-changes.ts';

/** Rows that the client `$1`, whose account is `$2`, sees: of its phrases, and not muted for all its people. */
const isSeen = `word_id IN (SELECT word_id FROM word_clients WHERE client_id = $1) AND NOT EXISTS (
  SELECT 1 FROM mutes WHERE account = $2 AND created_by <> account
    AND target_id = CASE kind WHEN 'owner' THEN posts.owner_id ELSE posts.user_id END)`;

/** Rows that the client sees: `later` than its work, and of these `fresh`; `sources`: those that are new with the fresh ones. */
type Arrived = { later: number; fresh: number; sources: number };

const countArrived = async (db: Db, clientId: string, storyId: number, seen: number, since: number): Promise<Arrived> =>
  (await db.row<Arrived>(
    `SELECT coalesce(sum(later), 0) AS later, coalesce(sum(fresh), 0) AS fresh,
       coalesce(sum(CASE WHEN first > $5 THEN 1 ELSE 0 END), 0) AS sources
     FROM (
       SELECT min(arrival) AS first, sum(CASE WHEN arrival > $4 THEN 1 ELSE 0 END) AS later,
         sum(CASE WHEN arrival > $5 THEN 1 ELSE 0 END) AS fresh
       FROM posts WHERE story_id = $3 AND ${isSeen} GROUP BY owner_id) AS owners`,
    ...[clientId, clientAccount(clientId), storyId, seen, Math.max(seen, since)],
  )) ?? { later: 0, fresh: 0, sources: 0 };

const back = {
  state: 'new',
  reason: null,
  untilAt: null,
  untilCopies: null,
  untilSources: null,
  closedAt: null,
} as const;

/** What is left of a number to wait for. */
const left = (until: number | null, arrived: number): number | null => until && Math.max(until - arrived, 0);

/** The work after new rows; the same when they have no effect. */
function afterArrival(work: Work, { later, fresh, sources }: Arrived): Work {
  if (fresh === 0 || work.untilAt !== null) return work;
  const [untilCopies, untilSources] = [left(work.untilCopies, fresh), left(work.untilSources, sources)];
  const returns = isClosed(work.state) || untilCopies === 0 || untilSources === 0;
  if (returns) return { ...work, ...back, returned: later };
  if (work.state === 'postponed') return { ...work, untilCopies, untilSources };
  return { ...work, returned: Math.max(work.returned, later) };
}

type WorkedStory = { clientId: string; storyId: number };

const byItself = (now: number) => ({ batchId: null, who: null, now });

async function saveAll(db: Db, found: readonly WorkedStory[], now: number, apply: Apply): Promise<void> {
  for (const [clientId, stories] of Map.groupBy(found, (story) => story.clientId)) {
    const ids = stories.map(({ storyId }) => storyId);
    const works = await readWorks(db, clientId, ids);
    const changes: ChangedWork[] = [];
    for (const storyId of ids) {
      const before = works.get(storyId) ?? noWork;
      const after = await apply(clientId, storyId, before);
      if (after.state !== before.state) changes.push({ storyId, before, after: changed(before, after, byItself(now)) });
      else if (after !== before) await saveCounts(db, clientId, storyId, after);
    }
    await saveWorks(db, clientId, changes, byItself(now));
  }
}
type Apply = (clientId: string, storyId: number, before: Work) => Promise<Work>;

/** Numbers that grow with the story are no change of anybody's. */
const saveCounts = (db: Db, clientId: string, storyId: number, { returned, untilCopies, untilSources }: Work) =>
  db.run(
    'UPDATE story_work SET returned = $3, until_copies = $4, until_sources = $5 WHERE client_id = $1 AND story_id = $2',
    ...[clientId, storyId, returned, untilCopies, untilSources],
  );

/** Rows have arrived after `since` in this transaction: closed stories come back, and postponed ones that waited for them. */
export async function returnArrived(db: Db, since: number, now: number): Promise<void> {
  const found = await db.rows<WorkedStory>(
    `SELECT client_id, story_id FROM story_work
     WHERE story_id IN (SELECT story_id FROM posts WHERE arrival > $1) AND seen_arrival IS NOT NULL
     ORDER BY client_id, story_id FOR UPDATE`,
    since,
  );
  await saveAll(db, found, now, async (clientId, storyId, work) =>
    afterArrival(work, await countArrived(db, clientId, storyId, work.seenArrival ?? 0, since)),
  );
}

/** Postponed stories whose time has come, up to `limit`. Returns their number. */
export async function returnDue(db: Db, now: number, limit: number): Promise<number> {
  const found = await db.rows<WorkedStory>(
    `SELECT client_id, story_id FROM story_work WHERE until_at <= $1 ORDER BY until_at, client_id, story_id LIMIT $2
     FOR UPDATE SKIP LOCKED`,
    ...[now, limit],
  );
  await saveAll(db, found, now, async (clientId, storyId, work) => {
    const { later } = await countArrived(db, clientId, storyId, work.seenArrival ?? 0, 0);
    return { ...work, ...back, returned: later, overdue: true };
  });
  return found.length;
}

/** What belongs to the work on a story, whatever the client. */
const parts = ['story_tags', 'story_notes', 'work_changes'] as const;

/** The story has no rows any more. */
export async function forgetWork(db: Db, storyId: number): Promise<void> {
  if ((await db.run('DELETE FROM story_work WHERE story_id = $1', storyId)) === 0) return;
  for (const table of parts) await db.run(`DELETE FROM ${table} WHERE story_id = $1`, storyId);
}

/** The later change decides; what only one of the stories has, stays. Only both together stay hidden. */
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

/** Nothing closes or hides by silence: rows of a story that nobody dealt with bring back the closed or hidden one that they join. */
async function withUntouched(db: Db, clientId: string, work: Work, untouched: number): Promise<Work> {
  if (!isClosed(work.state) && !work.hidden) return work;
  const { later } = await countArrived(db, clientId, untouched, 0, 0);
  if (later === 0) return work;
  return { ...work, ...(isClosed(work.state) && { ...back, returned: later }), hidden: false };
}

/** Before the rows of `from` become those of `into`. */
export async function joinWork(db: Db, from: number, into: number, now: number): Promise<void> {
  const clients = await db.column<string>(
    'SELECT DISTINCT client_id FROM story_work WHERE story_id = $1 OR story_id = $2 ORDER BY client_id',
    ...[from, into],
  );
  for (const clientId of clients) {
    const works = await readWorks(db, clientId, [from, into], 'FOR UPDATE');
    const [moved, kept] = [works.get(from), works.get(into)];
    const both = moved && kept ? joined(kept, moved) : (moved ?? kept ?? noWork);
    const next = { ...both, version: both.version + 1 };
    if (moved) await writeWorks(db, clientId, [{ storyId: into, before: kept ?? noWork, after: next }]);
    if (moved && kept) continue;
    const after = await withUntouched(db, clientId, next, moved ? into : from);
    if (after === next) continue;
    const change = { storyId: into, before: next, after: changed(next, after, byItself(now)) };
    await saveWorks(db, clientId, [change], byItself(now));
  }
  if (clients.length === 0) return;
  for (const table of ['story_notes', 'work_changes']) {
    await db.run(`UPDATE ${table} SET story_id = $1 WHERE story_id = $2`, into, from);
  }
  await db.run('DELETE FROM story_work WHERE story_id = $1', from);
  await db.run('DELETE FROM story_tags WHERE story_id = $1', from);
}
