import { type FieldTable, type RowOf, type SortColumnOf, sortColumnsOf } from './field.ts';
import { measureFields } from './measures.ts';
import { textPartFields } from './text-parts.ts';

/** The column «Отклик», which is hidden as a whole. */
const reach = { on: 'own', name: 'posts.reach' } as const;

/** Rows of other backends are posts. */
const rowKinds = { comment: 'Комментарий', post: 'Пост' } as const;

/**
 * The columns «Источник» and «Город» show several fields. `storyId` identifies a post together with its copies; null with
 * an existing backend. `copies` counts the other matching rows of the story; 0 unless copies are hidden. `read`: the viewer
 * marked the story as read; false with an existing backend. `foundByVk`: VK found the post for the phrase, but the post
 * does not match its text. `storyViews`: the sum of the views of the story's matching posts, each counted once; `storyMeasured` of
 * its `storyPosts` posts have views. 0 and null unless `copies` counts other rows. `parentText`: the first words of the post of a
 * comment, `parentStoryId`: its story, if the viewer sees it. `threadId`: the top comment in whose thread it stands; null for a top comment, and for a post.
 */
export const postFields = {
  ownerId: { api: 'OwnerID', type: 'id', title: 'Источник', on: 'both', sort: 'owner_id', chars: 30 },
  postId: { api: 'PostID', type: 'id' },
  wordId: { api: 'WordID', type: 'count' },
  word: { api: 'Word', type: 'nullable', title: 'Фраза', on: 'both', name: 'posts.word', sort: 'word_id', chars: 24 },
  userId: {
    api: 'UserID',
    type: 'count',
    title: 'ID пользователя',
    on: 'both',
    name: 'posts.user',
    sort: 'user_id',
    chars: 16,
  },
  text: { api: 'Text', type: 'nullable', title: 'Текст', on: 'both', chars: 80 },
  textParts: { api: 'TextParts', type: { rows: textPartFields } },
  postedAt: {
    api: 'PostDt',
    type: 'time',
    title: 'Дата поста',
    on: 'both',
    name: 'posts.posted',
    sort: 'post_dt',
    chars: 17,
  },
  updatedAt: {
    api: 'UpdateDt',
    type: 'time',
    title: 'Обновлено',
    on: 'both',
    name: 'posts.updated',
    sort: 'update_dt',
    chars: 17,
  },
  photoUrl: { api: 'PhotoURL', type: 'nullable' },
  ownerName: { api: 'OwnerName', type: 'nullable', named: true },
  ownerPhotoUrl: { api: 'OwnerPhotoURL', type: 'nullable' },
  domain: { api: 'Domain', type: 'nullable' },
  ownerType: { api: 'OwnerType', type: 'text' },
  country: { api: 'Country', type: 'nullable' },
  city: { api: 'City', type: 'nullable', title: 'Город', on: 'both', name: 'posts.city', chars: 24 },
  cityId: { api: 'CityID', type: 'reference' },
  storyId: { api: 'StoryID', type: 'reference' },
  copies: { api: 'Copies', type: 'count' },
  read: { api: 'Read', type: 'boolean' },
  foundByVk: { api: 'FoundByVK', type: 'boolean' },
  views: { api: 'Views', type: 'figure', title: 'Просмотры', ...reach, sort: 'views', chars: 12 },
  likes: { api: 'Likes', type: 'figure', title: 'Отметки', ...reach, chars: 12 },
  reposts: { api: 'Reposts', type: 'figure', title: 'Репосты', ...reach, chars: 12 },
  comments: { api: 'Comments', type: 'figure', title: 'Комментарии', ...reach, chars: 12 },
  measuredAt: { api: 'MeasuredAt', type: 'time' },
  usual: { api: 'Usual', type: 'figure' },
  ratio: { api: 'Ratio', type: 'figure', title: 'К обычному', ...reach, sort: 'ratio', chars: 12 },
  changedAt: { api: 'EditedAt', type: 'time', title: 'Изменён', on: 'own', chars: 17 },
  deletedAt: { api: 'DeletedAt', type: 'time', title: 'Удалён', on: 'own', chars: 17 },
  kind: { api: 'Kind', type: { labels: rowKinds }, title: 'Вид', on: 'own', chars: 14 },
  parentPostId: { api: 'ParentPostID', type: 'reference' },
  parentText: { api: 'ParentText', type: 'nullable', title: 'К посту', on: 'own', chars: 40 },
  parentStoryId: { api: 'ParentStoryID', type: 'reference' },
  threadId: { api: 'ThreadID', type: 'reference' },
  measures: { api: 'Measures', type: { rows: measureFields } },
  storyViews: { api: 'StoryViews', type: 'figure' },
  storyMeasured: { api: 'StoryMeasured', type: 'count' },
  storyPosts: { api: 'StoryPosts', type: 'count' },
} as const satisfies FieldTable;

export type PostRow = RowOf<typeof postFields>;
export type PostSortColumn = SortColumnOf<typeof postFields>;
export const postSortColumns = sortColumnsOf(postFields);

/** Our own backend only. */
export const reachSortColumns = ['views', 'ratio'] as const satisfies PostSortColumn[];
export type ReachSortColumn = (typeof reachSortColumns)[number];
