/** The posts of the feed, with the filters and the sort of its address. */
import { loadPostCount } from '../../shared/api/post-counts.ts';
import { loadPostRows, type PostRows } from '../../shared/api/post-rows.ts';
import { loadPostsPage, type Post, postKey } from '../../shared/api/posts.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import {
  hasReversedDays,
  hidesCopies,
  type PostsQuery,
  parsePostSort,
  parsePostsQuery,
  postFiltersOf,
} from '../../shared/posts-query.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import { wallUrl } from '../../shared/rules/network-urls.ts';
import { weekdayHourName } from '../../shared/weekdays.ts';
import { findTypedPhrase } from '../pages/phrase-filter.ts';
import {
  batchRows,
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

export const postExportColumns: readonly ExportColumn<Post>[] = [
  {
    title: 'Источник',
    sort: 'owner_id',
    kind: 'text',
    width: 30,
    value: ({ ownerName, domain, ownerId }) => ownerName || domain || String(ownerId),
    fields: ({ ownerId, ownerType, ownerName, domain }) => ({
      OwnerID: ownerId,
      OwnerType: ownerType,
      OwnerName: ownerName,
      Domain: domain,
    }),
  },
  {
    title: 'Фраза',
    name: 'posts.word',
    sort: 'word_id',
    kind: 'text',
    width: 24,
    value: ({ word }) => word,
    fields: ({ wordId, word }) => ({ WordID: wordId, Word: word }),
  },
  fieldColumn('UserID', ({ userId }) => userId, {
    title: 'ID пользователя',
    name: 'posts.user',
    sort: 'user_id',
    kind: 'number',
    width: 16,
  }),
  {
    title: 'Текст',
    kind: 'text',
    width: 80,
    value: ({ text }) => text,
    fields: ({ text, photoUrl }) => ({ Text: text, PhotoURL: photoUrl }),
  },
  fieldColumn('PostDt', ({ postedAt }) => postedAt, {
    title: 'Дата поста',
    name: 'posts.posted',
    sort: 'post_dt',
    kind: 'time',
    width: 17,
  }),
  fieldColumn('UpdateDt', ({ updatedAt }) => updatedAt, {
    title: 'Обновлено',
    name: 'posts.updated',
    sort: 'update_dt',
    kind: 'time',
    width: 17,
  }),
  {
    title: 'Город',
    name: 'posts.city',
    kind: 'text',
    width: 24,
    value: ({ country, city }) => [country, city].filter(Boolean).join(', ') || null,
    fields: ({ country, city, cityId }) => ({ Country: country, City: city, CityID: cityId }),
  },
  // The link of the popup «Текст поста».
  {
    title: 'Ссылка',
    kind: 'text',
    width: 36,
    value: wallUrl,
    fields: (post) => ({ PostID: post.postId, URL: wallUrl(post) }),
  },
];

/** Story IDs are dense, so that a bit for each takes little memory. */
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
async function* readByCursor({ send, capabilities }: ExportInput, query: PostsQuery): AsyncGenerator<Post[]> {
  const filters = { ...postFiltersOf(query, capabilities), copies: null };
  const stories = hidesCopies(query, capabilities) ? createStorySet() : null;
  let after: string | null = null;
  do {
    const page: PostRows = await send(loadPostRows({ ...filters, limit: batchRows, after, ...orderOf(query.sort) }));
    yield stories ? page.posts.filter(({ storyId }) => storyId === null || stories.add(storyId)) : page.posts;
    after = page.next;
  } while (after !== null);
}

const readPages = ({ send, capabilities }: ExportInput, query: PostsQuery) =>
  readByOffset({
    async load(offset, limit) {
      const filters = postFiltersOf(query, capabilities);
      const { posts, total } = await send(loadPostsPage({ ...filters, limit, offset, ...orderOf(query.sort) }));
      return { rows: posts, total };
    },
    keyOf: postKey,
    screenRows: postsPageSize,
    failure: messages.loadPosts,
  });

async function* noPosts(): AsyncGenerator<Post[]> {}

function readPosts(input: ExportInput, query: PostsQuery): AsyncGenerator<readonly Post[]> {
  if (hasReversedDays(query)) return noPosts();
  return input.capabilities.includes('cursors') ? readByCursor(input, query) : readPages(input, query);
}

/** The address of a page whose form was sent without JavaScript has the text of a phrase. */
async function readQuery({ query: source, preferences, backend, viewer }: ExportInput): Promise<PostsQuery> {
  const query = parsePostsQuery(source, parsePostSort(preferences.postsSort));
  const typed = typeof source.phrase === 'string' ? source.phrase.trim() : '';
  if (typed === '') return query;
  return { ...query, word: (await findTypedPhrase(backend, viewer.user, typed)).word };
}

/** `first` is a row, for the names of filters. */
function factsOf(query: PostsQuery, { capabilities }: ExportInput, first: Post | undefined): Fact[] {
  const { word, owner, text, from, to, city, words, weekday, hour, unread, since, until, story } = query;
  const named = (label: string, id: number | null, name: string | null | undefined): Fact[] =>
    id === null ? [] : [[label, name || `ID ${id}`]];
  const has = (capability: (typeof capabilities)[number]) => capabilities.includes(capability);
  const isFound = has('alerts') && until !== null;
  return [
    ...named('Фраза', word, first?.word),
    ...(has('analytics') && words.length > 0 ? [['Фразы', words.map((id) => `ID ${id}`).join(', ')] as const] : []),
    ...named('Источник', owner, first?.ownerName),
    ...filterFact('Поиск по тексту', text.trim()),
    ...filterFact('Дата с', from),
    ...filterFact('Дата по', to),
    ...(city === 0
      ? has('analytics')
        ? [['Город', messages.cityNotGiven] as const]
        : []
      : named('Город', city, first?.city)),
    ...filterFact('День недели и час', has('analytics') ? weekdayHourName(weekday, hour) : ''),
    ...(has('copies') ? [['Скрывать повторы', yesNo(hidesCopies(query, capabilities))] as const] : []),
    ...(has('copies') && story !== null ? [['Повторы одного поста', yesNo(true)] as const] : []),
    ...(has('marks') && unread ? [['Только непрочитанные', yesNo(true)] as const] : []),
    ...(isFound ? [['Посты из оповещения', yesNo(true)] as const] : []),
    ...(has('marks') && since !== null && !isFound ? [['С прошлого визита', yesNo(true)] as const] : []),
    ...(has('mutes') ? [['Скрытые источники и авторы', 'Не выгружены'] as const] : []),
    sortFact(postExportColumns, query.sort),
  ];
}

export const postsExport: ExportList<Post> = {
  name: 'posts',
  async count(input) {
    const query = await readQuery(input);
    return hasReversedDays(query) ? 0 : input.send(loadPostCount(postFiltersOf(query, input.capabilities)));
  },
  async open(input) {
    const query = await readQuery(input);
    let first: Post | undefined;
    async function* batches() {
      for await (const batch of readPosts(input, query)) {
        first ??= batch[0];
        yield batch;
      }
    }
    return {
      columns: shownColumns(postExportColumns, input),
      batches: batches(),
      facts: () => factsOf(query, input, first),
    };
  },
};
