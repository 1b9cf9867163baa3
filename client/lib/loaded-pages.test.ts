import {
  allPages,
  firstPage,
  hasMoreRows,
  loadLater,
  loadPending,
  mergePages,
  startPages,
  upToPage,
} from './loaded-pages.ts';

type Row = { id: number; text: string };
const row = (id: number, text = ''): Row => ({ id, text });
/** A page with one row. */
const page = (id: number) => ({ rows: [row(id)], total: 9 });
const merge = (...pages: Row[][]) => mergePages(pages, ({ id }) => id);

describe('mergePages', () => {
  test('keeps the order of the pages', () => {
    expect(merge([row(3), row(2)], [row(1)]).map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  test('keeps the first occurrence of a row that new rows have shifted to the next page', () => {
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

  test('further pages keep the earlier pages and the time of the first one', async () => {
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

describe('rows after those that are loaded', () => {
  /** A list of rows 0, 1, 2 … whose first `left` rows have left it. */
  const listWithout = (left: number, size: number) => async (offset: number) => ({
    rows: Array.from({ length: 20 }, (_, index) => row(left + offset + index)),
    total: size - left,
  });

  test.each([
    ['none', 0, 0, 100, 40],
    ['some', 5, 0, 100, 40],
    ['some, as is known', 5, 5, 100, 40],
    ['all that are loaded', 40, 0, 100, 40],
    ['some, of a list whose total was unknown', 5, 5, -1, 40],
  ])('follow them when %s have left the list', async (_, left, known, total, first) => {
    const page = await loadLater(40, total, known, listWithout(left, 100));
    expect([page.rows[0]?.id, page.total]).toEqual([first, 100]);
  });

  test('follow them when as many have left the list as arrived after them', async () => {
    const page = await loadLater(40, 100, 5, listWithout(5, 105));
    expect([page.rows[0]?.id, page.total]).toEqual([40, 105]);
  });

  test('are read from the first one at most', async () => {
    const offsets: number[] = [];
    await loadLater(40, 1000, 0, async (offset) => {
      offsets.push(offset);
      return { rows: [], total: 3 };
    });
    expect(offsets).toEqual([40, 0]);
  });
});
