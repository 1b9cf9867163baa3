/** Comments of posts as the stand-in holds them, and `wall.getComments`. Times are Unix seconds. */
import type {
  WallGetCommentsResponse,
  WallWallComment,
  WallWallpostAttachment,
} from '@vkontakte/api-schema-typescript';
import { type Params, readNumber, VkRefusal } from './refusal.ts';

/** `parentId`: the top comment in whose thread it stands. A deleted one is only shown while it has replies. */
export type HeldComment = {
  id: number;
  from_id: number;
  date: number;
  text: string;
  parentId: number | null;
  replyTo?: { user: number; comment: number };
  likes?: number;
  deleted?: boolean;
  attachments?: WallWallpostAttachment[];
};

/** Those that exist at a time in milliseconds, and are not deleted. */
export const countComments = (comments: readonly HeldComment[], now: number): number =>
  comments.filter(({ deleted, date }) => !deleted && date * 1000 <= now).length;

type CommentedWorld = {
  /** Undefined for a post that does not exist. */
  post(ownerId: number, id: number): object | undefined;
  comments(ownerId: number, postId: number): readonly HeldComment[];
  /** The error with which VK refuses the comments of a post; null when they are open. */
  commentsError(ownerId: number, postId: number): number | null;
};

const pageMax = 100;
const threadMax = 10;
const previewDefault = 90;

const oldestFirst = (a: HeldComment, b: HeldComment): number => a.date - b.date || a.id - b.id;

type Post = { ownerId: number; postId: number };
type Shape = Post & { preview: number; needsLikes: boolean; inThread: number };

function cut(text: string, length: number): string {
  const characters = [...text];
  return length === 0 || characters.length <= length ? text : `${characters.slice(0, length).join('')}...`;
}

function toVk(comment: HeldComment, replies: readonly HeldComment[], shape: Shape): WallWallComment {
  const { id, from_id, date, text, parentId, replyTo, likes = 0, deleted, attachments } = comment;
  const { ownerId, postId, preview, needsLikes, inThread } = shape;
  const thread = {
    thread: {
      count: replies.length,
      items: replies.slice(0, inThread).map((reply) => toVk(reply, [], shape)),
      can_post: true,
      show_reply_button: true,
      groups_can_post: true,
    },
  };
  if (deleted) return { id, parents_stack: [], date, ...thread, deleted: true };
  return {
    id,
    from_id,
    date,
    text: cut(text, preview),
    post_id: postId,
    owner_id: ownerId,
    parents_stack: parentId === null ? [] : [parentId],
    ...(replyTo ? { reply_to_user: replyTo.user, reply_to_comment: replyTo.comment } : {}),
    ...(needsLikes ? { likes: { count: likes, user_likes: 0 } } : {}),
    ...(attachments ? { attachments } : {}),
    ...(parentId === null ? thread : {}),
  };
}

function readPost(params: Params): Post {
  const [ownerId, postId] = [Number(params.get('owner_id')), readNumber(params, 'post_id', 0)];
  if (!Number.isSafeInteger(ownerId) || ownerId === 0) throw new VkRefusal(100, 'owner_id is invalid');
  if (postId === 0) throw new VkRefusal(100, 'post_id is undefined');
  return { ownerId, postId };
}

/** The comments of a level: of the post, or of the thread of `topId`, and the replies of each. `now` is in milliseconds. */
function levelOf(comments: readonly HeldComment[], topId: number | null, now: number) {
  const published = comments.filter(({ date }) => date * 1000 <= now).sort(oldestFirst);
  const replies = Map.groupBy(
    published.filter(({ parentId, deleted }) => parentId !== null && !deleted),
    ({ parentId }) => parentId,
  );
  const repliesOf = ({ id }: { id: number }) => replies.get(id) ?? [];
  const tops = published.filter((top) => top.parentId === null && (!top.deleted || repliesOf(top).length > 0));
  return { level: topId === null ? tops : repliesOf({ id: topId }), repliesOf };
}

/** `now` is in milliseconds. Throws error 15 for a post that does not exist, the error of its comments, and 100. */
export function getComments(world: CommentedWorld, params: Params, now: number): WallGetCommentsResponse {
  const post = readPost(params);
  if (world.post(post.ownerId, post.postId) === undefined)
    throw new VkRefusal(15, 'post was not found check post_id param');
  const refusal = world.commentsError(post.ownerId, post.postId);
  if (refusal !== null) throw new VkRefusal(refusal);
  const shape = {
    ...post,
    preview: readNumber(params, 'preview_length', previewDefault),
    needsLikes: params.get('need_likes') === '1',
    inThread: readNumber(params, 'thread_items_count', 0, threadMax),
  };
  const [offset, size] = [readNumber(params, 'offset', 0), readNumber(params, 'count', 10, pageMax)];
  const comments = world.comments(post.ownerId, post.postId);
  const topId = readNumber(params, 'comment_id', 0) || null;
  const { level, repliesOf } = levelOf(comments, topId, now);
  const ordered = params.get('sort') === 'desc' ? level.toReversed() : level;
  return {
    count: countComments(comments, now),
    current_level_count: level.length,
    items: ordered.slice(offset, offset + size).map((comment) => toVk(comment, repliesOf(comment), shape)),
    can_post: true,
    show_reply_button: true,
    groups_can_post: true,
  };
}
