/** What the stand-in searches: a list of posts for tests, or a world that composes posts for the demo. */

import { matchesSearch } from '../../server/backend/rules/search/query-tree.ts';
import { parsePlainQuery } from '../../server/backend/rules/search/search-query.ts';
import { type Group, group, type Profile, profile, type WallPost } from './wall-objects.ts';

/** `from` and `to` are Unix seconds, both included. */
export type Search = { text: string; from: number; to: number };

export type World = {
  /** All posts that match, newest first. */
  search(query: Search): readonly WallPost[];
  group(id: number): Group;
  profile(id: number): Profile;
};

export type PostsWorld = World & {
  addPosts(posts: readonly WallPost[]): void;
  addGroups(groups: readonly Group[]): void;
  addProfiles(profiles: readonly Profile[]): void;
};

/** Newest first; the ID decides between posts of one second. */
export const newestFirst = (a: WallPost, b: WallPost): number => b.date - a.date || b.id - a.id;

/** VK also finds a post by the texts of its reposts, pictures and links. */
function searchedText({ text, attachments = [], copy_history: copies = [] }: WallPost): string {
  const attached = attachments.map((one) => (one.type === 'photo' ? one.photo.text : one.link.title));
  return [text, ...attached, ...copies.map(searchedText)].join('\n');
}

/** A world with the posts that a test adds. Unknown communities and profiles get invented names. */
export function createPostsWorld(): PostsWorld {
  const posts: WallPost[] = [];
  const groups = new Map<number, Group>();
  const profiles = new Map<number, Profile>();
  /** Matches by query until posts are added, because a full search asks for many pages. */
  const found = new Map<string, WallPost[]>();

  function findMatches(text: string): WallPost[] {
    // VK documents no OR and no brackets.
    const query = parsePlainQuery(text);
    if (query === null) return [];
    return posts.filter((post) => matchesSearch(searchedText(post), query)).sort(newestFirst);
  }
  return {
    search({ text, from, to }) {
      const matches = found.get(text) ?? findMatches(text);
      found.set(text, matches);
      return matches.filter(({ date }) => date >= from && date <= to);
    },
    group: (id) => groups.get(id) ?? group({ id }),
    profile: (id) => profiles.get(id) ?? profile({ id }),
    addPosts(added) {
      posts.push(...added);
      found.clear();
    },
    addGroups(added) {
      for (const one of added) groups.set(one.id, one);
    },
    addProfiles(added) {
      for (const one of added) profiles.set(one.id, one);
    },
  };
}
