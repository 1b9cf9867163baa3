// Proves: export#rows-while-the-list-changes
import { badRequest } from '../platform/app-error.ts';
import { readByOffset } from './read-by-offset.ts';

type Backend = { list: number[]; limits?: number; total?: (list: number[]) => number; before?: (call: number) => void };

async function collect(pages: AsyncIterable<readonly number[]>): Promise<number[]> {
  const rows: number[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

/** Reads all rows of a backend whose list may change before each call. */
async function readAll(backend: Backend): Promise<number[]> {
  let calls = 0;
  const pages = readByOffset<number>({
    async load(offset, limit) {
      backend.before?.(calls);
      calls += 1;
      const { list, limits = 1000, total = ({ length }: number[]) => length } = backend;
      return { rows: list.slice(offset, offset + Math.min(limit, limits)), total: total(list) };
    },
    keyOf: (row) => row,
    screenRows: 20,
    failure: 'Ошибка загрузки постов',
  });
  return collect(pages);
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

test.each([0, 1, 2, 3, 11, 199, 200, 201, 1000])('a list of %i rows is read once, in order', async (length) => {
  expect(await readAll({ list: range(0, length) })).toEqual(range(0, length));
});

test.each([
  ['unknown', () => -1],
  ['always 0', () => 0],
  ['that of a page', () => 200],
])('a total that is %s does not end the list', async (_name, total) => {
  expect(await readAll({ list: range(0, 1000), total })).toEqual(range(0, 1000));
});

test.each([2, 7, 20, 100])('a backend that never returns more than %i rows is read whole', async (limits) => {
  expect(await readAll({ list: range(0, 450), limits })).toEqual(range(0, 450));
});

test('a backend that refuses the limit is read with the page size of the screen', async () => {
  const calls: number[] = [];
  const pages = readByOffset<number>({
    async load(offset, limit) {
      calls.push(limit);
      if (limit > 20) throw badRequest();
      return { rows: range(0, 50).slice(offset, offset + limit), total: 50 };
    },
    keyOf: (row) => row,
    screenRows: 20,
    failure: '',
  });
  expect([await collect(pages), new Set(calls.slice(1))]).toEqual([range(0, 50), new Set([20])]);
});

test('a backend that ignores the offset is read once', async () => {
  const pages = readByOffset<number>({
    load: async () => ({ rows: range(0, 100), total: 100 }),
    keyOf: (row) => row,
    screenRows: 20,
    failure: '',
  });
  expect(await collect(pages)).toEqual(range(0, 100));
});

test.each([1, 9, 150, 250, 1000])(
  '%i rows that are added above before each page neither repeat nor hide a row',
  async (count) => {
    const backend: Backend = { list: range(0, 1000) };
    let arrived = 0;
    backend.before = (call) => {
      if (call === 0 || call > 20) return;
      backend.list = [...range(-arrived - count, -arrived), ...backend.list];
      arrived += count;
    };
    const rows = await readAll(backend);
    expect(rows).toEqual(range(0, 1000));
  },
);

test.each([1, 9, 150, 450])('%i rows that are removed above before each page hide no other row', async (count) => {
  const backend: Backend = { list: range(0, 3000) };
  backend.before = (call) => {
    if (call > 0) backend.list = backend.list.filter((row) => row >= call * count || row >= 2000);
  };
  const rows = await readAll(backend);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.slice(-1000)).toEqual(range(2000, 3000));
});

test('rows that are added further down are read, and none twice', async () => {
  const backend: Backend = { list: range(0, 1000).map((row) => row * 2) };
  backend.before = (call) => {
    if (call === 2) backend.list = range(0, 2000);
  };
  const rows = await readAll(backend);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.filter((row) => row % 2 === 0)).toEqual(range(0, 1000).map((row) => row * 2));
});

test('a list that ends before its total is a fault', async () => {
  const capped = readAll({ list: range(0, 500), total: () => 10_000 });
  await expect(capped).rejects.toMatchObject({ status: 502, userMessage: 'Ошибка загрузки постов' });
});

test('an order that changes on every call is a fault', async () => {
  let call = 0;
  const pages = readByOffset<number>({
    load: async (offset, limit) => ({
      rows: range(offset, offset + limit).map((row) => row + 1e6 * call++),
      total: -1,
    }),
    keyOf: (row) => row,
    screenRows: 20,
    failure: 'Ошибка загрузки постов',
  });
  await expect(collect(pages)).rejects.toMatchObject({ status: 502 });
});
