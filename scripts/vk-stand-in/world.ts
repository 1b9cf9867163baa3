/**
 * Posts, profiles and communities in the format of the VK API (times are Unix seconds), and the texts that the stand-in
 * searches.
 */
import type { GroupsGroupFull, UsersUserFull, WallWallpostFull } from '@vkontakte/api-schema-typescript';
import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parsePlainQuery } from '../../server/backend/rules/search/search-query.ts';
import { hourMs } from '../../shared/durations.ts';
import { countComments, type HeldComment } from './comments.ts';

type Known<T, Name extends keyof T> = T & Required<Pick<T, Name>>;

export type WallPost = Known<
  Omit<WallWallpostFull, 'copy_history'>,
  'id' | 'owner_id' | 'from_id' | 'date' | 'text'
> & {
  copy_history?: WallPost[];
};
/** `id` is positive; the owner of its posts has the negative ID. */
export type Group = Known<GroupsGroupFull, 'id' | 'name' | 'screen_name'>;

export type Profile = Known<UsersUserFull, 'id' | 'first_name' | 'last_name'>;

export function wallPost(post: Pick<WallPost, 'id' | 'date'> & Partial<WallPost>): WallPost {
  const owner = post.owner_id ?? -1;
  return {
    owner_id: owner,
    from_id: owner,
    text: '',
    post_type: 'post',
    marked_as_ads: 0,
    likes: { count: 0, user_likes: 0 },
    reposts: { count: 0, user_reposted: 0 },
    comments: { count: 0 },
    ...post,
  };
}

export const group = (fields: Pick<Group, 'id'> & Partial<Group>): Group => ({
  name: `Сообщество ${fields.id}`,
  screen_name: `club${fields.id}`,
  type: 'group',
  is_closed: 0,
  ...fields,
});

export const profile = (fields: Pick<Profile, 'id'> & Partial<Profile>): Profile => ({
  first_name: 'Имя',
  last_name: `Фамилия ${fields.id}`,
  is_closed: false,
  can_access_closed: true,
  screen_name: `id${fields.id}`,
  ...fields,
});

/** `from` and `to` are Unix seconds, both included. */
export type Search = { text: string; from: number; to: number };

export type World = {
  /** All posts that match, newest first, as they are now. */
  search(query: Search): readonly WallPost[];
  /** The post as it is now, also when it is deleted; undefined when VK does not return it. */
  post(ownerId: number, id: number): WallPost | undefined;
  /** All posts of the wall that exist, newest first. */
  wall(ownerId: number): readonly WallPost[];
  /** The error with which VK refuses the wall; null when it is open. */
  wallError(ownerId: number): number | null;
  /** Of the post, in any order. */
  comments(ownerId: number, postId: number): readonly HeldComment[];
  /** The error with which VK refuses the comments of the post; null when they are open. */
  commentsError(ownerId: number, postId: number): number | null;
  group(id: number): Group;
  profile(id: number): Profile;
  /** The account with this short name; undefined when nobody has it. */
  groupNamed(name: string): Group | undefined;
  profileNamed(name: string): Profile | undefined;
};

/** A world without walls, comments and short names. */
export const noWalls = {
  wall: () => [],
  wallError: () => null,
  comments: () => [],
  commentsError: () => null,
  groupNamed: () => undefined,
  profileNamed: () => undefined,
} satisfies Partial<World>;

/** Half of the views of a post come within this time. */
const halfTimeMs = 6 * hourMs;

/** The figures of a post that will have `reach` views, at an age in milliseconds. `seed` varies them between posts. */
export function figuresAt(reach: number, ageMs: number, seed: number) {
  const views = Math.round(reach * (1 - 2 ** (-ageMs / halfTimeMs)));
  return {
    views: { count: views },
    likes: { count: Math.floor(views / (15 + (seed % 40))), user_likes: 0 as const },
    reposts: { count: Math.floor(views / (200 + (seed % 300))), user_reposted: 0 as const },
    comments: { count: Math.floor(views / (90 + (seed % 200))) },
  };
}

/** Newest first; the ID decides between posts of one second. */
export const newestFirst = (a: WallPost, b: WallPost): number => b.date - a.date || b.id - a.id;

/** VK also finds a post by the texts of its reposts and pictures, and by titles of attachments. */
function searchedText({ text, attachments = [], copy_history: copies = [] }: WallPost): string {
  const attached = attachments.map(
    ({ photo, link, poll, doc, video }) =>
      photo?.text ?? link?.title ?? poll?.question ?? doc?.title ?? video?.title ?? '',
  );
  return [text, ...attached, ...copies.map(searchedText)].join('\n');
}

const keyOf = (ownerId: number, id: number): string => `${ownerId}_${id}`;

/** A world with the posts that a test adds. Unknown communities and profiles get invented names. */
export function createPostsWorld(now: () => number = Date.now) {
  const posts: WallPost[] = [];
  /** The views that posts will have, by post. */
  const reaches = new Map<string, number>();
  const closedWalls = new Map<number, number>();
  const comments = new Map<string, HeldComment[]>();
  const closedComments = new Map<string, number>();
  const groups = new Map<number, Group>();
  const profiles = new Map<number, Profile>();
  /** Caches matches by query until posts are added, because a full search requests many pages. */
  const found = new Map<string, WallPost[]>();

  function findMatches(text: string): WallPost[] {
    // VK documents no OR and no brackets.
    const query = parsePlainQuery(text);
    if (query === null) return [];
    return posts.filter((post) => matchesSearch(searchedText(post), query)).sort(newestFirst);
  }
  /** The post with its figures of now. */
  function grown(post: WallPost): WallPost {
    const key = keyOf(post.owner_id, post.id);
    const [reach, held] = [reaches.get(key), comments.get(key)];
    const figures = reach === undefined ? {} : figuresAt(reach, now() - post.date * 1000, post.id);
    return { ...post, ...figures, ...(held ? { comments: { count: countComments(held, now()) } } : {}) };
  }
  const placeOf = (ownerId: number, id: number): number =>
    posts.findIndex((post) => post.owner_id === ownerId && post.id === id);
  return {
    search({ text, from, to }: Search): readonly WallPost[] {
      const matches = found.get(text) ?? findMatches(text);
      found.set(text, matches);
      return matches.filter(({ date }) => date >= from && date <= to).map(grown);
    },
    post(ownerId: number, id: number): WallPost | undefined {
      const post = posts[placeOf(ownerId, id)];
      return post && grown(post);
    },
    wall: (ownerId: number): readonly WallPost[] =>
      posts
        .filter((post) => post.owner_id === ownerId && !post.is_deleted)
        .sort(newestFirst)
        .map(grown),
    wallError: (ownerId: number): number | null => closedWalls.get(ownerId) ?? null,
    /** VK refuses the wall with this error; null opens it. */
    closeWall(ownerId: number, code: number | null): void {
      if (code === null) closedWalls.delete(ownerId);
      else closedWalls.set(ownerId, code);
    },
    comments: (ownerId: number, postId: number): readonly HeldComment[] => comments.get(keyOf(ownerId, postId)) ?? [],
    commentsError: (ownerId: number, postId: number): number | null =>
      closedComments.get(keyOf(ownerId, postId)) ?? null,
    addComments(ownerId: number, postId: number, added: readonly HeldComment[]): void {
      const key = keyOf(ownerId, postId);
      comments.set(key, [...(comments.get(key) ?? []), ...added]);
    },
    /** Edits a comment, or deletes it. */
    changeComment(ownerId: number, postId: number, id: number, fields: Partial<HeldComment>): void {
      const key = keyOf(ownerId, postId);
      const changed = (comments.get(key) ?? []).map((comment) =>
        comment.id === id ? { ...comment, ...fields } : comment,
      );
      comments.set(key, changed);
    },
    /** VK refuses the comments of the post with this error; null opens them. */
    closeComments(ownerId: number, postId: number, code: number | null): void {
      if (code === null) closedComments.delete(keyOf(ownerId, postId));
      else closedComments.set(keyOf(ownerId, postId), code);
    },
    /** Edits a post, or marks it as deleted. */
    changePost(ownerId: number, id: number, fields: Partial<WallPost>): void {
      posts.splice(placeOf(ownerId, id), 1, { ...(posts[placeOf(ownerId, id)] as WallPost), ...fields });
      found.clear();
    },
    /** VK does not return the post any more. */
    removePost(ownerId: number, id: number): void {
      posts.splice(placeOf(ownerId, id), 1);
      found.clear();
    },
    /** The figures of these posts grow with their age. */
    growPosts(grown: readonly WallPost[], reach: number): void {
      for (const { owner_id, id } of grown) reaches.set(keyOf(owner_id, id), reach);
    },
    groupNamed: (name: string) => [...groups.values()].find((one) => one.screen_name === name),
    profileNamed: (name: string) => [...profiles.values()].find((one) => one.screen_name === name),
    group: (id: number) => groups.get(id) ?? group({ id }),
    profile: (id: number) => profiles.get(id) ?? profile({ id }),
    addPosts(added: readonly WallPost[]): void {
      posts.push(...added);
      found.clear();
    },
    addGroups(added: readonly Group[]): void {
      for (const one of added) groups.set(one.id, one);
    },
    addProfiles(added: readonly Profile[]): void {
      for (const one of added) profiles.set(one.id, one);
    },
  };
}
