// Proves: export#menu
/** Exports have the columns of the tables: title, order, sort, and the name by which the user hides them. */

import { createSelection } from '../../client/components/selection.tsx';
import type { TitledColumn } from '../../client/components/table-column.ts';
import {
  type ClientActions,
  clientColumns,
  listedClientColumns,
} from '../../client/islands/clients/client-columns.tsx';
import { journalColumns } from '../../client/islands/journal/journal-island.tsx';
import { type OwnerActions, ownerColumns } from '../../client/islands/owners/owners-island.tsx';
import { postColumns } from '../../client/islands/posts/post-columns.tsx';
import { type WordColumnsOptions, wordColumns } from '../../client/islands/words/word-columns.tsx';
import { type ExportName, exportNames } from '../../shared/export.ts';
import { shownColumns } from './export-table.ts';
import {
  clientExportColumns,
  journalExportColumns,
  listedClientExportColumns,
  listedOwnerExportColumns,
  ownerExportColumns,
  wordExportColumns,
} from './list-exports.ts';
import { postExportColumns } from './posts-export.ts';

type Columns = readonly (TitledColumn & { sort?: string })[];

const options = <Options,>(value: unknown) => value as Options;
const words = (viewer: 'admin' | 'client') => wordColumns(options<WordColumnsOptions>({ viewer, actions: {} }));
const owners = (hasFigures: boolean) =>
  ownerColumns({ basePath: '', hasCards: true, hasFigures }, options<OwnerActions>({}));

const tables: Record<ExportName, [Columns, Columns][]> = {
  posts: [[postColumns(options<Parameters<typeof postColumns>[0]>({ timeZone: [] })), postExportColumns.slice(0, -1)]],
  words: [
    [words('admin'), wordExportColumns('admin', 'UTC')],
    [words('client'), wordExportColumns('client', 'UTC')],
  ],
  owners: [
    [owners(true), listedOwnerExportColumns],
    [owners(false), ownerExportColumns],
  ],
  clients: [
    [listedClientColumns(options<ClientActions>({}), createSelection(), []), listedClientExportColumns],
    [clientColumns(options<ClientActions>({})), clientExportColumns],
  ],
  journal: [[journalColumns([]), journalExportColumns]],
};

const describeColumns = (columns: Columns) =>
  columns
    .filter(({ title }) => title !== 'Действия' && title !== 'Выбрать')
    .map(({ title, name, sort }) => ({ title, name, sort }));

test.each(exportNames)('the export of %s has the columns of its table', (name) => {
  for (const [shown, exported] of tables[name]) expect(describeColumns(exported)).toEqual(describeColumns(shown));
});

test('posts also have the link of their popup', () => {
  expect(postExportColumns.at(-1)?.title).toBe('Ссылка');
});

test('hidden columns are left out', () => {
  const preferences = { hiddenColumns: 'posts.word words.id' } as Parameters<typeof shownColumns>[1]['preferences'];
  const titles = shownColumns(postExportColumns, { preferences }).map(({ title }) => title);
  expect(titles).toEqual(['Источник', 'ID пользователя', 'Текст', 'Дата поста', 'Обновлено', 'Город', 'Ссылка']);
});
