import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { IslandRoot } from '../lib/island-context.tsx';
import type { PagedList } from '../lib/use-paged-list.ts';
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

function Table() {
  return (
    <DataTable
      label="Таблица"
      columns={columns}
      list={list}
      keyOf={({ id }) => id}
      rowHeight={40}
      cardBase={50}
      emptyText=""
    />
  );
}

const html = renderToString(
  <IslandRoot
    name="words"
    component={Table}
    props={{}}
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
