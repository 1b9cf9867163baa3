/** The work of a client on stories as columns, which filters and counts compare. */
import type { DatabaseSync } from 'node:sqlite';
import type { Tone, WorkState, WorkStateFilter } from '../../../shared/rules/work.ts';
import { keepResults } from '../../platform/keep-results.ts';
import { hasBit, setBit } from '../rules/bits.ts';
import type { FeedFilter, Viewing } from '../store/posts-store.ts';
import { packedIds, readPackedIds, unpackIds } from './packed-ids.ts';
import { createStorySet } from './story-set.ts';

const states: readonly WorkState[] = ['new', 'in-progress', 'postponed', 'resolved', 'rejected'];
export const toneFilters = ['none', 'positive', 'neutral', 'negative'] as const;

const placeIn = (column: string, names: readonly string[]): string =>
  `CASE ${column} ${names.map((name, place) => `WHEN '${name}' THEN ${place}`).join(' ')} ELSE 0 END`;

/** Encodes state, tone and marks of a story in a byte. A new story without tone and marks has the code 0. */
export const codeCount = 2 ** 8;
const code = `${placeIn('state', states)} * 32 + ${placeIn('tone', toneFilters)} * 8 + hidden * 4 + (returned > 0) * 2 + overdue`;

export const toneOf = (code: number): Tone | 'none' => toneFilters[(code >> 3) & 3] ?? 'none';

/** The values of the filter by state that accept a code. */
export function statesOf(code: number): WorkStateFilter[] {
  if (code & 4) return ['hidden'];
  const state = states[code >> 5] ?? 'new';
  return [
    state,
    ...(state === 'resolved' || state === 'rejected' ? [] : (['open'] as const)),
    ...(code & 2 ? (['returned'] as const) : []),
    ...(code & 1 ? (['overdue'] as const) : []),
  ];
}

/**
 * The work on a range of stories: an entry per story with stored work. `people`: the ID of the assignee plus 1; 0 for nobody.
 * `tags`: the stories of each tag.
 */
type WorkChunk = {
  stories: Uint32Array;
  codes: Uint8Array;
  people: Float64Array;
  tags: ReadonlyMap<number, Float64Array>;
};

/** The stories of a chunk (`work_versions`). */
const chunkStories = 2 ** 12;

function createChunkReader(db: DatabaseSync, clientId: string) {
  const findWork = db.prepare(
    `SELECT ${packedIds(`(story_id * ${codeCount} + ${code})`)} AS works, ${packedIds('coalesce(assignee + 1, 0)')} AS people
     FROM story_work WHERE client_id = ? AND story_id BETWEEN ? AND ?`,
  );
  const findTags = db.prepare(
    `SELECT tag_id, ${packedIds('story_id')} AS ids FROM story_tags
     WHERE +client_id = ? AND story_id BETWEEN ? AND ? GROUP BY tag_id`,
  );
  return (chunk: number): WorkChunk => {
    const range = [chunk * chunkStories, (chunk + 1) * chunkStories - 1] as const;
    const row = findWork.get(clientId, ...range);
    const works = unpackIds(row?.works as Uint8Array | null);
    const tags = findTags.all(clientId, ...range);
    return {
      stories: new Uint32Array(works.map((work) => work / codeCount)),
      codes: new Uint8Array(works.map((work) => work % codeCount)),
      people: unpackIds(row?.people as Uint8Array | null),
      tags: new Map(tags.map(({ tag_id, ids }) => [Number(tag_id), unpackIds(ids as Uint8Array)])),
    };
  };
}

/**
 * Chunks are cached until their work changes. Reading 100,000 stories takes 0.1 s; a change affects one chunk or a few. A
 * client with 10,000,000 posts has 2,400 chunks.
 */
const keepChunk = keepResults<WorkChunk>(20_000);

/** In the order of stories. */
export function readWorkColumns(db: DatabaseSync, clientId: string): WorkChunk[] {
  const read = createChunkReader(db, clientId);
  return db
    .prepare('SELECT chunk, version FROM work_versions WHERE client_id = ? ORDER BY chunk')
    .all(clientId)
    .map(({ chunk, version }) => keepChunk(`${clientId} ${chunk} ${version}`, () => read(Number(chunk))));
}

/** The stories with the tag. Null: all. */
export function findTagged(db: DatabaseSync, work: readonly WorkChunk[], tag: number | null): Uint8Array {
  const tagged = createStorySet(db);
  if (tag === null) return tagged.fill(0xff);
  for (const { tags } of work) for (const story of tags.get(tag) ?? []) setBit(tagged, story, true);
  return tagged;
}

/** Which codes the filters by state and by tone accept, and which entry of `people` the filter by person accepts; null: any. */
export function acceptedWork({ state, tone, assignee }: FeedFilter) {
  const codes = Array.from({ length: codeCount }, (_, code) => code);
  const isOfState = (code: number): boolean =>
    state === null ? (code & 4) === 0 : state === 'any' || statesOf(code).some((name) => name === state);
  return {
    byState: codes.map(isOfState),
    byTone: codes.map((code) => tone === null || toneOf(code) === tone),
    person: assignee === 'none' ? 0 : assignee === null ? null : assignee + 1,
  };
}

export type StoryList = Float64Array | Uint32Array;

/** The stories that rules have hidden. The index has only those. */
const listHidden = (db: DatabaseSync, clientId: string): Float64Array =>
  readPackedIds(db, 'story_id', { sql: 'story_work WHERE client_id = ? AND hidden = 1', params: [clientId] });

/**
 * The stories that the filters by work select or, with `areOut`, those that they exclude: when they select every story without
 * stored work. Null when they exclude none. Administrators have no work.
 */
export function listByWork(db: DatabaseSync, viewing: Viewing): { stories: StoryList; areOut: boolean } | null {
  const { filter, clientId } = viewing;
  const { state, assignee, tag, tone } = filter;
  if (clientId === null) return null;
  if (assignee === null && tag === null && tone === null && (state === null || state === 'any')) {
    const stories = state === null ? listHidden(db, clientId) : unpackIds(null);
    return stories.length === 0 ? null : { stories, areOut: true };
  }
  const work = readWorkColumns(db, clientId);
  const { byState, byTone, person } = acceptedWork(filter);
  const tagged = findTagged(db, work, tag);
  const accepted = Uint8Array.from(byState, (isOfState, code) => Number(isOfState && byTone[code]));
  const areOut = tag === null && accepted[0] === 1 && (person ?? 0) === 0;
  const listed = new Uint32Array(work.reduce((sum, { stories }) => sum + stories.length, 0));
  let count = 0;
  for (const { stories, codes, people } of work) {
    // Not `filter`, which takes ten times as long.
    for (let index = 0; index < stories.length; index += 1) {
      const story = stories[index] ?? 0;
      const isSelected =
        accepted[codes[index] ?? 0] === 1 && hasBit(tagged, story) && (person === null || people[index] === person);
      listed[count] = story;
      count += Number(isSelected !== areOut);
    }
  }
  return { stories: listed.subarray(0, count), areOut };
}
