import { hasMoreRows, mergePages } from './paged-rows.ts';

type Row = { id: number; text: string };
const row = (id: number, text = ''): Row => ({ id, text });
const merge = (...pages: Row[][]) =>
  mergePages(
    pages,
    (page) => page,
    ({ id }) => id,
  );

describe('rows of several pages', () => {
  test('stand in the order of the pages', () => {
    expect(merge([row(3), row(2)], [row(1)]).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  test('stand once, in their first place, when new rows have shifted the offsets', () => {
    const rows = merge([row(5, 'first'), row(4)], [row(5, 'again'), row(4), row(3)]);
    expect(rows).toEqual([row(5, 'first'), row(4), row(3)]);
  });

  test('are none when there are no pages', () => {
    expect(merge()).toEqual([]);
  });
});

describe('more rows', () => {
  test('are to come until the total is reached', () => {
    expect(hasMoreRows(100, 100, 100, 101)).toBe(true);
    expect(hasMoreRows(100, 100, 200, 200)).toBe(false);
  });

  test('are not to come after an empty page, whatever the total says', () => {
    expect(hasMoreRows(0, 100, 100, 500)).toBe(false);
  });

  test('are to come after a full page when the total is unknown', () => {
    expect(hasMoreRows(100, 100, 100, -1)).toBe(true);
    expect(hasMoreRows(99, 100, 100, -1)).toBe(false);
  });
});
