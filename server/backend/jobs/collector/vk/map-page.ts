/** Converts replies of the VK API to the rows that the store saves. */

import type { FoundSource } from '../../../http/endpoint.ts';
import { cleanText } from '../../../rules/clean-text.ts';
import type { PageCall } from '../../../rules/collection/comment-reading.ts';
import { withoutNames } from '../../../rules/comment-text.ts';
import type { CityRow } from '../../../store/cities.ts';
import type { FoundPage, FoundPost, LookedUpPosts } from '../../../store/collection-store.ts';
import type { OwnerRow } from '../../../store/owners.ts';
import type { PostKey } from '../../../store/post-tables.ts';
import type { UserRow } from '../../../store/users.ts';
import type { CommentedPost, CommentsPage, SearchPage, WallPage } from '../search-source.ts';
import { attachmentsOf, choosePhoto, textOf } from './post-content.ts';
import type {
  VkComments,
  VkFound,
  VkGroup,
  VkGroups,
  VkLookedUp,
  VkPost,
  VkProfile,
  VkReply,
  VkUsers,
  VkWall,
} from './search-reply.ts';

/** Profiles by user ID, and communities by the owner ID of their posts. */
type Accounts = { profiles: Map<number, VkProfile>; groups: Map<number, VkGroup> };

/** VK's name of a profile that no longer exists. It must not replace a stored name. */
const deletedName = 'DELETED';

function toUser(profile: VkProfile | undefined): UserRow | null {
  if (!profile) return null;
  const { id, first_name, last_name, screen_name, photo_100 } = profile;
  const name = cleanText([first_name, last_name].join(' ').trim());
  if (name === null || name === deletedName) return null;
  return { userId: id, name, domain: screen_name || `id${id}`, photoUrl: photo_100 ?? null };
}

function toOwner(ownerId: number, { profiles, groups }: Accounts): OwnerRow | null {
  const group = groups.get(ownerId);
  if (group) {
    const { id, type = 'group', screen_name, photo_100 } = group;
    const domain = screen_name || `${type === 'group' ? 'club' : type === 'page' ? 'public' : 'event'}${id}`;
    const name = cleanText(group.name);
    return name === null ? null : { ownerId, ownerType: type, name, domain, photoUrl: photo_100 ?? null };
  }
  const user = toUser(profiles.get(ownerId));
  return user && { ownerId, ownerType: 'user', name: user.name, domain: user.domain, photoUrl: user.photoUrl };
}

/** The account that signed the post; otherwise the account in whose name it was published. */
const authorOf = ({ owner_id, from_id, signer_id }: VkPost): number => signer_id ?? from_id ?? owner_id;

/** The city of the community, else of the author. */
function toCity(post: VkPost, { profiles, groups }: Accounts): CityRow | null {
  const account = [groups.get(post.owner_id), profiles.get(authorOf(post))].find((candidate) => candidate?.city);
  const city = account?.city;
  return city ? { cityId: city.id, name: cleanText(city.title), country: cleanText(account.country?.title) } : null;
}

function toPost(post: VkPost, accounts: Accounts): FoundPost {
  const [copy] = post.copy_history;
  const { text, parts } = textOf(post);
  return {
    ownerId: post.owner_id,
    postId: post.id,
    userId: authorOf(post),
    cityId: toCity(post, accounts)?.cityId ?? null,
    postedAt: post.date * 1000,
    text,
    textParts: parts,
    photoUrl: choosePhoto(attachmentsOf(post)),
    comment: null,
    facts: {
      likes: post.likes?.count ?? null,
      reposts: post.reposts?.count ?? null,
      comments: post.comments?.count ?? null,
      views: post.views?.count ?? null,
      isAd: post.marked_as_ads === 1,
      editedAt: post.edited === undefined ? null : post.edited * 1000,
      repostOf: copy ? { ownerId: copy.owner_id, postId: copy.id } : null,
    },
  };
}

/** The rows by ID, each once. */
const rowsOf = <Row>(ids: readonly number[], find: (id: number) => Row | null): Row[] =>
  [...new Set(ids)].flatMap((id) => find(id) ?? []);

type Answer = { items: readonly VkPost[]; profiles: readonly VkProfile[]; groups: readonly VkGroup[] };

/** Omits deleted posts. */
function toRows({ items, profiles, groups }: Answer): FoundPage {
  const accounts = {
    profiles: new Map(profiles.map((profile) => [profile.id, profile])),
    groups: new Map(groups.map((group) => [-group.id, group])),
  };
  const posts = items.filter((post) => post.is_deleted !== true);
  const cities = posts.flatMap((post) => toCity(post, accounts) ?? []);
  return {
    posts: posts.map((post) => toPost(post, accounts)),
    owners: rowsOf(
      posts.map((post) => post.owner_id),
      (id) => toOwner(id, accounts),
    ),
    users: rowsOf(posts.map(authorOf), (id) => toUser(accounts.profiles.get(id))),
    cities: [...new Map(cities.map((city) => [city.cityId, city])).values()],
  };
}

/** Omits items that are not posts. */
export const mapPage = ({ items, total_count, count, next_from, ...accounts }: VkFound): SearchPage => ({
  ...toRows({ items: items.filter((item) => item !== null), ...accounts }),
  total: total_count ?? count ?? items.length,
  next: items.length === 0 ? null : next_from || null,
});

const toKey = ({ owner_id: ownerId, id: postId }: { owner_id: number; id: number }): PostKey => ({ ownerId, postId });

export const mapLookedUp = ({ named, ...answer }: VkLookedUp): LookedUpPosts => ({
  ...toRows(answer),
  named: named.map(toKey),
  deleted: named.filter(({ is_deleted }) => is_deleted === true).map(toKey),
});

/** Omits deleted posts. */
export function mapWall(wall: VkWall): WallPage {
  const { size, count: total = null, ...answer } = wall;
  const pinned = new Set(answer.items.filter(({ isPinned }) => isPinned).map(({ id }) => id));
  const { posts, ...others } = toRows(answer);
  return { ...others, size, total, posts: posts.map((post) => ({ ...post, isPinned: pinned.has(post.postId) })) };
}

function toComment(reply: VkReply, threadId: number | null, post: CommentedPost): FoundPost {
  const { id, from_id, date, likes, attachments } = reply;
  const words = withoutNames(reply.text ?? '', threadId !== null);
  const { text, parts } = textOf({ text: words, attachments, copy_history: [] });
  return {
    ownerId: post.ownerId,
    postId: id,
    userId: from_id ?? post.ownerId,
    cityId: post.cityId,
    postedAt: date * 1000,
    text,
    textParts: parts,
    photoUrl: choosePhoto(attachments),
    comment: { parentPostId: post.postId, parentText: post.text, threadId },
    facts: {
      ...{ likes: likes?.count ?? null, reposts: null, comments: null, views: null },
      ...{ isAd: false, editedAt: null, repostOf: null },
    },
  };
}

/** A page of the first level, or of a thread. */
export function mapComments(answer: VkComments, post: CommentedPost, { threadId }: PageCall): CommentsPage {
  const { items, size, count = null, current_level_count: levelCount = null } = answer;
  const shown = items.flatMap((item) => [
    { reply: item as VkReply, topId: threadId },
    ...(item.thread?.items ?? []).map((reply) => ({ reply, topId: item.id })),
  ]);
  const isDeleted = ({ deleted }: VkReply) => deleted === true;
  return {
    size,
    count,
    levelCount,
    tops:
      threadId !== null
        ? []
        : items.map((item) => ({
            id: item.id,
            isDeleted: isDeleted(item),
            replies: item.thread?.count ?? 0,
            shown: item.thread?.items.length ?? 0,
          })),
    comments: shown.filter(({ reply }) => !isDeleted(reply)).map(({ reply, topId }) => toComment(reply, topId, post)),
    deleted: shown
      .filter(({ reply }) => isDeleted(reply))
      .map(({ reply }) => ({ ownerId: post.ownerId, postId: reply.id })),
  };
}

type Access = { is_closed?: boolean | undefined; deactivated?: string | undefined };

const toSource = (owner: OwnerRow | null, { is_closed, deactivated }: Access): FoundSource[] =>
  owner === null || deactivated !== undefined ? [] : [{ owner, isClosed: is_closed === true }];

/** Omits deleted and blocked ones. */
export const mapGroups = (groups: VkGroups): FoundSource[] =>
  groups.flatMap((group) =>
    toSource(toOwner(-group.id, { groups: new Map([[-group.id, group]]), profiles: new Map() }), group),
  );

export const mapProfiles = (profiles: VkUsers): FoundSource[] =>
  profiles.flatMap((profile) =>
    toSource(toOwner(profile.id, { groups: new Map(), profiles: new Map([[profile.id, profile]]) }), profile),
  );
