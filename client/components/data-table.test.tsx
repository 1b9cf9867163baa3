import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import type { PagedList } from '../lib/loaded-pages.ts';
import { DataTable } from './data-table.tsx';
import { IslandRoot } from './island-root.tsx';
import type { Column } from './table-column.ts';

const columns: Column<{ id: number }>[] = Array.from({ length: 11 }, (_, index) => ({
  title: `Столбец ${index}`,
  on: 'both',
  width: '1fr',
  leading: index === 0 || undefined,
  actions: index === 10 || undefined,
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
      component={Table}
      props={{ rows }}
      context={{
        viewer: { user: { id: '1', type: 'admin', username: 'root' }, impersonation: null },
        refusal: null,
        basePath: '',
        timeZone: [],
        apiTimeoutMs: 20_000,
        now: 0,
        backendKind: 'specified',
        hasWork: false,
        sidebar: null,
        tableView: { density: 'comfortable', hiddenColumns: '' },
      }}
    />,
  );
const html = renderRows(list.rows);

test('every card field has a label, at every column position', () => {
  const sheet = readFileSync(path.join(import.meta.dirname, 'data-table.module.css'), 'utf8');
  const rules = [...sheet.matchAll(/nth-child\((\d+) of [^{]+\) \{\s*--label: var\(--label-(\d+)\);/g)];
  // The table of clients has the most columns. Those with checkboxes and buttons have no label.
  expect(rules.map(([, position]) => Number(position))).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
  expect(rules.filter(([, position, label]) => position !== label)).toEqual([]);
  for (const [index, { title }] of columns.slice(1).entries())
    expect(html).toContain(`--label-${index + 1}:&quot;${title}&quot;`);
});

test('server-rendered rows omit cells that need a script, and leave the cell of the checkbox empty', () => {
  expect(html.match(/<b>1<\/b>/g)).toHaveLength(9);
  expect(html).toContain('aria-rowindex="2"><div role="gridcell"></div><div role="gridcell"><b>1</b></div>');
});

test('the HTML has 30 rows as elements, and the others in noscript', () => {
  const ids = (part = '') => [...part.matchAll(/aria-rowindex="(\d+)"/g)].map(([, index]) => Number(index));
  const rows = Array.from({ length: 33 }, (_, id) => ({ id }));
  const [shown, later, after] = renderRows(rows).split(/<\/?noscript>/);
  expect(ids(shown)).toEqual(Array.from({ length: 30 }, (_, index) => index + 2));
  expect(later?.match(/<tr class="row">(<td><b>\d+<\/b><\/td>){9}<\/tr>/g)).toHaveLength(3);
  expect(ids(after)).toEqual([]);
  expect(renderRows(rows.slice(0, 30))).not.toContain('<noscript>');
});

test('hiding a column hides it in one table only: columns of different tables have different names', () => {
  const files = globSync('{client/islands,shared}/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file));
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/name: '([a-z_]+\.[a-z_]+)'/g)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
