// Proves: feed#table
import { createRandom } from '../../../scripts/demo/world/random.ts';
import { firstPlaces } from './reach-order.ts';

/** Many rows with the same values; -1 has none. */
function createRows(count: number) {
  const random = createRandom(count);
  return {
    ids: Array.from({ length: count }, (_, place) => 10 + 3 * place),
    values: Array.from({ length: count }, () => random.int(300) - 1),
  };
}

/** All places in order, by comparing pairs. */
function sortAll({ ids, values }: ReturnType<typeof createRows>, isDescending: boolean): number[] {
  const sign = isDescending ? -1 : 1;
  const sortValue = (place: number) => (values[place] === -1 ? sign * Number.POSITIVE_INFINITY : (values[place] ?? 0));
  return [...ids.keys()].sort((a, b) => {
    const [first, second] = [sortValue(a), sortValue(b)];
    return sign * (first === second ? a - b : first - second);
  });
}

test.each([true, false])('the first rows of thousands are those of a full sort, descending: %p', (isDescending) => {
  const rows = createRows(8000);
  const all = sortAll(rows, isDescending);
  for (const end of [1, 20, 999, 7990, 9000])
    expect(firstPlaces(rows, isDescending, null, end)).toEqual(all.slice(0, end));
  const last = all[4321] ?? 0;
  const after = { value: rows.values[last] ?? 0, id: rows.ids[last] ?? 0 };
  expect(firstPlaces(rows, isDescending, after, 50)).toEqual(all.slice(4322, 4372));
});
