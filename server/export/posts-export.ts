/** The export of the posts of the feed, with the filters and the sort of its address. */

import {
  loadPostCount,
  loadPostRows,
  loadPostsPage,
  type Post,
  type PostRows,
  postKey,
} from '../../shared/api/posts.ts';
import { bodyOf } from '../../shared/fields/field.ts';
import { measureFields } from '../../shared/fields/measures.ts';
import { type PostRow, postFields } from '../../shared/fields/posts.ts';
import { labelText, presentParts } from '../../shared/fields/text-parts.ts';
import { formatDate, parseTime, type ZoneOffsets } from '../../shared/format.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { describeFilters, labelOf } from '../../shared/pages/describe-filters.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { hasReversedDays, hidesCopies, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import { shownRatio } from '../../shared/rules/measures.ts';
import { wallUrl } from '../../shared/rules/urls.ts';
import { tones, workStates } from '../../shared/rules/work.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
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
    views: {
      fields: ({ views, measuredAt, usual, measures }) => ({
        Views: views,
        MeasuredAt: measuredAt,
        Usual: usual,
        Measures: measures.map((measure) => bodyOf(measureFields, measure)),
      }),
    },
    kind: { fields: ({ kind }) => (kind === 'post' ? {} : { Kind: kind }) },
    parentText: {
      fields: ({ kind, parentPostId, parentText, threadId }) =>
        kind === 'post' ? {} : { ParentPostID: parentPostId, ParentText: parentText, ThreadID: threadId },
    },
    ratio: { value: ({ ratio }) => ratio && shownRatio(ratio), fields: ({ ratio }) => ({ Ratio: ratio }) },
    city: {
      value: ({ country, city }) => [country, city].filter(Boolean).join(', ') || null,
      fields: ({ country, city, cityId }) => ({ Country: country, City: city, CityID: cityId }),
    },
  }),
  {
    title: 'Ссылка',
    on: 'both',
    kind: 'link',
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

/** What the sheet «О выгрузке» says about the rows. */
type ReadRows = {
  /** Has the names of filters. Undefined without rows. */
  first: Post | undefined;
  /** The times of the oldest and the newest post, in milliseconds since the epoch. */
  oldest: number;
  newest: number;
};

function noteRows(read: ReadRows, posts: readonly Post[]): void {
  read.first ??= posts[0];
  for (const { postedAt } of posts) {
    const time = parseTime(postedAt ?? '');
    if (time < read.oldest) read.oldest = time;
    if (time > read.newest) read.newest = time;
  }
}

/** The days of the oldest and the newest post; empty without posts. */
function describePeriod({ oldest, newest }: ReadRows, timeZone: ZoneOffsets): string {
  if (oldest > newest) return '';
  const [from, to] = [oldest, newest].map((time) => formatDate(new Date(time).toISOString(), timeZone));
  return from === to ? `${from}` : `${from} – ${to}`;
}

function postExportFacts(query: PostsQuery, input: ExportInput, read: ReadRows): Fact[] {
  const { first } = read;
  const { assignee, tags = [] } = first?.work ?? {};
  const names = {
    word: first?.word,
    owner: first?.ownerName,
    city: first?.city,
    assignee,
    tag: tags.find(({ tagId }) => tagId === query.tag)?.name,
  };
  const context = { ...input, timeZone: zoneOffsets(input.timeZone) };
  const filters = describeFilters(query, names, context);
  const others: Fact[] = [
    ...(hidesCopies(query, input) ? [] : [[labelOf('copies'), yesNo(false)] as const]),
    ['Скрытые источники и авторы', 'Не выгружены'],
  ];
  return [
    ['Период', describePeriod(read, context.timeZone)],
    ...filters.map(({ label, value }): Fact => [label, value || yesNo(true)]),
    ...(input.backendKind === 'own' ? others : []),
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
  const filters = postFiltersOf(query, input);
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
    const read: ReadRows = { first: undefined, oldest: Number.POSITIVE_INFINITY, newest: Number.NEGATIVE_INFINITY };
    async function* batches() {
      for await (const batch of readExportedPosts(input, query)) {
        noteRows(read, batch);
        yield batch;
      }
    }
    return {
      columns: [...shownColumns(postExportColumns, input), ...(input.hasWork ? workExportColumns : [])],
      batches: batches(),
      facts: () => postExportFacts(query, input, read),
    };
  },
};
