/** The figures of a period, and the totals of phrases per day (shared/api/analytics.ts). */
import type { DatabaseSync } from 'node:sqlite';
import type { Analytics, Period, Ranking } from '../../../shared/api/analytics.ts';
import { type Days, periodBefore } from '../../../shared/rules/days.ts';
import { rankedMax } from '../../../shared/rules/limits.ts';
import { keepResults } from '../../platform/keep-results.ts';
import { barBounds, chooseUnit, lowerBound, upperBound } from '../rules/days.ts';
import { slotCount } from '../rules/local-hours.ts';
import { type OwnerFigures, type Viewing, withFilters } from '../store/posts-store.ts';
import { isOneOf, readArrays } from '../store/sqlite/sql.ts';
import {
  type AnalysedRows,
  type BarRange,
  countPeriodTotals,
  createRowFilter,
  keyOfRange,
  lastWord,
  noRows,
  readAnalysedRows,
} from './analytics-rows.ts';
import { findMissingTime } from './missing-time.ts';
import type { OwnStories } from './own-stories.ts';
import { findVisibleWords, nameWords, readZone, selectPosts, type VisibleWord } from './post-selection.ts';
import { cityKeys, ownerKeys } from './row-columns.ts';
import {
  countByKey,
  countByValue,
  orderByStory,
  orderOfRows,
  type Ranked,
  rank,
  type StoryCounts,
  type StoryOrder,
  type ValueCounts,
} from './story-counts.ts';

export type BarsOfDays = BarRange & { days: Days; labels: string[] };

function barsOf(days: Days, unit: Analytics['unit'], timeZone: string): BarsOfDays {
  const [from, to] = [lowerBound(days.from, timeZone), upperBound(days.to, timeZone)];
  const bounds = barBounds(unit, from, to, timeZone);
  return { days, from, to, labels: bounds.map(({ label }) => label), starts: bounds.map(({ start }) => start) };
}

/** The bars of the days, hours within two days. */
export function barsOfPeriod(days: Days, timeZone: string): { unit: Analytics['unit']; range: BarsOfDays } {
  const unit = chooseUnit(lowerBound(days.from, timeZone), upperBound(days.to, timeZone), timeZone);
  return { unit, range: barsOf(days, unit, timeZone) };
}

const presentPeriod = ({ days, labels }: BarsOfDays, { total, totals }: StoryCounts): Period => ({
  ...days,
  total,
  bars: labels.map((from, bar) => ({ from, total: totals[bar] ?? 0 })),
});

/** The counts of a range. Ranked phrases have their stored IDs, not those that a client sees. */
type Figures = StoryCounts & Record<RankedColumn, Ranked> & { hours: number[]; compared: ValueCounts[] };

/** Kept until a row of the range changes. */
const keepFigures = keepResults<Figures>(20);

type RankedColumn = 'words' | 'owners' | 'cities';

type Named = ReadonlyMap<number, { id: number; name: string | null }>;

/** Names by column value; values that are not stored have none. A client has its own IDs and spellings of phrases. */
export function readNames(
  db: DatabaseSync,
  kind: RankedColumn,
  clientId: string | null,
  ids: readonly number[],
): Named {
  if (kind === 'words') return nameWords(db, clientId, ids);
  const id = { owners: 'owner_id', cities: 'city_id' }[kind];
  const { sql, params } = isOneOf(id, ids);
  const rows = readArrays<[number, string | null]>(db, `SELECT ${id}, name FROM ${kind} WHERE ${sql}`, params);
  return new Map(rows.map(([id, name]) => [id, { id, name }]));
}

/** The number of keys of a column of `AnalysedRows`, and the value of each key. */
const keysOf = (db: DatabaseSync, kind: RankedColumn) => {
  if (kind === 'words') return { size: lastWord(db) + 1, toValue: (key: number) => key };
  const { values } = kind === 'owners' ? ownerKeys : cityKeys;
  return { size: values.length, toValue: (key: number) => values[key] ?? 0 };
};

function nameRanked(db: DatabaseSync, { clientId }: Viewing, kind: RankedColumn, { items, distinct }: Ranked): Ranking {
  const values = items.map(({ value }) => value);
  const named = readNames(db, kind, clientId, values);
  const nameOf = (value: number) => named.get(value) ?? { id: value, name: '' };
  return {
    items: items.map(({ value, total }) => ({ id: nameOf(value).id, name: nameOf(value).name ?? '', total })),
    distinct,
  };
}

function countFigures(
  db: DatabaseSync,
  rows: AnalysedRows,
  order: StoryOrder,
  { bars, compared }: { bars: number; compared: readonly number[] },
): Figures {
  const rankBy = (kind: RankedColumn) => rank(rows[kind], order, keysOf(db, kind), rankedMax);
  return {
    total: order.total,
    totals: countByKey(order, rows.bars, bars),
    hours: [...countByKey(order, rows.hours, slotCount)],
    words: rankBy('words'),
    owners: rankBy('owners'),
    cities: rankBy('cities'),
    compared: compared.length === 0 ? [] : countByValue({ values: rows.words, keys: rows.bars }, order, compared, bars),
  };
}

/** When the filter names several phrases: those that the viewer may see, in the order of the filter. */
function findCompared(db: DatabaseSync, { filter, clientId }: Viewing): VisibleWord[] {
  const wanted = [...new Set(filter.words)];
  return wanted.length < 2 ? [] : findVisibleWords(db, clientId, wanted);
}

/** The filters that analytics ignores. */
export const anyTime = { weekday: null, hour: null, story: null, since: null, until: null, first: false };

/** Ignores the dates of the filter. `now` is in milliseconds. */
export function analysePosts(db: DatabaseSync, own: OwnStories, viewing: Viewing, days: Days, now: number): Analytics {
  const timeZone = readZone(db);
  const { unit, range } = barsOfPeriod(days, timeZone);
  const before = barsOf(periodBefore(days), unit, timeZone);
  const selection = selectPosts(db, own, withFilters(viewing, { ...anyTime, from: before.from, to: range.to }));
  const filter = selection && createRowFilter(db, selection);
  const { copies } = viewing.filter;
  const visible = findCompared(db, viewing);
  const options = { bars: range.labels.length, compared: visible.map(({ wordId }) => wordId) };
  function count(): Figures {
    const rows = filter ? readAnalysedRows(db, filter, range, 'all') : noRows;
    return countFigures(db, rows, copies ? orderOfRows(rows.stories.length) : orderByStory(rows.stories), options);
  }
  const figures = filter
    ? keepFigures(JSON.stringify([keyOfRange(db, filter, range), timeZone, copies, options]), count)
    : count();
  const earlier = filter ? countPeriodTotals(db, filter, before, copies) : { total: 0, totals: new Uint32Array(0) };
  const words = nameRanked(db, viewing, 'words', figures.words);
  const compared = visible.map(({ id, name }, place) => ({
    id,
    name,
    ...(figures.compared[place] ?? { total: 0, totals: [] }),
  }));
  const missing = findMissingTime(db, viewing, { from: range.from, to: Math.min(range.to, now) });
  const shown = new Set([...words.items, ...compared].map(({ id }) => id));
  return {
    ...presentPeriod(range, figures),
    previous: presentPeriod(before, earlier),
    unit,
    words,
    owners: nameRanked(db, viewing, 'owners', figures.owners),
    cities: nameRanked(db, viewing, 'cities', figures.cities),
    hours: figures.hours,
    compared,
    missing: missing.stretches,
    incompleteWords: [...nameWords(db, viewing.clientId, missing.words).values()]
      .map(({ id }) => id)
      .filter((id) => shown.has(id)),
  };
}

/** Copies count once per day, and once in the total. Leaves out phrases that the viewer may not see. */
export function countWordDays(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  wordIds: readonly number[],
  days: Days,
) {
  const timeZone = readZone(db);
  const [from, to] = [lowerBound(days.from, timeZone), upperBound(days.to, timeZone)];
  const starts = barBounds('day', from, to, timeZone).map(({ start }) => start);
  const visible = findVisibleWords(db, viewing.clientId, wordIds);
  const selection = selectPosts(db, own, withFilters(viewing, { words: wordIds, from, to }));
  const rows = selection ? readAnalysedRows(db, createRowFilter(db, selection), { from, to, starts }, 'all') : noRows;
  const order = orderByStory(rows.stories);
  const stored = visible.map(({ wordId }) => wordId);
  const counts = countByValue({ values: rows.words, keys: rows.bars }, order, stored, starts.length);
  return new Map(visible.map(({ id }, place) => [id, counts[place] ?? { total: 0, totals: [] }]));
}

/** Kept until a row of the window changes. */
const keepOwners = keepResults<OwnerFigures[]>(20);

/** The filter must have dates. `ownerIds` null: all sources with posts. */
export function countOfOwners(
  db: DatabaseSync,
  own: OwnStories,
  viewing: Viewing,
  ownerIds: readonly number[] | null,
): OwnerFigures[] {
  const [from, to] = [viewing.filter.from ?? 0, viewing.filter.to ?? 0];
  const selection = selectPosts(db, own, viewing);
  if (selection === null) return [];
  const filter = createRowFilter(db, selection);
  const figures = keepOwners(keyOfRange(db, filter, { from, to }), () => {
    const { owners, stories } = readAnalysedRows(db, filter, { from, to, starts: [from] }, 'all');
    const { size, toValue } = keysOf(db, 'owners');
    const rowsOf = countByKey(orderOfRows(owners.length), owners, size);
    const storiesOf = countByKey(orderByStory(stories), owners, size);
    return [...rowsOf]
      .map((rows, key) => ({ ownerId: toValue(key), rows, stories: storiesOf[key] ?? 0 }))
      .filter(({ rows }) => rows > 0);
  });
  if (ownerIds === null) return figures;
  const wanted = new Set(ownerIds);
  return figures.filter(({ ownerId }) => wanted.has(ownerId));
}
