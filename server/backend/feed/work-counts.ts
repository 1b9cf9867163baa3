/** The stories of a scope by their work, counted for the filters of the feed and analytics, and how long the work has taken. */
import type { DatabaseSync } from 'node:sqlite';
import type { Tone, WorkState, WorkStateFilter } from '../../../shared/rules/work.ts';
import type { PostScope, WorkCounts, WorkTimes } from '../store/posts-store.ts';
import { readNumber } from '../store/sqlite/sql.ts';
import { findOldStories } from './earlier-stories.ts';
import { packedIds, unpackIds } from './packed-ids.ts';
import { listShown } from './page-places.ts';
import { selectPosts, storiesToSkip } from './post-selection.ts';

const states: readonly WorkState[] = ['new', 'in-progress', 'postponed', 'resolved', 'rejected'];
const toneNames = ['none', 'positive', 'neutral', 'negative'] as const;
type ToneFilter = Tone | 'none';

const placeIn = (column: string, names: readonly string[]): string =>
  `CASE ${column} ${names.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} ELSE 0 END`;

const codes = 2 ** 7;
const code = `${placeIn('state', states)} * 16 + ${placeIn('tone', toneNames)} * 4 + (returned > 0) * 2 + overdue`;

/** A story with its work; of its tags only whether it has that of the filter. */
type Worked = { story: number; state: WorkState; tone: ToneFilter; returned: boolean; overdue: boolean } & {
  assignee: number | null;
};

function* readWorked(db: DatabaseSync, clientId: string): Iterable<Worked> {
  const row = db
    .prepare(
      `SELECT ${packedIds(`(story_id * ${codes} + ${code})`)} AS works, ${packedIds('coalesce(assignee + 1, 0)')} AS assignees
       FROM story_work WHERE client_id = ?`,
    )
    .get(clientId);
  const works = unpackIds(row?.works as Uint8Array | null);
  const assignees = unpackIds(row?.assignees as Uint8Array | null);
  for (let index = 0; index < works.length; index += 1) {
    const work = works[index] ?? 0;
    const story = Math.floor(work / codes);
    const bits = work - story * codes;
    yield {
      story,
      state: states[bits >> 4] ?? 'new',
      tone: toneNames[(bits >> 2) & 3] ?? 'none',
      returned: (bits & 2) > 0,
      overdue: (bits & 1) > 0,
      assignee: (assignees[index] ?? 0) - 1 < 0 ? null : (assignees[index] ?? 0) - 1,
    };
  }
}

const isOpen = (state: WorkState): boolean => state !== 'resolved' && state !== 'rejected';

/** The values of the filter by state that accept the story. */
const statesOf = ({ state, returned, overdue }: Omit<Worked, 'story'>): WorkStateFilter[] => [
  state,
  ...(isOpen(state) ? (['open'] as const) : []),
  ...(returned ? (['returned'] as const) : []),
  ...(overdue ? (['overdue'] as const) : []),
];

const noCounts = (): WorkCounts => ({
  states: {
    ...{ new: 0, 'in-progress': 0, postponed: 0, resolved: 0, rejected: 0, open: 0, returned: 0, overdue: 0 },
  },
  people: [],
  tags: [],
  tones: { none: 0, positive: 0, neutral: 0, negative: 0 },
  total: 0,
});

/** `stories`: 1 at the IDs of those that the scope has. */
function findStories(db: DatabaseSync, scope: PostScope): { stories: Uint8Array; total: number } {
  const stories = new Uint8Array(readNumber(db, 'SELECT max(story_id) FROM stories') + 1);
  const selection = selectPosts(db, scope);
  if (selection === null) return { stories, total: 0 };
  const view = { hideCopies: true, leftOut: storiesToSkip(selection, scope), old: findOldStories(db, selection) };
  let total = 0;
  for (const story of listShown(db, selection, view).stories) {
    if (stories[story] === 1) continue;
    stories[story] = 1;
    total += 1;
  }
  return { stories, total };
}

function readTags(db: DatabaseSync, clientId: string): { tagId: number; stories: Float64Array }[] {
  const sql = `SELECT tag_id AS tagId, ${packedIds('story_id')} AS stories FROM story_tags WHERE client_id = ? GROUP BY tag_id`;
  return db
    .prepare(sql)
    .all(clientId)
    .map(({ tagId, stories }) => ({ tagId: Number(tagId), stories: unpackIds(stories as Uint8Array) }));
}

export function countWork(db: DatabaseSync, scope: PostScope): WorkCounts {
  const counts = noCounts();
  const { clientId } = scope;
  if (clientId === null) return counts;
  const { stories, total } = findStories(db, { ...scope, state: null, assignee: null, tag: null, tone: null });
  const tags = readTags(db, clientId);
  const tagged = new Set(tags.find(({ tagId }) => tagId === scope.tag)?.stories);
  const people = new Map<number | null, number>();

  function add(work: Omit<Worked, 'story'>, hasTag: boolean, count: number): boolean {
    const ofStates = statesOf(work);
    const isOfState = scope.state === null || ofStates.includes(scope.state);
    const isOfPerson = scope.assignee === null || work.assignee === (scope.assignee === 'none' ? null : scope.assignee);
    const isOfTone = scope.tone === null || work.tone === scope.tone;
    if (isOfPerson && isOfTone && hasTag) for (const state of ofStates) counts.states[state] += count;
    if (isOfState && isOfTone && hasTag) people.set(work.assignee, (people.get(work.assignee) ?? 0) + count);
    if (isOfState && isOfPerson && hasTag) counts.tones[work.tone] += count;
    const isOfAll = isOfState && isOfPerson && isOfTone;
    if (isOfAll && hasTag) counts.total += count;
    return isOfAll;
  }

  let untouched = total;
  for (const worked of readWorked(db, clientId)) {
    const { story } = worked;
    if (stories[story] !== 1) continue;
    untouched -= 1;
    // All filters but that by tag accept it.
    if (add(worked, scope.tag === null || tagged.has(story), 1)) stories[story] = 2;
  }
  const nothing = { state: 'new', tone: 'none', returned: false, overdue: false, assignee: null } as const;
  add(nothing, scope.tag === null, untouched);
  counts.people = [...people].map(([personId, total]) => ({ personId, total }));
  for (const { tagId, stories: list } of tags) {
    let found = 0;
    for (const story of list) if (stories[story] === 2) found += 1;
    if (found > 0) counts.tags.push({ tagId, total: found });
  }
  return counts;
}

const timesSql = `
  SELECT story_id AS story, first_reaction_at AS reactedAt, closed_at AS closedAt,
    (SELECT at FROM arrivals WHERE first <= story_id ORDER BY first DESC LIMIT 1) AS arrivedAt
  FROM story_work WHERE client_id = ? AND first_reaction_at IS NOT NULL`;

function medianOf(durations: readonly number[]): number | null {
  const ascending = durations.toSorted((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 2)] ?? null;
}

/** A story has the number of its first arrival. */
export function measureWork(db: DatabaseSync, scope: PostScope): WorkTimes {
  const { clientId } = scope;
  const [reactions, closings]: [number[], number[]] = [[], []];
  const { stories } = clientId === null ? { stories: [] } : findStories(db, scope);
  for (const row of db.prepare(timesSql).iterate(clientId)) {
    if (stories[Number(row.story)] !== 1) continue;
    const arrivedAt = Number(row.arrivedAt);
    reactions.push(Math.max(0, Number(row.reactedAt) - arrivedAt));
    if (row.closedAt !== null) closings.push(Math.max(0, Number(row.closedAt) - arrivedAt));
  }
  return {
    reaction: { stories: reactions.length, median: medianOf(reactions) },
    closing: { stories: closings.length, median: medianOf(closings) },
  };
}
