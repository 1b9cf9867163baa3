/**
 * Posts, profiles and communities in the format of the VK API (times are Unix seconds), and the texts that the stand-in
 * searches.
 */
import type { GroupsGroupFull, UsersUserFull, WallWallpostFull } from '@vkontakte/api-schema-typescript';
import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parsePlainQuery } from '../../server/backend/rules/search/search-query.ts';

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
  /** All posts that match, newest first. */
  search(query: Search): readonly WallPost[];
  group(id: number): Group;
  profile(id: number): Profile;
};

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

/** A world with the posts that a test adds. Unknown communities and profiles get invented names. */
export function createPostsWorld() {
  const posts: WallPost[] = [];
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
  return {
    search({ text, from, to }: Search): readonly WallPost[] {
      const matches = found.get(text) ?? findMatches(text);
      found.set(text, matches);
      return matches.filter(({ date }) => date >= from && date <= to);
    },
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
