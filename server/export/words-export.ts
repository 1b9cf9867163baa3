/** The phrases of the viewer: all for an administrator, their own for a client. */
import {
  defaultWordSort,
  loadWordPostCount,
  loadWordPostCounts,
  loadWordsPage,
  type WordFilters,
} from '../../shared/api/words.ts';
import { type Word, wordSortColumns } from '../../shared/fields/words.ts';
import { orderOf, parseSort } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { parseWordFilters } from '../../shared/pages/words-query.ts';
import type { UserType } from '../../shared/roles.ts';
import { wordCountsMax, wordsPageSize } from '../../shared/rules/limits.ts';
import { healthLabels } from '../../shared/rules/word-health.ts';
import { wordStateLabels } from '../../shared/rules/word-states.ts';
import {
  type ExportColumn,
  type ExportInput,
  type ExportList,
  type Fact,
  fieldColumn,
  filterFact,
  shownColumns,
  sortFact,
  yesNo,
} from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

/** `posts` is the stored count for an administrator and the live count for a client, as far as it is known. */
type CountedWord = Word & { posts: number | null };

const clientsColumn: ExportColumn<CountedWord> = {
  title: 'Клиенты',
  name: 'words.clients',
  kind: 'text',
  width: 30,
  value: ({ clients }) => clients.join(', '),
  fields: ({ clients }) => ({ Clients: clients }),
};

export const wordExportColumns = (viewer: UserType): readonly ExportColumn<CountedWord>[] => [
  fieldColumn('WordID', ({ id }) => id, { title: 'ID', name: 'words.id', sort: 'word_id', kind: 'number', width: 10 }),
  fieldColumn('Text', ({ text }) => text, { title: 'Текст', sort: 'text', kind: 'text', width: 50 }),
  ...(viewer === 'admin' ? [clientsColumn] : []),
  {
    title: 'Статус',
    name: 'words.state',
    sort: 'state',
    kind: 'text',
    width: 14,
    value: ({ state }) => wordStateLabels[state],
    fields: ({ state }) => ({ State: state }),
  },
  {
    title: 'Сбор',
    name: 'words.running',
    sort: 'running',
    kind: 'text',
    width: 8,
    value: ({ running }) => yesNo(running),
    fields: ({ running }) => ({ Running: running }),
  },
  {
    title: 'Полный поиск',
    name: 'words.full_search',
    sort: 'full_search',
    kind: 'text',
    width: 14,
    value: ({ fullSearch }) => yesNo(fullSearch),
    fields: ({ fullSearch }) => ({ FullSearch: fullSearch }),
  },
  fieldColumn('TotalPosts', ({ posts }) => posts, {
    title: 'Посты',
    name: 'words.posts',
    sort: 'total_posts',
    kind: 'number',
    width: 10,
  }),
  fieldColumn('UpdateDt', ({ updatedAt }) => updatedAt, {
    title: 'Обновлено',
    name: 'words.updated',
    sort: 'update_dt',
    kind: 'time',
    width: 17,
  }),
];

/** The live counts by phrase ID, without unknown ones. */
async function loadLiveCounts(
  { send, capabilities }: ExportInput,
  words: readonly Word[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (capabilities.includes('counts')) {
    for (let start = 0; start < words.length; start += wordCountsMax) {
      const ids = words.slice(start, start + wordCountsMax).map(({ id }) => id);
      for (const [id, total] of await send(loadWordPostCounts(ids))) counts.set(id, total);
    }
  } else {
    for (const { id, text } of words) counts.set(id, await send(loadWordPostCount('client', id, text)));
  }
  return counts;
}

async function countPosts(input: ExportInput, words: readonly Word[]): Promise<CountedWord[]> {
  if (input.viewer.user.type === 'admin') return words.map((word) => ({ ...word, posts: word.totalPosts }));
  const counts = await loadLiveCounts(input, words);
  return words.map((word) => {
    const posts = counts.get(word.id) ?? -1;
    return { ...word, posts: posts < 0 ? null : posts };
  });
}

const filtersOf = ({ query, viewer, capabilities }: ExportInput): WordFilters =>
  parseWordFilters(query, viewer.user.type, capabilities);

const filterFacts = ({ text, state, health, client, deleted }: WordFilters): Fact[] => [
  ...filterFact('Фраза', text ?? ''),
  ...filterFact('Статус', state ? wordStateLabels[state] : ''),
  ...filterFact('Оценка', health ? healthLabels[health] : ''),
  ...filterFact('Клиент', client ?? ''),
  ...filterFact('Показать', deleted ? 'Удалённые' : ''),
];

export const wordsExport: ExportList<CountedWord> = {
  name: 'words',
  async count(input) {
    const page = { limit: 1, offset: 0, ...orderOf(defaultWordSort) };
    return (await input.send(loadWordsPage(input.viewer.user.type, page, filtersOf(input)))).total;
  },
  open(input) {
    const { query, sendRows, viewer } = input;
    const { type } = viewer.user;
    const sort = parseSort(query.sort, wordSortColumns, defaultWordSort);
    const filters = filtersOf(input);
    const pages = readByOffset({
      async load(offset, limit) {
        const { words, total } = await sendRows(loadWordsPage(type, { limit, offset, ...orderOf(sort) }, filters));
        return { rows: words, total };
      },
      keyOf: ({ id }: Word) => id,
      screenRows: wordsPageSize,
      failure: type === 'admin' ? messages.loadWords : messages.loadClientWords,
    });
    async function* batches() {
      for await (const words of pages) yield await countPosts(input, words);
    }
    const columns = wordExportColumns(type);
    return {
      columns: shownColumns(columns, input),
      batches: batches(),
      facts: () => [...filterFacts(filters), sortFact(columns, sort)],
    };
  },
};
