/** The figures of a period, and the totals of phrases per day (shared/api/analytics.ts). */
import type { DatabaseSync } from 'node:sqlite';
import type { Analytics, ComparedWord, Period, Ranking } from '../../../shared/api/analytics.ts';
import { type Days, periodBefore } from '../../../shared/rules/days.ts';
import { rankedMax } from '../../../shared/rules/limits.ts';
import { keepResults } from '../../platform/keep-results.ts';
import { barBounds, chooseUnit, lowerBound, upperBound } from '../rules/days.ts';
import { slotCount } from '../rules/local-hours.ts';
import { boundPostId } from '../store/post-id.ts';
import type { OwnerFigures, PostScope } from '../store/posts-store.ts';
import { isOneOf, readArrays } from '../store/sqlite/sql.ts';
import {
  type AnalysedRows,
  type BarRange,
  cityKeys,
  countPeriodTotals,
  createRowFilter,
  lastWord,
  noRows,
  ownerKeys,
  readAnalysedRows,
} from './analytics-rows.ts';
import { findMissingTime } from './missing-time.ts';
import { findVisibleWords, nameWords, readZone, selectPosts } from './post-selection.ts';
import { readVersions } from './row-columns.ts';
import {
  countByKey,
  countByValue,
  orderByStory,
  orderOfRows,
  rank,
  type StoryCounts,
  type StoryOrder,
} from './story-counts.ts';

type BarsOfDays = BarRange & { days: Days; labels: string[] };

function barsOf(days: Days, unit: Analytics['unit'], timeZone: string): BarsOfDays {
  const [from, to] = [lowerBound(days.from, timeZone), upperBound(days.to, timeZone)];
  const bounds = barBounds(unit, from, to, timeZone);
  return { days, from, to, labels: bounds.map(({ label }) => label), starts: bounds.map(({ start }) => start) };
}

/** The rows of a range, in the order for their counts. */
type Read = { rows: AnalysedRows; order: StoryOrder };

const presentPeriod = ({ days, labels }: BarsOfDays, { total, totals }: StoryCounts): Period => ({
  ...days,
  total,
  bars: labels.map((from, bar) => ({ from, total: totals[bar] ?? 0 })),
});

type Ranked = 'words' | 'owners' | 'cities';

type Named = ReadonlyMap<number, { id: number; name: string | null }>;

/** By the values of columns, where there is a name. Clients have names and IDs of their own for phrases. */
function readNames(db: DatabaseSync, kind: Ranked, clientId: string | null, ids: readonly number[]): Named {
  if (kind === 'words') return nameWords(db, clientId, ids);
  const id = { owners: 'owner_id', cities: 'city_id' }[kind];
  const { sql, params } = isOneOf(id, ids);
  const rows = readArrays<[number, string | null]>(db, `SELECT ${id}, name FROM ${kind} WHERE ${sql}`, params);
  return new Map(rows.map(([id, name]) => [id, { id, name }]));
}

/** The keys of `AnalysedRows`. */
const keysOf = (db: DatabaseSync, kind: Ranked) => {
  if (kind === 'words') return { size: lastWord(db) + 1, toValue: (key: number) => key };
  const { values } = kind === 'owners' ? ownerKeys : cityKeys;
  return { size: values.length, toValue: (key: number) => values[key] ?? 0 };
};

function rankBy(db: DatabaseSync, { clientId }: PostScope, { rows, order }: Read, kind: Ranked): Ranking {
  const { items, distinct } = rank(rows[kind], order, keysOf(db, kind), rankedMax);
  const values = items.map(({ value }) => value);
  const named = readNames(db, kind, clientId, values);
  const nameOf = (value: number) => named.get(value) ?? { id: value, name: '' };
  return {
    items: items.map(({ value, total }) => ({ id: nameOf(value).id, name: nameOf(value).name ?? '', total })),
    distinct,
  };
}

/** Of several phrases of the filter, those that the viewer may see, in its order. */
function compareWords(db: DatabaseSync, scope: PostScope, { rows, order }: Read, bars: number): ComparedWord[] {
  const wanted = [...new Set(scope.wordIds)];
  if (wanted.length < 2) return [];
  const words = findVisibleWords(db, scope.clientId, wanted);
  const stored = words.map(({ wordId }) => wordId);
  const counts = countByValue({ values: rows.words, keys: rows.bars }, order, stored, bars);
  return words.map(({ id, name }, place) => ({ id, name, ...(counts[place] ?? { total: 0, totals: [] }) }));
}

/** The dates of the scope have no effect. `now` in milliseconds. */
export function analysePosts(db: DatabaseSync, scope: PostScope, days: Days, now: number): Analytics {
  const timeZone = readZone(db);
  const unit = chooseUnit(lowerBound(days.from, timeZone), upperBound(days.to, timeZone), timeZone);
  const range = barsOf(days, unit, timeZone);
  const before = barsOf(periodBefore(days), unit, timeZone);
  const selection = selectPosts(db, { ...scope, from: before.from, to: range.to });
  const filter = selection && createRowFilter(db, selection);
  const { hideCopies } = scope;
  const rows = filter ? readAnalysedRows(db, filter, range, 'all') : noRows;
  const read = { rows, order: hideCopies ? orderByStory(rows.stories) : orderOfRows(rows.stories.length) };
  const earlier = filter ? countPeriodTotals(db, filter, before, hideCopies) : { total: 0, totals: new Uint32Array(0) };
  const words = rankBy(db, scope, read, 'words');
  const compared = compareWords(db, scope, read, range.labels.length);
  const missing = findMissingTime(db, scope, { from: range.from, to: Math.min(range.to, now) });
  const shown = new Set([...words.items, ...compared].map(({ id }) => id));
  return {
    ...presentPeriod(range, {
      total: read.order.total,
      totals: countByKey(read.order, rows.bars, range.labels.length),
    }),
    previous: presentPeriod(before, earlier),
    unit,
    words,
    owners: rankBy(db, scope, read, 'owners'),
    cities: rankBy(db, scope, read, 'cities'),
    hours: [...countByKey(read.order, rows.hours, slotCount)],
    compared,
    missing: missing.stretches,
    incompleteWords: [...nameWords(db, scope.clientId, missing.words).values()]
      .map(({ id }) => id)
      .filter((id) => shown.has(id)),
  };
}

/** Copies count once per day, and once in the total. Leaves out phrases that the scope may not see. */
export function countWordDays(db: DatabaseSync, scope: PostScope, wordIds: readonly number[], days: Days) {
  const timeZone = readZone(db);
  const [from, to] = [lowerBound(days.from, timeZone), upperBound(days.to, timeZone)];
  const starts = barBounds('day', from, to, timeZone).map(({ start }) => start);
  const visible = findVisibleWords(db, scope.clientId, wordIds);
  const selection = selectPosts(db, { ...scope, wordIds, from, to });
  const rows = selection ? readAnalysedRows(db, createRowFilter(db, selection), { from, to, starts }, 'all') : noRows;
  const order = orderByStory(rows.stories);
  const stored = visible.map(({ wordId }) => wordId);
  const counts = countByValue({ values: rows.words, keys: rows.bars }, order, stored, starts.length);
  return new Map(visible.map(({ id }, place) => [id, counts[place] ?? { total: 0, totals: [] }]));
}

/** Kept until a row of the window changes. */
const keepOwners = keepResults<OwnerFigures[]>(20);

/** The scope has dates. Null: all sources that have posts. */
export function countOfOwners(db: DatabaseSync, scope: PostScope, ownerIds: readonly number[] | null): OwnerFigures[] {
  const [from, to] = [scope.from ?? 0, scope.to ?? 0];
  const selection = selectPosts(db, scope);
  if (selection === null) return [];
  const filter = createRowFilter(db, selection);
  const versions = [...readVersions(db, boundPostId(from), boundPostId(to))];
  const figures = keepOwners(JSON.stringify([filter.key, from, to, versions]), () => {
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
