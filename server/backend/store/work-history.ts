/** Deletes old changes of work that nothing needs (setting WORK_HISTORY_DAYS). Times are milliseconds. */
import type { WorkDifference } from '../rules/work.ts';
import type { Db } from './port.ts';

type Change = { changeId: number; storyId: number; clientId: string; at: number; before: string; after: string };

/** The facts that work rules read from the history: which fields were set, and which tags the story ever had. */
function factsOf({ before, after }: Change): string[] {
  const [former, next]: [WorkDifference['before'], WorkDifference['after']] = [JSON.parse(before), JSON.parse(after)];
  const tags = [...(former.tags ?? []), ...(next.tags ?? [])];
  return [...Object.keys(next), ...tags.map((tag) => `tag ${tag}`)];
}

/** The changes before the time whose facts are all in later changes of the story. `changes`: newest first. */
function superseded(changes: readonly Change[], before: number): number[] {
  const known = new Set<string>();
  return changes.flatMap((change) => {
    const facts = factsOf(change);
    const isNew = facts.some((fact) => !known.has(fact));
    for (const fact of facts) known.add(fact);
    return isNew || change.at >= before ? [] : [change.changeId];
  });
}

/**
 * Handles the next `limit` histories after the story and the client of `after`. Keeps the newest change of each field and tag
 * of a story. Returns the last history; null at the end.
 */
async function deleteOldHistory(db: Db, before: number, after: HistoryPlace, limit: number) {
  const places = await db.rows<HistoryPlace>(
    `SELECT DISTINCT story_id, client_id FROM work_changes WHERE (story_id, client_id) > (CAST($1 AS bigint), $2)
     ORDER BY story_id, client_id LIMIT $3`,
    after.storyId,
    after.clientId,
    limit,
  );
  for (const clientId of new Set(places.map((place) => place.clientId).sort())) await db.lock('work', clientId);
  const changes = await db.rows<Change>(
    `SELECT change_id, story_id, client_id, at, before, after FROM work_changes WHERE story_id ${db.dialect.among('$1', 'bigint')}
     ORDER BY change_id DESC`,
    [...new Set(places.map(({ storyId }) => storyId))],
  );
  const histories = Map.groupBy(changes, ({ storyId, clientId }) => `${storyId} ${clientId}`);
  const old = places.flatMap(({ storyId, clientId }) =>
    superseded(histories.get(`${storyId} ${clientId}`) ?? [], before),
  );
  await db.run(`DELETE FROM work_changes WHERE change_id ${db.dialect.among('$1', 'bigint')}`, old);
  return places.at(-1) ?? null;
}

export type HistoryPlace = { storyId: number; clientId: string };

export const historyChanges = { deleteOldHistory };
