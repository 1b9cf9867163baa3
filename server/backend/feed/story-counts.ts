/** Counts the stories of rows by a key of each row. A story counts once per key. May run over all stored rows. */
import { greatestOf } from './row-mask.ts';

/**
 * `singles`: offsets of the rows whose story has no other row. The other rows are grouped by story: `order` has their offsets,
 * `groups` their stories. `total` is the number of stories.
 */
export type StoryOrder = { singles: Uint32Array; order: Uint32Array; groups: Uint32Array; total: number };

/** The offsets of rows whose story has no other row, and of the other rows. */
function splitRows(stories: Uint32Array, newest: number): { singles: Uint32Array; repeated: Uint32Array } {
  const count = stories.length;
  /** 0: no row, 1: one row, else several. */
  const states = new Uint8Array(newest + 1);
  for (let row = 0; row < count; row += 1) {
    const state = states[stories[row] ?? 0] ?? 0;
    states[stories[row] ?? 0] = state | (state + 1);
  }
  const [singles, repeated] = [new Uint32Array(count), new Uint32Array(count)];
  let single = 0;
  for (let row = 0; row < count; row += 1) {
    // Arithmetic instead of branches: a processor cannot predict which stories have several rows.
    singles[single] = row;
    repeated[row - single] = row;
    single += Number(states[stories[row] ?? 0] === 1);
  }
  return { singles: singles.subarray(0, single), repeated: repeated.subarray(0, count - single) };
}

/** Sorts the rows by story, in linear time. */
export function orderByStory(stories: Uint32Array): StoryOrder {
  const newest = greatestOf(stories);
  const { singles, repeated } = splitRows(stories, newest);
  const count = repeated.length;
  /** By story: its number of rows; once one is placed, -1 minus the next offset. */
  const states = new Int32Array(newest + 1);
  for (let index = 0; index < count; index += 1) {
    const story = stories[repeated[index] ?? 0] ?? 0;
    states[story] = (states[story] ?? 0) + 1;
  }
  const [order, groups] = [new Uint32Array(count), new Uint32Array(count)];
  let [free, total] = [0, singles.length];
  for (let index = 0; index < count; index += 1) {
    const row = repeated[index] ?? 0;
    const story = stories[row] ?? 0;
    const state = states[story] ?? 0;
    const place = state > 0 ? free : -1 - state;
    if (state > 0) {
      free += state;
      total += 1;
    }
    states[story] = -2 - place;
    order[place] = row;
    groups[place] = story;
  }
  return { singles, order, groups, total };
}

/** The order for counting rows: each is its own story. */
export function orderOfRows(count: number): StoryOrder {
  const singles = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) singles[row] = row;
  return { singles, order: new Uint32Array(0), groups: new Uint32Array(0), total: count };
}

/** The number of stories in total and per key. */
export type StoryCounts = { total: number; totals: Uint32Array };

/** Needs no order, but keys that never descend. Keys are less than `size`. */
export function countAscending(stories: Uint32Array, keys: Uint32Array, size: number): StoryCounts {
  const totals = new Uint32Array(size);
  /** The last key of each story plus 1. */
  const states = new Uint32Array(greatestOf(stories) + 1);
  let total = 0;
  for (let row = 0; row < stories.length; row += 1) {
    const story = stories[row] ?? 0;
    const key = keys[row] ?? 0;
    const state = states[story];
    if (state === key + 1) continue;
    if (state === 0) total += 1;
    states[story] = key + 1;
    totals[key] = (totals[key] ?? 0) + 1;
  }
  return { total, totals };
}

/** The number of stories per key. Keys are less than `size`. Story IDs are not 0. */
export function countByKey({ singles, order, groups }: StoryOrder, keys: Uint32Array, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let place = 0; place < singles.length; place += 1) {
    const key = keys[singles[place] ?? 0] ?? 0;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const lastOf = new Uint32Array(size);
  for (let place = 0; place < order.length; place += 1) {
    const story = groups[place] ?? 0;
    const key = keys[order[place] ?? 0] ?? 0;
    if (lastOf[key] === story) continue;
    lastOf[key] = story;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

/** The number of stories with a value, in total and per key. */
export type ValueCounts = { total: number; totals: number[] };

/** Every row has one of the values. `keys` are less than `size`. */
export function countByValue(
  rows: { values: Uint32Array; keys: Uint32Array },
  order: StoryOrder,
  values: readonly number[],
  size: number,
): ValueCounts[] {
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const places = rows.values.map((value) => placeOf.get(value) ?? 0);
  const totals = countByKey(order, places, values.length);
  const pairs = places.map((place, row) => place * size + (rows.keys[row] ?? 0));
  const counts = countByKey(order, pairs, values.length * size);
  return values.map((_, place) => ({
    total: totals[place] ?? 0,
    totals: [...counts.subarray(place * size, (place + 1) * size)],
  }));
}

export type Ranked = { items: { value: number; total: number }[]; distinct: number };

const isBefore = (a: Ranked['items'][number], b: Ranked['items'][number]): boolean =>
  a.total > b.total || (a.total === b.total && a.value < b.value);

/** The values with the most stories; ties in ascending order. */
export function rank(
  keys: Uint32Array,
  order: StoryOrder,
  { size, toValue }: { size: number; toValue: (key: number) => number },
  max: number,
): Ranked {
  const counts = countByKey(order, keys, size);
  const items: Ranked['items'] = [];
  let distinct = 0;
  for (let key = 0; key < size; key += 1) {
    const total = counts[key] ?? 0;
    if (total === 0) continue;
    distinct += 1;
    // Sorting all of them takes longer than counting.
    if (total < (items[max - 1]?.total ?? 0)) continue;
    const item = { value: toValue(key), total };
    const place = items.findIndex((other) => isBefore(item, other));
    items.splice(place < 0 ? items.length : place, 0, item);
    if (items.length > max) items.pop();
  }
  return { items, distinct };
}
