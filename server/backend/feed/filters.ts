/**
 * The filters of a selection. Each knows its conditions on rows of `posts`, its terms in the search index, and its test of a
 * packed column; pages, counts, histograms, analytics, alerts and exports iterate them.
 */

import { setBit } from '../rules/bits.ts';
import { isWanted, type LocalTimes, slotAt } from '../rules/local-hours.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import type { PostScope } from '../store/posts-store.ts';
import { cityTerm, ownerTerm, wordTerm } from '../store/sqlite/post-indexer.ts';
import type { ColumnName } from '../store/sqlite/row-columns.ts';
import { type Condition, isNoneOf, isOneOf, isWithin } from '../store/sqlite/sql.ts';
import { isValue, type ValueTest } from './row-mask.ts';
import {
  inArrivals,
  inStories,
  isNotMuted,
  type Mutes,
  mutedTerms,
  type NarrowedRows,
  noMutes,
} from './scope-conditions.ts';

/** Selects posts of `only` these phrases, or of all phrases `except` these. */
export type Words = { only: number[] } | { except: number[] };

/** City 0: rows without a city. */
export type PostSelection = NarrowedRows &
  Pick<PostScope, 'ownerId' | 'cityId'> & {
    words: Words;
    localTimes: LocalTimes | null;
    /** Only stories without a row before this row ID, ignoring the dates. */
    firstId: number | null;
    query: SearchQuery | null;
    /** See `readReindexed`. */
    reindexed: number | null;
    mutes: Mutes;
  };

/** How a query names columns. A unary plus before a column forbids the use of its index. */
export type ColumnNames = { sign: '' | '+'; id: string; story: string; arrival: string };

type Filter = {
  isSet: (selection: PostSelection) => boolean;
  /** Whether only a small share of all rows passes. */
  selects?: (selection: PostSelection) => boolean;
  /** The fields of a selection that turn the filter off. */
  none: Partial<PostSelection>;
  rows: (selection: PostSelection, names: ColumnNames) => Condition[];
  /** The conditions are on row IDs only. */
  onId?: true;
  /** Matches have one of the wanted terms, and no unwanted one. Null: the search index has no terms for the filter. */
  terms?: (selection: PostSelection) => { wanted?: string[]; unwanted?: string[] } | null;
  column?: ColumnName;
  testOf?: (selection: PostSelection) => ValueTest;
  /** Counts apply the test to packed rows, because the search index has no terms. */
  isNarrowed?: (selection: PostSelection) => boolean;
};

/** The search index excludes a few phrases quickly. Above this number, checking each match's phrase is faster. */
const excludedWordsMax = 32;
/** Above this number, checking the source and the author of each match is faster. */
const excludedMutesMax = 256;

export function listIds(ids: readonly number[], has: 0 | 1): ValueTest {
  const bits = new Uint8Array((ids.reduce((max, id) => Math.max(max, id), 0) >> 3) + 1);
  for (const id of ids) setBit(bits, id, true);
  return { bits, has };
}

const words: Filter = {
  isSet: ({ words }) => 'only' in words || words.except.length > 0,
  selects: ({ words }) => 'only' in words,
  none: { words: { except: [] } },
  rows({ words }, { sign }) {
    if ('except' in words) return isNoneOf('+posts.word_id', words.except);
    const [first, ...others] = words.only;
    if (first !== undefined && others.length === 0) return [{ sql: `${sign}posts.word_id = ?`, params: [first] }];
    return [isOneOf(`${sign}posts.word_id`, words.only)];
  },
  terms({ words }) {
    if ('only' in words) return { wanted: words.only.map(wordTerm) };
    return words.except.length > excludedWordsMax ? null : { unwanted: words.except.map(wordTerm) };
  },
  column: 'words',
  testOf: ({ words }) => ('only' in words ? listIds(words.only, 1) : listIds(words.except, 0)),
};

const owner: Filter = {
  isSet: ({ ownerId }) => ownerId !== null,
  selects: ({ ownerId }) => ownerId !== null,
  none: { ownerId: null },
  rows: ({ ownerId }, { sign }) => [{ sql: `${sign}posts.owner_id = ?`, params: [ownerId] }],
  terms: ({ ownerId }) => ({ wanted: [ownerTerm(ownerId ?? 0)] }),
  column: 'owners',
  testOf: ({ ownerId }) => isValue(ownerId ?? 0),
};

const city: Filter = {
  isSet: ({ cityId }) => cityId !== null,
  selects: ({ cityId }) => cityId !== null,
  none: { cityId: null },
  rows: ({ cityId }, { sign }) => [
    cityId === 0
      ? { sql: `${sign}posts.city_id IS NULL`, params: [] }
      : { sql: `${sign}posts.city_id = ?`, params: [cityId] },
  ],
  terms: ({ cityId }) => (cityId === 0 || cityId === null ? null : { wanted: [cityTerm(cityId)] }),
  column: 'cities',
  testOf: ({ cityId }) => isValue(cityId ?? 0),
  isNarrowed: ({ cityId }) => cityId === 0,
};

/** Adding a week keeps local times positive. */
function isAtLocalTime(id: string, { weekday, hour, offsets }: LocalTimes): Condition[] {
  const [first, ...others] = offsets.map(([, offset]) => offset + 7 * 24 * 3600);
  const changes = others.map(
    (offset, index) => `WHEN ${id} >= ${(offsets[index + 1]?.[0] ?? 0) * idsPerSecond} THEN ${offset}`,
  );
  const offset = changes.length === 0 ? first : `CASE ${changes.toReversed().join(' ')} ELSE ${first} END`;
  const local = `(${id} / ${idsPerSecond} + ${offset})`;
  return [
    // 1970 began on a Thursday.
    ...(weekday === null ? [] : [{ sql: `(${local} / 86400 + 3) % 7 = ${weekday - 1}`, params: [] }]),
    ...(hour === null ? [] : [{ sql: `${local} / 3600 % 24 = ${hour}`, params: [] }]),
  ];
}

const localTimes: Filter = {
  isSet: ({ localTimes }) => localTimes !== null,
  none: { localTimes: null },
  rows: ({ localTimes }, { id }) => (localTimes === null ? [] : isAtLocalTime(id, localTimes)),
  onId: true,
  column: 'ids',
  testOf: ({ localTimes }) => ({
    accepts: (id) => localTimes === null || isWanted(localTimes, slotAt(secondOfPostId(id), localTimes.offsets)),
  }),
  isNarrowed: ({ localTimes }) => localTimes !== null,
};

const dates: Filter = {
  isSet: ({ fromId, toId }) => fromId !== null || toId !== null,
  none: { fromId: null, toId: null },
  rows: ({ fromId, toId }, { id }) => isWithin(id, fromId, toId),
  onId: true,
  column: 'ids',
  testOf: ({ fromId, toId }) => ({ since: (fromId ?? 0) - 1, until: (toId ?? Infinity) - 1 }),
};

const stories: Filter = {
  isSet: ({ stories }) => stories !== null,
  none: { stories: null },
  rows: ({ stories }, { story }) => inStories(story, stories),
  column: 'stories',
  testOf: ({ stories }) => listIds(stories ?? [], 1),
};

const arrivals: Filter = {
  isSet: ({ arrivals }) => arrivals !== null,
  none: { arrivals: null },
  rows: ({ arrivals }, { arrival }) => inArrivals(arrival, arrivals),
  column: 'arrivals',
  testOf: ({ arrivals }) => arrivals ?? { since: 0, until: Infinity },
};

export const hasMutes = ({ mutes }: PostSelection): boolean => mutes.owners.length + mutes.users.length > 0;

const mutes: Filter = {
  isSet: hasMutes,
  none: { mutes: noMutes },
  rows: ({ mutes }) => isNotMuted(mutes),
  terms({ mutes }) {
    const terms = mutedTerms(mutes);
    return terms.length > excludedMutesMax ? null : { unwanted: terms };
  },
};

const filters: readonly Filter[] = [words, owner, city, localTimes, dates, stories, arrivals, mutes];

/** The filters that the selection has, except its text. */
export const filtersOf = (selection: PostSelection): Filter[] => filters.filter(({ isSet }) => isSet(selection));

export const without = (selection: PostSelection, removed: readonly Filter[]): PostSelection =>
  Object.assign({}, selection, ...removed.map(({ none }) => none));

/** No conditions on times, stories and arrivals. */
export const anyRows = { fromId: null, toId: null, localTimes: null, stories: null, fewStories: null, arrivals: null };

/** Whether phrases are the only filter of the selection. */
export const hasWordsOnly = (selection: PostSelection): boolean =>
  selection.query === null && filtersOf(selection).every((filter) => filter === words);

/** Whether a filter other than times, stories, arrivals and mutes selects few of all rows. */
export const isFiltered = (selection: PostSelection): boolean =>
  selection.query !== null || filters.some(({ selects }) => selects?.(selection));

/** The filters that counts apply to packed rows: those without terms in the search index. */
export const narrowedFilters = (selection: PostSelection): Filter[] =>
  filtersOf(selection).filter(({ isNarrowed }) => isNarrowed?.(selection));
