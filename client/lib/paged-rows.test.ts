import { continueRows, hasMoreRows, mergePages } from './paged-rows.ts';

type Row = { id: number; text: string };
const row = (id: number, text = ''): Row => ({ id, text });
const merge = (...pages: Row[][]) =>
  mergePages(
    pages,
    (page) => page,
    ({ id }) => id,
  );

describe('mergePages', () => {
  test('keeps the order of the pages', () => {
    expect(merge([row(3), row(2)], [row(1)]).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  test('keeps the first copy of a row that new rows have shifted to the next page', () => {
    const rows = merge([row(5, 'first'), row(4)], [row(5, 'again'), row(4), row(3)]);
    expect(rows).toEqual([row(5, 'first'), row(4), row(3)]);
  });

  test('returns no rows without pages', () => {
    expect(merge()).toEqual([]);
  });
});

describe('hasMoreRows', () => {
  test('is true until the total is reached', () => {
    expect(hasMoreRows(100, 100, 100, 101)).toBe(true);
    expect(hasMoreRows(100, 100, 200, 200)).toBe(false);
  });

  test('is false after an empty page, whatever the total is', () => {
    expect(hasMoreRows(0, 100, 100, 500)).toBe(false);
  });

  test('is true after a full page when the total is unknown', () => {
    expect(hasMoreRows(100, 100, 100, -1)).toBe(true);
    expect(hasMoreRows(99, 100, 100, -1)).toBe(false);
  });
});

describe('continueRows', () => {
  const ids = (first: number[], page: number[]) =>
    continueRows(
      first.map((id) => row(id)),
      page.map((id) => row(id)),
      ({ id }) => id,
    ).map(({ id }) => id);

  test('appends the rows that follow', () => {
    expect(ids([9, 8], [9, 8, 7, 6])).toEqual([9, 8, 7, 6]);
  });

  test('leaves out rows that have appeared above', () => {
    expect(ids([9, 8], [10, 9, 8, 7])).toEqual([9, 8, 7]);
  });

  test('appends them when rows have gone', () => {
    expect(ids([9, 8], [9, 7, 6])).toEqual([9, 8, 7, 6]);
    expect(ids([9, 8], [7, 6])).toEqual([9, 8, 7, 6]);
  });
});
