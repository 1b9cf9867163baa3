/** The export of the posts of the feed, with the filters and the sort of its address. */

import {
  loadPostCount,
  loadPostRows,
  loadPostsPage,
  type Post,
  type PostRows,
  postKey,
} from '../../shared/api/posts.ts';
import { type PostRow, postFields } from '../../shared/fields/posts.ts';
import { labelText, presentParts } from '../../shared/fields/text-parts.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { type PostsQuery, switches, switchNames } from '../../shared/pages/post-filters.ts';
import { hasReversedDays, hidesCopies, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { weekdayHourName } from '../../shared/rules/days.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import { wallUrl } from '../../shared/rules/urls.ts';
import { tones, workStateFilters, workStates } from '../../shared/rules/work.ts';
import { readFeedQuery } from '../session/feed-query.ts';
import {
  batchRows,
  type ExportColumn,
  type ExportInput,
  type ExportList,
  exportColumns,
  type Fact,
  shownColumns,
  sortFact,
  yesNo,
} from './export-table.ts';
import { readByOffset } from './read-by-offset.ts';

/** The last column is the link of the popup «Текст поста». */
export const postExportColumns: readonly ExportColumn<PostRow>[] = [
  ...exportColumns(postFields, {
    ownerId: {
      value: ({ ownerName, domain, ownerId }) => ownerName || domain || String(ownerId),
      fields: ({ ownerId, ownerType, ownerName, domain }) => ({
        OwnerID: ownerId,
        OwnerType: ownerType,
        OwnerName: ownerName,
        Domain: domain,
      }),
    },
    word: { fields: ({ wordId, word }) => ({ WordID: wordId, Word: word }) },
    text: {
      value: ({ text, textParts }) => text && labelText(text, textParts),
      fields: ({ text, textParts, photoUrl, foundByVk }) => ({
        Text: text,
        ...(textParts.length > 0 && { TextParts: presentParts(textParts) }),
        PhotoURL: photoUrl,
        ...(foundByVk && { FoundByVK: true }),
      }),
    },
    city: {
      value: ({ country, city }) => [country, city].filter(Boolean).join(', ') || null,
      fields: ({ country, city, cityId }) => ({ Country: country, City: city, CityID: cityId }),
    },
  }),
  {
    title: 'Ссылка',
    on: 'both',
    kind: 'text',
    width: 36,
    value: wallUrl,
    fields: (post) => ({ PostID: post.postId, URL: wallUrl(post) }),
  },
];

const textColumn = <Row>(title: string, width: number, column: Pick<ExportColumn<Row>, 'value' | 'fields'>) =>
  ({ title, on: 'own', kind: 'text', width, ...column }) as const;

const workExportColumns: readonly ExportColumn<Pick<Post, 'work'>>[] = [
  textColumn('Состояние', 14, {
    value: ({ work }) => workStates[work?.state ?? 'new'],
    fields: ({ work }) => ({ State: work?.state ?? 'new' }),
  }),
  textColumn('Исполнитель', 24, {
    value: ({ work }) => work?.assignee ?? null,
    fields: ({ work }) => ({ AssigneeID: work?.assigneeId ?? null, Assignee: work?.assignee ?? null }),
  }),
  textColumn('Теги', 24, {
    value: ({ work }) => work?.tags.map(({ name }) => name).join(', ') || null,
    fields: ({ work }) => ({ Tags: work?.tags.map(({ name }) => name) ?? [] }),
  }),
  textColumn('Тон', 14, {
    value: ({ work }) => (work?.tone ? tones[work.tone] : null),
    fields: ({ work }) => ({ Tone: work?.tone ?? null }),
  }),
  textColumn('Причина', 24, {
    value: ({ work }) => work?.reason ?? null,
    fields: ({ work }) => ({ Reason: work?.reason ?? null }),
  }),
];

function workFacts({ state, assignee, tag, tone }: PostsQuery, work: Post['work'] | undefined): Fact[] {
  const people: Record<string, string> = { me: 'Я', none: 'Никто' };
  const person = people[assignee] ?? (work?.assignee || (assignee && `ID ${assignee}`));
  const tagName = work?.tags.find(({ tagId }) => tagId === tag)?.name;
  return [
    ['Состояние', state && workStateFilters[state]],
    ['Исполнитель', assignee && person],
    ['Тег', tag === null ? '' : (tagName ?? `ID ${tag}`)],
    ['Тон', tone && (tone === 'none' ? 'Не указан' : tones[tone])],
  ];
}

/** `first`: the first row, which contains the names for the filters. */
function postExportFacts(query: PostsQuery, input: ExportInput, first: Post | undefined): Fact[] {
  const { word, owner, text, from, to, city, words, weekday, hour, since, until, story } = query;
  const isOwn = input.backendKind === 'own';
  /** The fact of a filter that only our own backend has. */
  const fact = (label: string, value: string): Fact => [label, isOwn ? value : ''];
  const flag = (label: string, isSet: boolean) => fact(label, isSet ? yesNo(true) : '');
  const named = (label: string, id: number | null, name: string | null | undefined): Fact => [
    label,
    id === null ? '' : name || `ID ${id}`,
  ];
  const isFound = until !== null;
  return [
    named('Фраза', word, first?.word),
    fact('Фразы', words.map((id) => `ID ${id}`).join(', ')),
    named('Источник', owner, first?.ownerName),
    ['Поиск по тексту', text.trim()],
    ['Дата с', from],
    ['Дата по', to],
    city === 0 ? fact('Город', messages.cityNotGiven) : named('Город', city, first?.city),
    fact('День недели и час', weekdayHourName(weekday, hour)),
    fact('Скрывать повторы', yesNo(hidesCopies(query, input))),
    flag('Повторы одного поста', story !== null),
    ...switchNames.map((name) => flag(switches[name].label, query[name])),
    flag('Посты из оповещения', isFound),
    flag('С прошлого визита', since !== null && !isFound),
    ...(input.hasWork ? workFacts(query, first?.work) : []),
    fact('Скрытые источники и авторы', 'Не выгружены'),
    sortFact(postExportColumns, query.sort),
  ];
}

/** Story IDs are dense, so that one bit for each takes little memory. */
function createStorySet() {
  let bits = new Uint8Array(1024);
  return {
    /** Returns false if the story was added before. */
    add(story: number): boolean {
      const byte = story >> 3;
      if (byte >= bits.length) {
        const larger = new Uint8Array(Math.max(byte + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      const bit = 1 << (story & 7);
      const isNew = ((bits[byte] ?? 0) & bit) === 0;
      bits[byte] = (bits[byte] ?? 0) | bit;
      return isNew;
    },
  };
}

/** Reads rows by cursor, and keeps the first one of each story when copies are hidden. */
async function* readByCursor(input: ExportInput, query: PostsQuery): AsyncGenerator<Post[]> {
  const filters = { ...postFiltersOf(query, input), copies: null };
  const stories = hidesCopies(query, input) ? createStorySet() : null;
  const load = (after: string | null): Promise<PostRows> =>
    input.sendRows(loadPostRows({ ...filters, limit: batchRows, after, ...orderOf(query.sort) }));
  let next: Promise<PostRows> | null = load(null);
  while (next !== null) {
    const page: PostRows = await next;
    // The backend reads the next rows while these are written.
    next = page.next === null ? null : load(page.next);
    // The next iteration, which awaits them, reports a failure.
    next?.catch(() => {});
    yield stories ? page.posts.filter(({ storyId }) => storyId === null || stories.add(storyId)) : page.posts;
  }
}

const readPages = (input: ExportInput, query: PostsQuery) =>
  readByOffset({
    load: (offset, limit) =>
      input.sendRows(loadPostsPage({ ...postFiltersOf(query, input), limit, offset, ...orderOf(query.sort) })),
    keyOf: postKey,
    screenRows: postsPageSize,
    failure: messages.loadPosts,
  });

async function* noPosts(): AsyncGenerator<Post[]> {}

/** Reads all posts of a query: by cursor if the backend supports it, otherwise by offset. */
function readExportedPosts(input: ExportInput, query: PostsQuery): AsyncGenerator<readonly Post[]> {
  if (hasReversedDays(query)) return noPosts();
  return input.backendKind === 'own' ? readByCursor(input, query) : readPages(input, query);
}

export const postsExport: ExportList<Post> = {
  name: 'posts',
  async count(input) {
    const { query } = await readFeedQuery(input);
    return hasReversedDays(query) ? 0 : input.send(loadPostCount(postFiltersOf(query, input)));
  },
  async open(input) {
    const { query } = await readFeedQuery(input);
    let first: Post | undefined;
    async function* batches() {
      for await (const batch of readExportedPosts(input, query)) {
        first ??= batch[0];
        yield batch;
      }
    }
    return {
      columns: [...shownColumns(postExportColumns, input), ...(input.hasWork ? workExportColumns : [])],
      batches: batches(),
      facts: () => postExportFacts(query, input, first),
    };
  },
};
