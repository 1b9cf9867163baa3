/** The stories of a filter by their work, counted for the filters of the feed and analytics, and how long the work has taken. */
import type { DatabaseSync } from 'node:sqlite';
import type { WorkCounts, WorkTimes } from '../../../shared/api/story-work.ts';
import { type WorkStateFilter, workStateFilters } from '../../../shared/rules/work.ts';
import { countBits, hasBit, setBit } from '../rules/bits.ts';
import { type Viewing, withFilters } from '../store/posts-store.ts';
import { allOf, readArrays } from '../store/sqlite/sql.ts';
import { isShownTo } from '../store/wall-visibility.ts';
import { findReading } from './earlier-stories.ts';
import { filters } from './filters.ts';
import { inStories, type OwnStories, postsOf } from './own-stories.ts';
import { findShown } from './post-counts.ts';
import { createStorySet } from './story-set.ts';
import { acceptedWork, codeCount, findTagged, readWorkColumns, statesOf, toneFilters, toneOf } from './work-columns.ts';

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const noCounts = (): WorkCounts => ({
  states: zeros(Object.keys(workStateFilters) as WorkStateFilter[]),
  people: [],
  tags: [],
  tones: zeros(toneFilters),
  total: 0,
});

function findStories(db: DatabaseSync, own: OwnStories, viewing: Viewing): Uint8Array {
  const reading = findReading(db, own, viewing);
  return reading ? findShown(db, reading) : createStorySet(db);
}

export function countWork(db: DatabaseSync, own: OwnStories, viewing: Viewing): WorkCounts {
  const counts = noCounts();
  const { filter, clientId } = viewing;
  const { tag } = filter;
  if (clientId === null) return counts;
  const stories = findStories(db, own, withFilters(viewing, filters.work.off));
  const work = readWorkColumns(db, clientId);
  const tagged = findTagged(db, work, tag);
  const { byState, byTone, person: wanted } = acceptedWork(filter);
  /** By code, of the stories whose person and tag are accepted. */
  const ofCode = new Uint32Array(codeCount);
  /** By the ID of the person plus 1. */
  const people: number[] = [];

  function add(code: number, person: number, isTagged: boolean, count: number): boolean {
    const isOfPerson = wanted === null || person === wanted;
    const isOfCode = byState[code] === true && byTone[code] === true;
    if (isTagged && isOfPerson) ofCode[code] = (ofCode[code] ?? 0) + count;
    if (isTagged && isOfCode) people[person] = (people[person] ?? 0) + count;
    return isOfPerson && isOfCode;
  }

  /** The stories that all filters except the tag accept. */
  const accepted = createStorySet(db);
  let untouched = countBits(stories);
  for (const { stories: worked, codes, people: owners } of work) {
    for (let index = 0; index < worked.length; index += 1) {
      const story = worked[index] ?? 0;
      if (!hasBit(stories, story)) continue;
      untouched -= 1;
      setBit(accepted, story, add(codes[index] ?? 0, owners[index] ?? 0, hasBit(tagged, story), 1));
    }
  }
  add(0, 0, tag === null, untouched);

  for (const [code, count] of ofCode.entries()) {
    if (byTone[code]) for (const state of statesOf(code)) counts.states[state] += count;
    if (byState[code]) counts.tones[toneOf(code)] += count;
    if (byTone[code] && byState[code]) counts.total += count;
  }
  people.forEach((total, place) => void counts.people.push({ personId: place === 0 ? null : place - 1, total }));
  const ofTags = new Map<number, number>();
  for (const [tagId, ofTag] of work.flatMap(({ tags }) => [...tags])) {
    const total = ofTag.reduce((sum, story) => sum + Number(hasBit(accepted, story)), ofTags.get(tagId) ?? 0);
    if (total > 0) ofTags.set(tagId, total);
  }
  counts.tags = [...ofTags].sort(([a], [b]) => a - b).map(([tagId, total]) => ({ tagId, total }));
  return counts;
}

const timesSql = `
  SELECT story_id AS story, first_reaction_at AS reactedAt, closed_at AS closedAt
  FROM story_work WHERE client_id = ? AND first_reaction_at IS NOT NULL`;

function medianOf(durations: readonly number[]): number | null {
  const ascending = durations.toSorted((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? null;
}

/**
 * When the client could see the first row of each story: its arrival, but not before the client had the phrase. Rows of other
 * clients' phrases do not count.
 */
function findFirstSeen(
  db: DatabaseSync,
  own: OwnStories,
  clientId: string,
  stories: readonly number[],
): Map<number, number> {
  const arrivedAt = '(SELECT at FROM arrivals WHERE first <= posts.arrival ORDER BY first DESC LIMIT 1)';
  const { sql, params } = allOf(inStories(own, 'posts.story_id', stories));
  return new Map(
    readArrays<[number, number]>(
      db,
      `SELECT posts.story_id, min(max(${arrivedAt}, coalesce(linked_at, 0)))
       FROM ${postsOf(own)} CROSS JOIN word_clients link ON link.word_id = posts.word_id AND link.client_id = ?
       WHERE ${sql} AND ${isShownTo('?')} GROUP BY posts.story_id`,
      [clientId, ...params, clientId],
    ),
  );
}

export function measureWork(db: DatabaseSync, own: OwnStories, viewing: Viewing): WorkTimes {
  const { clientId } = viewing;
  const [reactions, closings]: [number[], number[]] = [[], []];
  const stories = clientId === null ? createStorySet(db) : findStories(db, own, viewing);
  const works = clientId === null ? [] : db.prepare(timesSql).all(clientId);
  const reacted = works.filter(({ story }) => hasBit(stories, Number(story)));
  const ids = reacted.map(({ story }) => Number(story));
  const firstSeen = clientId === null ? new Map<number, number>() : findFirstSeen(db, own, clientId, ids);
  for (const row of reacted) {
    const arrivedAt = firstSeen.get(Number(row.story));
    if (arrivedAt === undefined) continue;
    reactions.push(Math.max(0, Number(row.reactedAt) - arrivedAt));
    if (row.closedAt !== null) closings.push(Math.max(0, Number(row.closedAt) - arrivedAt));
  }
  return {
    reaction: { stories: reactions.length, median: medianOf(reactions) },
    closing: { stories: closings.length, median: medianOf(closings) },
  };
}
