/** Tables of the style guide: with rows, loading, stale, empty and failed. */
import { DataTable } from '../../../client/components/data-table.tsx';
import { ListTable } from '../../../client/components/list-toolbar.tsx';
import { createSelection, selectColumn } from '../../../client/components/selection.tsx';
import { SelectionTools } from '../../../client/components/selection-tools.tsx';
import type { Column } from '../../../client/components/table-column.ts';
import type { PagedList } from '../../../client/lib/loaded-pages.ts';
import * as messages from '../../../shared/messages.ts';
import { Section, Specimen } from './styleguide-specimen.tsx';

type Row = { id: number; text: string };

const nothing = () => undefined;
const keyOf = ({ id }: Row) => id;

const columns: Column<Row>[] = [
  { title: 'ID', width: '64px', sort: 'id', align: 'end', cell: ({ id }) => id },
  { title: 'Текст', width: 'minmax(0, 1fr)', card: 'heading', cell: ({ text }) => text },
  {
    title: 'Статус',
    width: '120px',
    tone: () => 'success',
    cell: () => 'Активно',
  },
];

const selection = createSelection<number>();
const selectable: Column<Row>[] = [selectColumn(selection, keyOf, ({ text }) => text), ...columns];

const rows: Row[] = [
  { id: 3, text: 'выставка под открытым небом' },
  { id: 2, text: 'оченьдлинноесловобезединогопробела'.repeat(9) },
  { id: 1, text: 'хоккейный матч' },
];

const list: PagedList<Row> = {
  rows,
  total: 42,
  offset: 0,
  hasMore: false,
  loading: false,
  stale: false,
  error: null,
  loadMore: nothing,
  retry: nothing,
  refresh: nothing,
};

const states: Record<string, Partial<typeof list>> = {
  строки: {},
  'ещё строки в пути': { loading: true },
  'строки прежнего запроса': { loading: true, stale: true },
  'первые строки в пути': { rows: [], loading: true },
  пусто: { rows: [], total: 0 },
  ошибка: { rows: [], total: 0, error: messages.loadPosts },
};

const sort = {
  current: { column: 'id', descending: true },
  href: (column: string) => `?sort=${column}`,
  onSort: nothing,
  prepare: nothing,
};

export function StyleguideTables() {
  return (
    <Section title="Таблицы">
      {Object.entries(states).map(([name, state]) => (
        <Specimen key={name} name={name} wide>
          <ListTable
            firstPageHref="?"
            label={`Таблица: ${name}`}
            columns={columns}
            list={{ ...list, ...state }}
            keyOf={keyOf}
            rowHeight={40}
            cardBase={120}
            sort={sort}
            emptyText={messages.noWords}
          />
        </Specimen>
      ))}
      <Specimen name="с выбором строк" wide>
        <DataTable
          label="Таблица с выбором строк"
          columns={selectable}
          list={list}
          keyOf={keyOf}
          rowHeight={40}
          cardBase={120}
          sort={sort}
          emptyText={messages.noWords}
        />
        <SelectionTools
          selection={selection}
          list={list}
          filters=""
          loadIds={() => Promise.resolve([])}
          actions={[{ label: 'Разрешить экспорт', question: '', send: () => Promise.resolve([]) }]}
          onChanged={nothing}
        />
      </Specimen>
    </Section>
  );
}
