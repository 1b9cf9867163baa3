/** The methods of the VK API that the collector calls. */
import type {
  BaseUserGroupFields,
  GroupsGetByIdParams,
  NewsfeedSearchParams,
  UsersGetParams,
  WallGetByIdParams,
  WallGetCommentsParams,
  WallGetParams,
} from '@vkontakte/api-schema-typescript';
import { commentsPageSize, type PageCall, shownReplies } from '../../../rules/collection/comment-reading.ts';
import type { PostKey } from '../../../store/post-tables.ts';
import { type SearchQuery, wallPageSize } from '../search-source.ts';
import type { VkMethod } from './call-method.ts';
import {
  type VkComments,
  type VkFound,
  type VkGroups,
  type VkLookedUp,
  type VkUsers,
  type VkWall,
  vkComments,
  vkFound,
  vkGroups,
  vkLookedUp,
  vkUsers,
  vkWall,
} from './search-reply.ts';

const pageSize = 200;

const accountFields = ['city', 'photo_100', 'screen_name', 'type'] satisfies BaseUserGroupFields[];
/** `country` is not in VK's schema, but may arrive. */
const fields = [...accountFields, 'country'].join(',');

export const searchNews = ({ text, from, to, startFrom }: SearchQuery): VkMethod<VkFound> => ({
  name: 'newsfeed.search',
  parameters: {
    q: text,
    extended: 1,
    count: pageSize,
    start_time: Math.floor(from / 1000),
    end_time: Math.floor(to / 1000),
    fields,
    ...(startFrom === null ? {} : { start_from: startFrom }),
  } satisfies NewsfeedSearchParams,
  response: vkFound,
});

export const getPosts = (posts: readonly PostKey[]): VkMethod<VkLookedUp> => ({
  name: 'wall.getById',
  parameters: {
    posts: posts.map(({ ownerId, postId }) => `${ownerId}_${postId}`).join(','),
    extended: 1,
    fields,
  } satisfies Omit<WallGetByIdParams, 'posts'> & { posts: string },
  response: vkLookedUp,
});

export const getWall = (ownerId: number, offset: number): VkMethod<VkWall> => ({
  name: 'wall.get',
  // The typings lack `owner_id`.
  parameters: { owner_id: ownerId, offset, count: wallPageSize, extended: 1, fields } satisfies Omit<
    WallGetParams,
    'fields'
  > & { owner_id: number; fields: string },
  response: vkWall,
});

/** The newest comments of a post first, or the oldest replies of a thread. */
export const getComments = ({ ownerId, postId }: PostKey, { threadId, offset }: PageCall): VkMethod<VkComments> => ({
  name: 'wall.getComments',
  parameters: {
    owner_id: ownerId,
    post_id: postId,
    offset,
    count: commentsPageSize,
    sort: threadId === null ? 'desc' : 'asc',
    need_likes: 1,
    // Without it, VK cuts texts.
    preview_length: 0,
    ...(threadId === null ? { thread_items_count: shownReplies } : { comment_id: threadId }),
  } satisfies WallGetCommentsParams & { thread_items_count?: number },
  response: vkComments,
});

export const getGroups = (names: readonly string[]): VkMethod<VkGroups> => ({
  name: 'groups.getById',
  parameters: { group_ids: names.join(','), fields: `${fields},is_closed` } satisfies Record<
    keyof Pick<GroupsGetByIdParams, 'group_ids' | 'fields'>,
    string
  >,
  response: vkGroups,
});

export const getUsers = (names: readonly string[]): VkMethod<VkUsers> => ({
  name: 'users.get',
  parameters: { user_ids: names.join(','), fields } satisfies Record<
    keyof Pick<UsersGetParams, 'user_ids' | 'fields'>,
    string
  >,
  response: vkUsers,
});
