import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { IslandRoot } from '../lib/island-context.tsx';
import type { PagedList } from '../lib/paged-list.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './table-column.ts';

const columns: Column<{ id: number }>[] = Array.from({ length: 10 }, (_, index) => ({
  title: `Столбец ${index + 1}`,
  width: '1fr',
  actions: index === 9 || undefined,
  cell: ({ id }) => <b>{id}</b>,
}));

const list: PagedList<{ id: number }> = {
  rows: [{ id: 1 }],
  total: 1,
  offset: 0,
  hasMore: false,
  loading: false,
  stale: false,
  error: null,
  loadMore: () => undefined,
  retry: () => undefined,
  refresh: () => undefined,
};

function Table({ rows }: { rows: readonly { id: number }[] }) {
  return (
    <DataTable
      label="Таблица"
      columns={columns}
      list={{ ...list, rows }}
      keyOf={({ id }) => id}
      rowHeight={40}
      cardBase={50}
      emptyText=""
    />
  );
}

const renderRows = (rows: readonly { id: number }[]) =>
  renderToString(
    <IslandRoot
      name="words"
      component={Table}
      props={{ rows }}
      context={{
        viewer: { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null },
        basePath: '',
        timeZone: 'Europe/Moscow',
        apiTimeoutMs: 20_000,
        capabilities: [],
        tableView: { density: 'comfortable', hiddenColumns: '' },
      }}
    />,
  );
const html = renderRows(list.rows);

test('every card field has a label, at every column position', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'data-table.module.css'), 'utf8');
  const rules = [...sheet.matchAll(/nth-child\((\d+)\) \{\s*--label: var\(--label-(\d+)\);/g)];
  expect(rules.map(([, position]) => Number(position))).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  expect(rules.filter(([, position, label]) => position !== label)).toEqual([]);
  for (const [index, { title }] of columns.entries())
    expect(html).toContain(`--label-${index + 1}:&quot;${title}&quot;`);
});

test('server-rendered rows have no ARIA roles and no action buttons', () => {
  expect(html).toContain('<tbody');
  expect(html.match(/<b>1<\/b>/g)).toHaveLength(9);
  expect(html).toContain('<tr><td><b>1</b></td>');
});

test('of the hydrated rows, those below 820 pixels wait for hydration in a low window', () => {
  const [, first = '', later = ''] = renderRows(Array.from({ length: 30 }, (_, id) => ({ id }))).split('<tbody');
  expect([...first.matchAll(/<tr[^>]*>/g)].map(([tag]) => tag.includes('below'))).toEqual(
    Array.from({ length: 21 }, (_, row) => 160 + row * 40 >= 820),
  );
  expect(later).not.toContain('below');
});
