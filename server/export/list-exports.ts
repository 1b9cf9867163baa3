/** The exports of sources, clients, journal and phrases. */

import type { Call } from '../../shared/api/call.ts';
import { defaultClientSort, loadClients, loadClientsPage } from '../../shared/api/clients.ts';
import { loadJournal, parseJournalFilters } from '../../shared/api/journal.ts';
import { defaultOwnerSort, loadOwnersPage } from '../../shared/api/owners.ts';
import {
  defaultWordSort,
  loadWordPostCount,
  loadWordPostCounts,
  loadWordsPage,
  type WordFilters,
} from '../../shared/api/words.ts';
import type { BackendKind } from '../../shared/backend-kind.ts';
import type { ExportName } from '../../shared/export.ts';
import { clientSortColumns, type ListedClient, listedClientFields } from '../../shared/fields/clients.ts';
import { journalFields } from '../../shared/fields/journal.ts';
import { type ListedOwner, listedOwnerFields, ownerSortColumns } from '../../shared/fields/owners.ts';
import { type Word, wordFields, wordSortColumns } from '../../shared/fields/words.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { orderOf, parseSort, type Sort } from '../../shared/list-query.ts';
import { parseListQuery } from '../../shared/pages/list-page.ts';
import { parseWordFilters } from '../../shared/pages/words-query.ts';
import type { Page } from '../../shared/read.ts';
import type { UserType } from '../../shared/roles.ts';
import { journalActions } from '../../shared/rules/journal.ts';
import {
  clientsPageSize,
  journalPageSize,
  ownersPageSize,
  wordCountsMax,
  wordsPageSize,
} from '../../shared/rules/limits.ts';
import { ownerTypeLabel } from '../../shared/rules/owner.ts';
import { healthLabels } from '../../shared/rules/word-health.ts';
import { describeDeletion, wordStateLabels } from '../../shared/rules/word-states.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import {
  batchRows,
  type ExportColumn,
  type ExportInput,
  type ExportList,
  exportColumns,
  type Fact,
  shownColumns,
  sortFact,
} from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

/** The rows that an address selects from a list that is read by offset. */
type Selection<Row> = {
  columns: readonly ExportColumn<Row>[];
  load: (page: { offset: number; limit: number }) => Call<Page<Row>>;
  /** The page size of the screen. */
  screenRows: number;
  sort?: Sort;
  filters?: readonly Fact[];
  /** Completes rows before they are written. */
  complete?: (rows: readonly Row[]) => Promise<readonly Row[]>;
};

const offsetExport = <Row extends { id: string | number }>(
  name: ExportName,
  select: (input: ExportInput) => Selection<Row>,
): ExportList<Row> => ({
  name,
  count: async (input) => (await input.send(select(input).load({ offset: 0, limit: 1 }))).total,
  open(input) {
    const { columns, load, screenRows, sort, filters = [], complete = async (rows) => rows } = select(input);
    const pages = readByOffset({
      load: (offset, limit) => input.sendRows(load({ offset, limit })),
      keyOf: ({ id }: Row) => id,
      screenRows,
      failure: load({ offset: 0, limit: 1 }).failure,
    });
    async function* batches() {
      for await (const rows of pages) yield await complete(rows);
    }
    return {
      columns: shownColumns(columns, input),
      batches: batches(),
      facts: () => [...filters, ...(sort ? [sortFact(columns, sort)] : [])],
    };
  },
});

export const ownerExportColumns = exportColumns(listedOwnerFields, {
  type: { value: ({ type }) => ownerTypeLabel(type) },
  wallLagMs: { value: ({ wallLagMs }) => (wallLagMs === null ? '' : formatDuration(wallLagMs)) },
});

export const ownersExport = offsetExport<ListedOwner>('owners', ({ query, backendKind }) => {
  const { sort, ...parsed } = parseListQuery(query, ownerSortColumns[backendKind], defaultOwnerSort);
  const search = backendKind === 'own' ? parsed.search : '';
  return {
    columns: ownerExportColumns,
    load: (page) => loadOwnersPage({ ...page, search, ...orderOf(sort) }),
    screenRows: ownersPageSize,
    sort,
    filters: [['Найти источник', search]],
  };
});

export const clientExportColumns = exportColumns(listedClientFields, {
  connected: { value: ({ connected }) => (connected ? 'Online' : 'Offline') },
});

/** For our own backend. */
const clientPagesExport = offsetExport('clients', (input) => {
  const { sort, search } = parseListQuery(input.query, clientSortColumns, defaultClientSort);
  return {
    columns: clientExportColumns,
    load: (page) => loadClientsPage({ search, ...page, ...orderOf(sort) }),
    screenRows: clientsPageSize,
    sort,
    filters: [['Найти клиента', search]],
  };
});

async function* readClients({ sendRows }: ExportInput): AsyncGenerator<readonly ListedClient[]> {
  const clients = await sendRows(loadClients());
  for (let start = 0; start < clients.length; start += batchRows) yield clients.slice(start, start + batchRows);
}

/** For a backend that sends all clients in one reply. */
const allClientsExport: ExportList<ListedClient> = {
  name: 'clients',
  count: async ({ send }) => (await send(loadClients())).length,
  open: (input) => ({
    columns: shownColumns(clientExportColumns, input),
    batches: readClients(input),
    facts: () => [],
  }),
};

const clientExports: Record<BackendKind, ExportList> = { specified: allClientsExport, own: clientPagesExport };

export const clientsExport: ExportList = {
  name: 'clients',
  count: (input) => clientExports[input.backendKind].count(input),
  open: (input) => clientExports[input.backendKind].open(input),
};

export const journalExportColumns = exportColumns(journalFields);

/** Newest first. */
export const journalExport = offsetExport('journal', ({ query }) => {
  const filters = parseJournalFilters(query);
  const { who, action, from, to } = filters;
  return {
    columns: journalExportColumns,
    load: ({ offset, limit }) => loadJournal(filters, offset, limit),
    screenRows: journalPageSize,
    filters: [
      ['Кто', who],
      ['Действие', action === null ? '' : journalActions[action]],
      ['Дата с', from ?? ''],
      ['Дата по', to ?? ''],
    ],
  };
});

/** `totalPosts`: the stored count for an administrator, the live count for a client; null when unknown. */
type CountedWord = Omit<Word, 'totalPosts'> & { totalPosts: number | null };

export const wordExportColumns = (viewer: UserType, timeZone: string): ExportColumn<CountedWord>[] =>
  exportColumns(wordFields, {
    state: {
      value: (word) =>
        word.deletedAt === null ? wordStateLabels[word.state] : describeDeletion(word, zoneOffsets(timeZone)),
    },
  }).filter(({ name }) => viewer === 'admin' || name !== wordFields.clients.name);

/** The live counts by phrase ID, without phrases whose count is unknown. */
async function loadLiveCounts({ send, backendKind }: ExportInput, words: readonly CountedWord[]) {
  const counts = new Map<number, number>();
  if (backendKind === 'own') {
    for (let start = 0; start < words.length; start += wordCountsMax) {
      const ids = words.slice(start, start + wordCountsMax).map(({ id }) => id);
      for (const [id, total] of await send(loadWordPostCounts(ids))) counts.set(id, total);
    }
  } else {
    for (const { id, text } of words) counts.set(id, await send(loadWordPostCount('client', id, text)));
  }
  return counts;
}

async function countPosts(input: ExportInput, words: readonly CountedWord[]): Promise<readonly CountedWord[]> {
  if (input.viewer.user.type === 'admin') return words;
  const counts = await loadLiveCounts(input, words);
  return words.map((word) => {
    const posts = counts.get(word.id) ?? -1;
    return { ...word, totalPosts: posts < 0 ? null : posts };
  });
}

const wordFilterFacts = ({ text, state, health, client, deleted }: WordFilters): Fact[] => [
  ['Фраза', text ?? ''],
  ['Статус', state ? wordStateLabels[state] : ''],
  ['Оценка', health ? healthLabels[health] : ''],
  ['Клиент', client ?? ''],
  ['Показать', deleted ? 'Удалённые' : ''],
];

/** All phrases for an administrator, their own for a client. */
export const wordsExport = offsetExport<CountedWord>('words', (input) => {
  const { type } = input.viewer.user;
  const sort = parseSort(input.query.sort, wordSortColumns, defaultWordSort);
  const filters = parseWordFilters(input.query, type, input.backendKind);
  return {
    columns: wordExportColumns(type, input.timeZone),
    load: (page) => loadWordsPage(type, { ...page, ...orderOf(sort) }, filters),
    screenRows: wordsPageSize,
    sort,
    filters: wordFilterFacts(filters),
    complete: (words) => countPosts(input, words),
  };
});
