/**
 * The filters of a selection, each with everything that a query may need of it. Pages, counts, charts, analytics, alerts and
 * exports iterate them; test/store/filters.test.ts proves that all of them find the same rows.
 */

import type { DatabaseSync } from 'node:sqlite';
import { cityCode } from '../../../shared/rules/city-code.ts';
import { setBit } from '../rules/bits.ts';
import { type LocalTimes, wantedTimes } from '../rules/local-hours.ts';
import type { SearchQuery } from '../rules/search/query-tree.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import type { FeedFilter, Viewing } from '../store/posts-store.ts';
import { cityTerm, ownerTerm, wordTerm } from '../store/sqlite/post-indexer.ts';
import { type ColumnName, flagBits, placeOf } from '../store/sqlite/row-columns.ts';
import { type Condition, isNoneOf, isOneOf, isWithin } from '../store/sqlite/sql.ts';
import { isOutsideOf } from './hidden-audiences.ts';
import { isNotMuted, type Mutes, mutedTerms, noMutes } from './mutes.ts';
import { inStories, type OwnStories } from './own-stories.ts';
import { readStories } from './read-marks.ts';
import { isValue, type ValueRange, type ValueTest } from './row-mask.ts';
import { hasQuery, hasTerm, type Terms, termsOfQuery } from './search-expression.ts';
import { listByWork, type StoryList } from './work-columns.ts';

/** Selects posts of `only` these phrases, or of all phrases `except` these. */
export type Words = { only: number[] } | { except: number[] };

/** The filters that a selection takes as they are given. */
export const givenFilters = ({ owner, city, photo, kind, views, edited, deleted }: FeedFilter) => ({
  ...{ owner, city, photo, kind, views, edited, deleted },
});

/** The filters of one viewer for one query. `fromId` is included, `toId` is not. */
export type ResolvedFilter = ReturnType<typeof givenFilters> & {
  own: OwnStories;
  words: Words;
  text: SearchQuery | null;
  localTimes: LocalTimes | null;
  /** The IDs of the rows whose ratio is high enough, ascending: it depends on other posts of the source. */
  ratioIds: Float64Array | null;
  /** The audiences of rows of walls that the client does not see (hidden-audiences.ts). */
  hiddenAudiences: readonly number[];
  fromId: number | null;
  toId: number | null;
  arrivals: ValueRange | null;
  mutes: Mutes;
  /** Only these: the story of the filter, or those that `hiddenStories` leaves when they have few rows. */
  stories: readonly number[] | null;
  /**
   * The stories of the rows that pass `arrivals` and `stories`, if these are so few that reading all of them is the fastest;
   * else null.
   */
  fewStories: readonly number[] | null;
  /** See `HiddenStories`. Rows of `stories` need not be compared with it, unless the filter has a story. */
  hiddenStories: Uint8Array | null;
  /** Only stories without a row before this row ID, ignoring the dates. */
  firstId: number | null;
};

/** How a query names columns. A unary plus before a column forbids the use of its index. */
export type ColumnNames = { sign: '' | '+'; id: string; story: string; arrival: string };

/** For a query of `posts` by an index of another column. */
export const unindexedNames: ColumnNames = {
  sign: '+',
  id: 'posts.id',
  story: 'posts.story_id',
  arrival: 'posts.arrival',
};

export type ColumnTest = { column: ColumnName; test: ValueTest };

type Of<T> = (selection: ResolvedFilter) => T;

/** Tests rows. Null says that the filter has none of that kind. */
export type RowFilter = {
  of: 'row';
  isSet: Of<boolean>;
  /** The fields of a selection that turn the filter off. */
  off: Partial<ResolvedFilter>;
  /** The share of all rows that pass. It chooses a plan, never the result. */
  selects: Of<'few' | 'many'>;
  /** The meaning in SQL. */
  rows: (selection: ResolvedFilter, names: ColumnNames) => Condition[];
  /** What `rows` reads. Conditions on IDs are tested before `posts` is joined. */
  readsOnly: 'id' | 'row';
  /** Analytics leaves the filter out, and so does the search for earlier rows of a story. */
  isOfTime: boolean;
  /** Null: not in the search index. */
  terms: Of<Terms | null>;
  /** Null: not in the packed columns. */
  packed: Of<ColumnTest | null>;
};

/** The stories that a filter selects or, with `areOut`, those that it excludes. `bits`: a bit set (rules/bits.ts). */
export type FilteredStories = { stories: StoryList | { bits: Uint8Array }; areOut: boolean };

/** Tests stories, whatever their rows. */
export type StoryFilter = {
  of: 'story';
  isSet: (viewing: Viewing) => boolean;
  /** The fields that turn the filter off. */
  off: Partial<FeedFilter>;
  /** Null: the filter excludes none. */
  stories: (db: DatabaseSync, viewing: Viewing) => FilteredStories | null;
};

/** The search index excludes a few phrases quickly. Above this number, checking each match's phrase is faster. */
const excludedWordsMax = 32;

export function listIds(ids: readonly number[], has: 0 | 1): ValueTest {
  const bits = new Uint8Array((ids.reduce((max, id) => Math.max(max, id), 0) >> 3) + 1);
  for (const id of ids) setBit(bits, id, true);
  return { bits, has };
}

const words: RowFilter = {
  of: 'row',
  isSet: ({ words }) => 'only' in words || words.except.length > 0,
  off: { words: { except: [] } },
  selects: ({ words }) => ('only' in words ? 'few' : 'many'),
  rows({ words }, { sign }) {
    if ('except' in words) return isNoneOf('+posts.word_id', words.except);
    const [first, ...others] = words.only;
    if (first !== undefined && others.length === 0) return [{ sql: `${sign}posts.word_id = ?`, params: [first] }];
    return [isOneOf(`${sign}posts.word_id`, words.only)];
  },
  readsOnly: 'row',
  isOfTime: false,
  terms({ words }) {
    if ('only' in words) return { wanted: [hasTerm(...words.only.map(wordTerm))], unwanted: [] };
    return words.except.length > excludedWordsMax
      ? null
      : { wanted: [], unwanted: words.except.map((word) => hasTerm(wordTerm(word))) };
  },
  packed: ({ words }) => ({
    column: 'words',
    test: 'only' in words ? listIds(words.only, 1) : listIds(words.except, 0),
  }),
};

const owner: RowFilter = {
  of: 'row',
  isSet: ({ owner }) => owner !== null,
  off: { owner: null },
  selects: () => 'few',
  rows: ({ owner }, { sign }) => [{ sql: `${sign}posts.owner_id = ?`, params: [owner] }],
  readsOnly: 'row',
  isOfTime: false,
  terms: ({ owner }) => ({ wanted: [hasTerm(ownerTerm(owner ?? 0))], unwanted: [] }),
  packed: ({ owner }) => ({ column: 'owners', test: isValue(owner ?? 0) }),
};

/** Null: posts without a city. */
const cityIdOf = (city: number | null): number | null => cityCode.toId(cityCode.of(city));

const city: RowFilter = {
  of: 'row',
  isSet: ({ city }) => city !== null,
  off: { city: null },
  selects: () => 'few',
  // `IS` compares null too, and uses the index.
  rows: ({ city }, { sign }) => [{ sql: `${sign}posts.city_id IS ?`, params: [cityIdOf(city)] }],
  readsOnly: 'row',
  isOfTime: false,
  terms({ city }) {
    const id = cityIdOf(city);
    return id === null ? null : { wanted: [hasTerm(cityTerm(id))], unwanted: [] };
  },
  packed: ({ city }) => ({ column: 'cities', test: isValue(cityCode.of(city)) }),
};

/** The flags that have the bit, or those that do not. */
function hasFlag(bit: number, has: 0 | 1 = 1): ValueTest {
  const bits = new Uint8Array(32);
  for (let flags = 0; flags < 256; flags += 1) setBit(bits, flags, (flags & bit) > 0);
  return { bits, has };
}
const hasPhoto = hasFlag(flagBits.photo);

const factsWhere = (sql: string): string => `EXISTS (SELECT 1 FROM post_facts facts
  WHERE facts.owner_id = posts.owner_id AND facts.post_id = posts.post_id AND ${sql})`;

/** The facts of the row's post meet the condition. */
const hasFacts = (sql: string, ...params: number[]): Condition[] => [{ sql: factsWhere(sql), params }];

const photo: RowFilter = {
  of: 'row',
  isSet: ({ photo }) => photo,
  off: { photo: false },
  selects: () => 'many',
  rows: (_, { id }) => [
    { sql: `EXISTS (SELECT 1 FROM post_texts WHERE post_texts.id = ${id} AND photo_url IS NOT NULL)`, params: [] },
  ],
  readsOnly: 'id',
  isOfTime: false,
  terms: () => null,
  packed: () => ({ column: 'flags', test: hasPhoto }),
};

const isComment = factsWhere('parent_post_id IS NOT NULL');
const kindTests = { comments: hasFlag(flagBits.comment), posts: hasFlag(flagBits.comment, 0) };

const kind: RowFilter = {
  of: 'row',
  isSet: ({ kind }) => kind !== null,
  off: { kind: null },
  selects: () => 'many',
  rows: ({ kind }) => [{ sql: kind === 'comments' ? isComment : `NOT ${isComment}`, params: [] }],
  readsOnly: 'row',
  isOfTime: false,
  terms: () => null,
  packed: ({ kind }) => kind && { column: 'flags', test: kindTests[kind] },
};

const views: RowFilter = {
  of: 'row',
  isSet: ({ views }) => views !== null,
  off: { views: null },
  selects: () => 'many',
  rows: ({ views }) => hasFacts('views >= ?', views ?? 0),
  readsOnly: 'row',
  isOfTime: false,
  terms: () => null,
  packed: ({ views }) => ({ column: 'views', test: { since: views ?? 0, until: Infinity } }),
};

/** The post has the fact, a time; its rows have the flag. */
const hasFact = (name: 'edited' | 'deleted', fact: string): RowFilter => {
  const test = hasFlag(flagBits[name]);
  return {
    of: 'row',
    isSet: (filter) => filter[name],
    off: { [name]: false },
    selects: () => 'many',
    rows: () => hasFacts(`${fact} IS NOT NULL`),
    readsOnly: 'row',
    isOfTime: false,
    terms: () => null,
    packed: () => ({ column: 'flags', test }),
  };
};

const edited = hasFact('edited', 'changed_at');
const deleted = hasFact('deleted', 'deleted_at');

function* rangesOfIds(ids: Float64Array, first: number, last: number): Iterable<readonly [number, number]> {
  for (let place = placeOf(ids, first); (ids[place] ?? Infinity) <= last; place += 1) {
    const id = ids[place] ?? 0;
    yield [id, id + 1];
  }
}

const ratio: RowFilter = {
  of: 'row',
  isSet: ({ ratioIds }) => ratioIds !== null,
  off: { ratioIds: null },
  selects: () => 'many',
  rows: ({ ratioIds }, { id }) => [isOneOf(id, [...(ratioIds ?? [])])],
  readsOnly: 'id',
  isOfTime: false,
  terms: () => null,
  packed: ({ ratioIds }) =>
    ratioIds && { column: 'ids', test: { rangesOf: (first, last) => rangesOfIds(ratioIds, first, last) } },
};

const walls: RowFilter = {
  of: 'row',
  isSet: ({ hiddenAudiences }) => hiddenAudiences.length > 0,
  off: { hiddenAudiences: [] },
  selects: () => 'many',
  rows: ({ hiddenAudiences }) => isOutsideOf(hiddenAudiences),
  readsOnly: 'row',
  isOfTime: false,
  terms: () => null,
  packed: ({ hiddenAudiences }) => ({ column: 'audiences', test: listIds(hiddenAudiences, 0) }),
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

function* rangesAt(times: LocalTimes, first: number, last: number): Iterable<readonly [number, number]> {
  for (const [start, end] of wantedTimes(times, secondOfPostId(first), secondOfPostId(last) + 1)) {
    yield [start * idsPerSecond, end * idsPerSecond];
  }
}

const localTimes: RowFilter = {
  of: 'row',
  isSet: ({ localTimes }) => localTimes !== null,
  off: { localTimes: null },
  selects: () => 'many',
  rows: ({ localTimes }, { id }) => (localTimes === null ? [] : isAtLocalTime(id, localTimes)),
  readsOnly: 'id',
  isOfTime: true,
  terms: () => null,
  packed: ({ localTimes }) =>
    localTimes && { column: 'ids', test: { rangesOf: (first, last) => rangesAt(localTimes, first, last) } },
};

const dates: RowFilter = {
  of: 'row',
  isSet: ({ fromId, toId }) => fromId !== null || toId !== null,
  off: { fromId: null, toId: null },
  selects: () => 'many',
  rows: ({ fromId, toId }, { id }) => isWithin(id, fromId, toId),
  readsOnly: 'id',
  isOfTime: true,
  terms: () => null,
  packed: ({ fromId, toId }) => ({ column: 'ids', test: { rangesOf: () => [[fromId ?? 0, toId ?? Infinity]] } }),
};

export const inArrivals = (column: string, arrivals: ValueRange | null): Condition[] =>
  arrivals === null ? [] : [{ sql: `${column} BETWEEN ? AND ?`, params: [arrivals.since + 1, arrivals.until] }];

const story: RowFilter = {
  of: 'row',
  isSet: ({ stories }) => stories !== null,
  off: { stories: null, fewStories: null },
  selects: () => 'many',
  rows: ({ own, stories }, { story }) => (stories === null ? [] : inStories(own, story, stories)),
  readsOnly: 'row',
  isOfTime: true,
  terms: () => null,
  packed: ({ stories }) => ({ column: 'stories', test: listIds(stories ?? [], 1) }),
};

const arrivals: RowFilter = {
  of: 'row',
  isSet: ({ arrivals }) => arrivals !== null,
  off: { arrivals: null, fewStories: null },
  selects: () => 'many',
  rows: ({ arrivals }, { arrival }) => inArrivals(arrival, arrivals),
  readsOnly: 'row',
  isOfTime: true,
  terms: () => null,
  packed: ({ arrivals }) => ({ column: 'arrivals', test: arrivals ?? { since: 0, until: Infinity } }),
};

const mutes: RowFilter = {
  of: 'row',
  isSet: ({ mutes }) => mutes.owners.length + mutes.users.length > 0,
  off: { mutes: noMutes },
  selects: () => 'many',
  rows: ({ mutes }) => isNotMuted(mutes),
  readsOnly: 'row',
  isOfTime: false,
  terms: ({ mutes }) => ({ wanted: [], unwanted: mutedTerms(mutes).map((term) => hasTerm(term)) }),
  packed: () => null,
};

/** After the other filters: SQLite evaluates the subquery of a row last. */
const text: RowFilter = {
  of: 'row',
  isSet: ({ text }) => text !== null,
  off: { text: null },
  selects: () => 'few',
  rows({ text }, { id }) {
    if (text === null) return [];
    const found = `SELECT 1 FROM post_search AS found WHERE found.rowid = ${id} AND found.post_search MATCH ?`;
    return [{ sql: `EXISTS (${found})`, params: [hasQuery(text)] }];
  },
  readsOnly: 'id',
  isOfTime: false,
  terms: ({ text }) => text && termsOfQuery(text),
  packed: () => null,
};

/** Without a client, filters by work have no effect. Stories that rules have hidden are left out without any of them. */
const work: StoryFilter = {
  of: 'story',
  isSet: ({ clientId }) => clientId !== null,
  off: { state: 'any', assignee: null, tag: null, tone: null },
  stories: listByWork,
};

const unread: StoryFilter = {
  of: 'story',
  isSet: ({ filter }) => filter.unread,
  off: { unread: false },
  stories: (db, { account }) => ({ stories: { bits: readStories(db, account) }, areOut: true }),
};

const rowFilters = {
  words,
  owner,
  city,
  photo,
  kind,
  views,
  ratio,
  edited,
  deleted,
  localTimes,
  dates,
  story,
  arrivals,
  mutes,
  walls,
  text,
};
const storyFilters = { work, unread };
export const filters = { ...rowFilters, ...storyFilters };
export type FilterName = keyof typeof filters;
type RowFilterName = keyof typeof rowFilters;

/** The rows of phrases that the viewer sees, for queries that leave out the other filters. */
export const ofVisibleWords = (selection: ResolvedFilter): Condition[] =>
  [words, walls].flatMap(({ rows }) => rows(selection, unindexedNames));

export const storyFiltersOf = (viewing: Viewing): StoryFilter[] =>
  [filters.work, filters.unread].filter(({ isSet }) => isSet(viewing));

export const isSet = (name: RowFilterName, selection: ResolvedFilter): boolean => filters[name].isSet(selection);

export const filtersOf = (selection: ResolvedFilter): RowFilter[] =>
  Object.values<RowFilter | StoryFilter>(filters).filter(
    (filter): filter is RowFilter => filter.of === 'row' && filter.isSet(selection),
  );

const turnOff = (selection: ResolvedFilter, removed: readonly RowFilter[]): ResolvedFilter =>
  Object.assign({}, selection, ...removed.map(({ off }) => off));

export const without = (selection: ResolvedFilter, ...names: RowFilterName[]): ResolvedFilter =>
  turnOff(
    selection,
    names.map((name) => filters[name]),
  );

/** The selection without its filters. */
export const selectAll = (selection: ResolvedFilter): ResolvedFilter => turnOff(selection, filtersOf(selection));

/** The selection at any time, in any story. */
export const atAnyTime = (selection: ResolvedFilter): ResolvedFilter =>
  turnOff(
    selection,
    filtersOf(selection).filter(({ isOfTime }) => isOfTime),
  );

/** Whether only the packed columns find the rows of a page quickly: few may pass, and no index lists them. */
export const needsScan = (selection: ResolvedFilter): boolean =>
  [kind, views, ratio, edited, deleted].some((filter) => filter.isSet(selection));

/** Whether the selection has no other filter. */
export const hasOnly = (selection: ResolvedFilter, ...names: RowFilterName[]): boolean =>
  filtersOf(selection).every((filter) => names.some((name) => filters[name] === filter));

/** Whether a filter selects few of all rows. */
export const isFiltered = (selection: ResolvedFilter): boolean =>
  filtersOf(selection).some(({ selects }) => selects(selection) === 'few');

/**
 * Divides the filters of a selection into tests of packed columns and `listed`: the selection of those whose rows the search
 * index lists or, without terms, SQL. `first`: what a filter with both is.
 */
export function splitFilters(selection: ResolvedFilter, first: 'packed' | 'terms') {
  const tests: ColumnTest[] = [];
  const tested: RowFilter[] = [];
  for (const filter of filtersOf(selection)) {
    const isListed = first === 'terms' && filter.terms(selection) !== null;
    const test = isListed ? null : filter.packed(selection);
    if (test === null) continue;
    tests.push(test);
    tested.push(filter);
  }
  return { tests, listed: turnOff(selection, tested) };
}
