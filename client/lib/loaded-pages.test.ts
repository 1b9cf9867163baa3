import { allPages, firstPage, hasMoreRows, loadPending, mergePages, startPages, upToPage } from './loaded-pages.ts';

type Row = { id: number; text: string };
const row = (id: number, text = ''): Row => ({ id, text });
/** A page with one row. */
const page = (id: number) => ({ rows: [row(id)], total: 9 });
const merge = (...pages: Row[][]) => mergePages(pages, ({ id }) => id);

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

describe('the range that loads next', () => {
  const loaded = {
    ...startPages('/rows', page(9), 5),
    pages: [page(9), page(8), page(7)],
    pending: { start: 3, end: 3 },
  };

  test.each([
    ['further pages', upToPage(5)(loaded), 3, 5],
    ['the first page', firstPage(loaded), 0, 1],
    ['all pages', allPages(loaded), 0, 3],
  ])('%s', (_, range, start, end) => expect(range).toEqual({ start, end }));

  test('further pages keep those before them and the time of the first one', async () => {
    const next = await loadPending({ ...loaded, pending: { start: 1, end: 3 } }, async (index) => page(-index));
    expect(next).toEqual({
      key: '/rows',
      pages: [page(9), page(-1), page(-2)],
      loadedAt: 5,
      pending: { start: 3, end: 3 },
    });
  });

  test('the first page replaces all pages and their time', async () => {
    const next = await loadPending({ ...loaded, pending: { start: 0, end: 1 } }, async () => page(10));
    expect(next).toMatchObject({ pages: [page(10)], pending: { start: 1, end: 1 } });
    expect(next.loadedAt).toBeGreaterThan(5);
  });
});
