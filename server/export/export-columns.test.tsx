// Proves: export#menu
/**
 * Exports have the columns of the tables: title, order, sort, the backends that have them, and the name by which the user hides
 * them.
 */

import type { TitledColumn } from '../../client/components/table-column.ts';
import { type ClientActions, clientColumns } from '../../client/islands/clients/client-columns.tsx';
import { journalColumns } from '../../client/islands/journal/journal-island.tsx';
import { type OwnerActions, ownerColumns } from '../../client/islands/owners/owners-island.tsx';
import { postColumns } from '../../client/islands/posts/post-columns.tsx';
import { type WordColumnsOptions, wordColumns } from '../../client/islands/words/word-columns.tsx';
import type { BackendKind } from '../../shared/backend-kind.ts';
import { type ExportName, exportNames } from '../../shared/export.ts';
import type { PageInput } from '../session/page-input.ts';
import { shownColumns } from './export-table.ts';
import { clientExportColumns, journalExportColumns, ownerExportColumns, wordExportColumns } from './list-exports.ts';
import { postExportColumns } from './posts-export.ts';

type Columns = readonly (TitledColumn & { sort?: string })[];

const options = <Options,>(value: unknown) => value as Options;
const words = (viewer: 'admin' | 'client') => wordColumns(options<WordColumnsOptions>({ viewer, actions: {} }));

const tables: Record<ExportName, [Columns, Columns][]> = {
  posts: [
    [
      postColumns(options<Parameters<typeof postColumns>[0]>({ timeZone: [] })).filter(({ on }) => on === 'both'),
      postExportColumns.filter(({ on, title }) => on === 'both' && title !== 'Ссылка'),
    ],
  ],
  words: [
    [words('admin'), wordExportColumns('admin', 'UTC')],
    [words('client'), wordExportColumns('client', 'UTC')],
  ],
  owners: [[ownerColumns('', 'own', options<OwnerActions>({})), ownerExportColumns]],
  clients: [[clientColumns(options<ClientActions>({}), []), clientExportColumns]],
  journal: [[journalColumns([]), journalExportColumns]],
};

const describeColumns = (columns: Columns) =>
  columns
    .filter(({ title }) => title !== 'Действия' && title !== 'Выбрать')
    .map(({ title, on, name, sort }) => ({ title, on, name, sort }));

test.each(exportNames)('the export of %s has the columns of its table', (name) => {
  for (const [shown, exported] of tables[name]) expect(describeColumns(exported)).toEqual(describeColumns(shown));
});

test('posts also have their figures, and the link of their popup', () => {
  expect(postExportColumns.slice(7).map(({ title }) => title)).toEqual([
    ...[
      'Просмотры',
      'Отметки',
      'Репосты',
      'Комментарии',
      'К обычному',
      'Изменён',
      'Удалён',
      'Вид',
      'К посту',
      'Ссылка',
    ],
  ]);
});

test('hidden columns are omitted, and with an existing backend the columns of our own backend', () => {
  const preferences = options<PageInput['preferences']>({ hiddenColumns: 'posts.word owners.id' });
  const titlesOf = (columns: Parameters<typeof shownColumns>[0], backendKind: BackendKind) =>
    shownColumns(columns, { preferences, backendKind }).map(({ title }) => title);
  expect(titlesOf(postExportColumns, 'specified')).toEqual([
    'Источник',
    'ID пользователя',
    'Текст',
    'Дата поста',
    'Обновлено',
    'Город',
    'Ссылка',
  ]);
  expect(titlesOf(ownerExportColumns, 'specified')).toEqual(['Тип', 'Название', 'Домен', 'Фото']);
  expect(titlesOf(ownerExportColumns, 'own').slice(4)).toEqual([
    'Постов за 30 дней',
    'Повторов, %',
    'Стена',
    'Отставание',
  ]);
});
