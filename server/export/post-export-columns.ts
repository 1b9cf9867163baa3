/** The columns of exported posts. */
import type { Post } from '../../shared/api/posts.ts';
import { wallUrl } from '../../shared/rules/urls.ts';
import { type ExportColumn, fieldColumn } from './export-table.ts';

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
    fields: ({ text, photoUrl, foundByVk }) => ({
      Text: text,
      PhotoURL: photoUrl,
      ...(foundByVk && { FoundByVK: true }),
    }),
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
