/** The stories of a scope by their work, counted for the filters of the feed and analytics, and how long the work has taken. */
import type { DatabaseSync } from 'node:sqlite';
import type { Tone, WorkState, WorkStateFilter } from '../../../shared/rules/work.ts';
import type { PostScope, WorkCounts, WorkTimes } from '../store/posts-store.ts';
import { findOldStories } from './earlier-stories.ts';
import { newestStory } from './own-stories.ts';
import { packedIds, unpackIds } from './packed-ids.ts';
import { selectPosts, storiesToSkip } from './post-selection.ts';
import { placeRows } from './range-counts.ts';
import { readSource } from './row-sources.ts';

const states: readonly WorkState[] = ['new', 'in-progress', 'postponed', 'resolved', 'rejected'];
const toneNames = ['none', 'positive', 'neutral', 'negative'] as const;
type ToneFilter = Tone | 'none';

const placeIn = (column: string, names: readonly string[]): string =>
  `CASE ${column} ${names.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} ELSE 0 END`;

/** New, without tone and marks, has the code 0. */
const codeCount = 2 ** 8;
const code = `${placeIn('state', states)} * 32 + ${placeIn('tone', toneNames)} * 8 + hidden * 4 + (returned > 0) * 2 + overdue`;

type Works = { stories: Uint32Array; codes: Uint8Array; people: Float64Array };

/** The stored work of the client. `people`: the ID of the assignee plus 1; 0 for nobody. */
function readStored(db: DatabaseSync, clientId: string): Works {
  const row = db
    .prepare(
      `SELECT ${packedIds(`(story_id * ${codeCount} + ${code})`)} AS works, ${packedIds('coalesce(assignee + 1, 0)')} AS people
       FROM story_work WHERE client_id = ?`,
    )
    .get(clientId);
  const works = unpackIds(row?.works as Uint8Array | null);
  const [stories, codes] = [new Uint32Array(works.length), new Uint8Array(works.length)];
  for (let index = 0; index < works.length; index += 1) {
    const work = works[index] ?? 0;
    stories[index] = work / codeCount;
    codes[index] = work % codeCount;
  }
  return { stories, codes, people: unpackIds(row?.people as Uint8Array | null) };
}

const stateOf = (code: number): WorkState => states[code >> 5] ?? 'new';
const toneOf = (code: number): ToneFilter => toneNames[(code >> 3) & 3] ?? 'none';

/** The values of the filter by state that accept a code. */
function statesOf(code: number): WorkStateFilter[] {
  if (code & 4) return ['hidden'];
  const state = stateOf(code);
  return [
    state,
    ...(state === 'resolved' || state === 'rejected' ? [] : (['open'] as const)),
    ...(code & 2 ? (['returned'] as const) : []),
    ...(code & 1 ? (['overdue'] as const) : []),
  ];
}

const noCounts = (): WorkCounts => ({
  states: {
    ...{
      new: 0,
      'in-progress': 0,
      postponed: 0,
      resolved: 0,
      rejected: 0,
      open: 0,
      returned: 0,
      overdue: 0,
      hidden: 0,
    },
  },
  people: [],
  tags: [],
  tones: { none: 0, positive: 0, neutral: 0, negative: 0 },
  total: 0,
});

/** `stories`: 1 at the IDs of those that the scope has. */
function findStories(db: DatabaseSync, scope: PostScope): { stories: Uint8Array; total: number } {
  const found = new Uint8Array(newestStory(db) + 1);
  const selection = selectPosts(db, scope);
  if (selection === null) return { stories: found, total: 0 };
  const old = findOldStories(db, selection);
  const only = selection.stories === null ? null : new Set(selection.stories);
  const leftOut = storiesToSkip(selection, scope);
  const { chunks, listed } = readSource(db, { ...selection, leftOut }, { byColumns: true });
  let total = 0;
  for (const [{ stories }, places] of placeRows(chunks, listed, selection.arrivals)) {
    const size = (places ?? stories).length;
    for (let index = 0; index < size; index += 1) {
      const story = stories[places === null ? index : (places[index] ?? 0)] ?? 0;
      if (found[story] === 1 || old.has(story) || only?.has(story) === false) continue;
      found[story] = 1;
      total += 1;
    }
  }
  return { stories: found, total };
}

function readTags(db: DatabaseSync, clientId: string): { tagId: number; stories: Float64Array }[] {
  const sql = `SELECT tag_id AS tagId, ${packedIds('story_id')} AS stories FROM story_tags WHERE client_id = ? GROUP BY tag_id`;
  return db
    .prepare(sql)
    .all(clientId)
    .map(({ tagId, stories }) => ({ tagId: Number(tagId), stories: unpackIds(stories as Uint8Array) }));
}

/** Which codes the filters by state and by tone accept. */
function acceptedCodes({ state, tone }: PostScope) {
  const codes = Array.from({ length: codeCount }, (_, code) => code);
  return {
    byState: codes.map((code) => (state === null ? (code & 4) === 0 : statesOf(code).some((name) => name === state))),
    byTone: codes.map((code) => tone === null || toneOf(code) === tone),
  };
}

export function countWork(db: DatabaseSync, scope: PostScope): WorkCounts {
  const counts = noCounts();
  const { clientId, tag } = scope;
  if (clientId === null) return counts;
  const { stories, total } = findStories(db, { ...scope, state: 'any', assignee: null, tag: null, tone: null });
  const tags = readTags(db, clientId);
  const hasTag = new Uint8Array(stories.length).fill(Number(tag === null));
  for (const story of tags.find(({ tagId }) => tagId === tag)?.stories ?? []) hasTag[story] = 1;
  const wanted = scope.assignee === 'none' ? 0 : scope.assignee === null ? null : scope.assignee + 1;
  const { byState, byTone } = acceptedCodes(scope);
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

  const works = readStored(db, clientId);
  let untouched = total;
  for (let index = 0; index < works.stories.length; index += 1) {
    const story = works.stories[index] ?? 0;
    if (stories[story] !== 1) continue;
    untouched -= 1;
    // All filters but that by tag accept it.
    if (add(works.codes[index] ?? 0, works.people[index] ?? 0, hasTag[story] === 1, 1)) stories[story] = 2;
  }
  add(0, 0, tag === null, untouched);

  for (const [code, count] of ofCode.entries()) {
    if (byTone[code]) for (const state of statesOf(code)) counts.states[state] += count;
    if (byState[code]) counts.tones[toneOf(code)] += count;
    if (byTone[code] && byState[code]) counts.total += count;
  }
  people.forEach((total, place) => void counts.people.push({ personId: place === 0 ? null : place - 1, total }));
  counts.tags = tags.flatMap(({ tagId, stories: tagged }) => {
    let total = 0;
    for (let index = 0; index < tagged.length; index += 1) total += Number(stories[tagged[index] ?? 0] === 2);
    return total === 0 ? [] : [{ tagId, total }];
  });
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
