/** The social network of the demo: posts about the demo's phrases, and about any other phrase, that keep appearing. */

import type { WallWallpostAttachment } from '@vkontakte/api-schema-typescript';
import { matchesStems, type Phrase, toPhrase } from '../../server/backend/rules/search/query-tree.ts';
import { parsePlainQuery } from '../../server/backend/rules/search/search-query.ts';
import { stemText } from '../../server/backend/rules/search/tokenise.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { composeComments } from '../demo/world/comments.ts';
import { composeDemoPosts } from '../demo/world/history.ts';
import { type DemoPhrase, demoStreams, recency, type Stream } from '../demo/world/phrases.ts';
import { asOf, type DemoPost, type Release, wordsOf } from '../demo/world/posts.ts';
import { demoPhotoUrl, hashText } from '../demo/world/random.ts';
import { type Place, people, type Source, sources, spamSources } from '../demo/world/sources.ts';
import { countComments, type HeldComment } from './comments.ts';
import {
  figuresAt,
  type Group,
  group,
  newestFirst,
  type Profile,
  profile,
  type Search,
  type WallPost,
  type World,
  wallPost,
} from './world.ts';

const livePerMinute = 5;

/** The words that a query requires, without quotes and excluded words. */
const requiredText = (query: string): string =>
  query
    .replace(/(?<=^|\s)-(?:["«][^"»]*["»]?|\S+)/gu, ' ')
    .replace(/["«»“”„]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

/**
 * The posts about a phrase that does not belong to the demo. Null for the demo's own phrases, and when the query requires no
 * word.
 */
function askedStream(query: string): Stream | null {
  const text = requiredText(query);
  const stems = stemText(text);
  if (stems === '' || demoStreams.some(({ phrase }) => stemText(phrase.text) === stems)) return null;
  const pastPerDay = 0.5 + (hashText(stems) % 40) / 10;
  const phrase: DemoPhrase = { text, of: `темы «${text}»`, about: `на тему «${text}»`, topic: 'general' };
  return { phrase, pastPerDay: (daysAgo) => pastPerDay * recency(daysAgo), livePerMinute: () => livePerMinute };
}

const sourcesById = new Map<number, Source>([...sources, ...spamSources].map((source) => [source.ownerId, source]));

const groupTypes: Record<string, Group['type']> = { page: 'page', event: 'event' };

const cityOf = ({ id, name }: Place) => ({ city: { id, title: name } });

/** Every fourth account has no picture. */
const photosOf = (id: number, kind: 'group' | 'user', origin: string) =>
  id % 4 === 0 ? {} : { photo_100: demoPhotoUrl(origin, `${kind}${id}`) };

const sourceNamed = (name: string) => [...sourcesById.values()].find(({ domain }) => domain === name);

function presentGroup(id: number, origin: string): Group {
  const source = sourcesById.get(-id);
  if (!source) return group({ id });
  return group({
    id,
    name: source.name,
    screen_name: source.domain ?? `club${id}`,
    type: groupTypes[source.ownerType] ?? 'group',
    members_count: 1000 + (id % 97) * 800,
    verified: id % 11 === 0 ? 1 : 0,
    ...(source.showsCity ? cityOf(source.place) : {}),
    ...photosOf(id, 'group', origin),
  });
}

/** Authors who are not sources get one of the names in `people`. */
function presentProfile(id: number, origin: string): Profile {
  const source = sourcesById.get(id);
  const name = source?.name ?? people[id % people.length] ?? people[0];
  const [firstName = '', lastName = ''] = name.split(' ');
  return profile({
    id,
    first_name: firstName,
    last_name: lastName,
    screen_name: source?.domain ?? `id${id}`,
    ...(source?.showsCity ? cityOf(source.place) : {}),
    ...photosOf(id, 'user', origin),
  });
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** VK escapes the characters of markup. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const sizes = [
  ['m', 130],
  ['x', 604],
  ['y', 807],
] as const;

function photoOf(post: DemoPost, origin: string): WallWallpostAttachment {
  const { source, postId, postedAt, phrases } = post;
  const url = demoPhotoUrl(origin, `post${postId}`);
  const images = sizes.map(([type, width]) => ({ type, url, width, height: (width * 2) / 3 }));
  // VK finds a picture without a text by its description.
  const description = wordsOf(post).text === null ? phrases.map((phrase) => phrase.text).join(', ') : '';
  const photo = { id: postId, owner_id: source.ownerId, date: seconds(postedAt), text: description, sizes: images };
  return { type: 'photo', photo };
}

function attachmentsOf(post: DemoPost, origin: string): WallWallpostAttachment[] {
  const photos = post.hasPhoto ? [photoOf(post, origin)] : [];
  if (post.attached === null) return photos;
  const title = escapeText(post.attached.title);
  return post.attached.kind === 'link'
    ? [
        { type: 'link', link: { url: `https://news.example/${post.postId}`, title, caption: 'news.example' } },
        ...photos,
      ]
    : [{ type: 'poll', poll: { id: post.postId, owner_id: post.source.ownerId, question: title } }, ...photos];
}

const presentRelease = ({ source, postId, postedAt, text }: Release): WallPost =>
  wallPost({ id: postId, owner_id: source.ownerId, date: seconds(postedAt), text: escapeText(text) });

const isDeleted = ({ deletedAt }: DemoPost, now: number): boolean => deletedAt !== null && deletedAt <= now;

/** The comments of a post, also those that are written later. */
const presentComments = (post: DemoPost): HeldComment[] =>
  composeComments(post).map(({ id, userId, at, text, likes, thread }) => ({
    ...{ id, from_id: userId, date: seconds(at), text: escapeText(text), likes },
    ...(thread
      ? { parentId: thread.topId, replyTo: { user: thread.topUserId, comment: thread.topId } }
      : { parentId: null }),
  }));

/** A demo post in the format of the VK API. Its views and likes grow with its age. */
function presentPost(composed: DemoPost, origin: string, now: number): WallPost {
  const post = asOf(composed, now);
  const { source, postId, userId, postedAt, text, isAd, repostOf, reach, edit } = post;
  const attachments = attachmentsOf(post, origin);
  const comments = presentComments(post);
  // Most edits change no word.
  const editedAt = edit?.at ?? (postId % 9 === 0 ? postedAt + (postId % 7) * hourMs : postedAt);
  return wallPost({
    id: postId,
    owner_id: source.ownerId,
    ...(userId === source.ownerId ? {} : { signer_id: userId }),
    date: seconds(postedAt),
    ...(editedAt > postedAt && editedAt <= now ? { edited: seconds(editedAt) } : {}),
    ...(isDeleted(post, now) ? { is_deleted: true } : {}),
    text: escapeText(text ?? ''),
    post_type: repostOf ? 'copy' : 'post',
    marked_as_ads: isAd ? 1 : 0,
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(repostOf ? { copy_history: [presentRelease(repostOf)] } : {}),
    ...figuresAt(reach, now - postedAt, postId),
    ...(comments.length > 0 ? { comments: { count: countComments(comments, now) } } : {}),
  });
}

type Options = {
  /** The time from which posts appear more often: a whole minute, in milliseconds. */
  startedAt: number;
  now: () => number;
  /** The origin that serves the pictures. */
  origin: string;
};

const historyMs = 400 * dayMs;
/** A wall shows the posts of this time. */
const wallMs = 30 * dayMs;

/** The text by which VK finds a post. A picture without a text has a description. */
const searchedText = (post: DemoPost): string =>
  wordsOf(post).text ?? post.phrases.map((phrase) => phrase.text).join('\n');

export function createDemoWorld({ startedAt, now, origin }: Options): World {
  const span = { from: startedAt - historyMs, to: startedAt - 1, startedAt };
  const history = demoStreams.flatMap((stream) => composeDemoPosts(stream, span));
  /** Memoised, because every search reads the history. */
  const known = new WeakMap<DemoPost, Phrase>();

  function stemsOf(post: DemoPost): Phrase {
    const stems = known.get(post) ?? toPhrase(searchedText(post));
    known.set(post, stems);
    return stems;
  }

  function composePosts({ text, from, to }: Search): DemoPost[] {
    const asked = askedStream(text);
    const wanted = { from: from * 1000, to: to * 1000, startedAt };
    const live = { ...wanted, from: Math.max(wanted.from, startedAt) };
    return [
      ...history.filter(({ postedAt }) => postedAt >= wanted.from && postedAt <= wanted.to),
      ...demoStreams.flatMap((stream) => composeDemoPosts(stream, live)),
      ...(asked ? composeDemoPosts(asked, { ...wanted, from: Math.max(wanted.from, span.from) }) : []),
    ];
  }
  /** The posts of the last call of `post`: a check asks for a hundred. */
  let recent: { until: number; byKey: ReadonlyMap<string, DemoPost> } = { until: 0, byKey: new Map() };
  const keyOf = (ownerId: number, id: number): string => `${ownerId}_${id}`;

  function findPost(key: string): DemoPost | undefined {
    const until = seconds(now());
    if (recent.until < until && !recent.byKey.has(key)) {
      const posts = composePosts({ text: '', from: seconds(span.from), to: until });
      recent = { until, byKey: new Map(posts.map((post) => [keyOf(post.source.ownerId, post.postId), post])) };
    }
    return recent.byKey.get(key);
  }
  return {
    post(ownerId, id) {
      const post = findPost(keyOf(ownerId, id));
      return post && presentPost(post, origin, now());
    },
    wall(ownerId) {
      const span = { from: seconds(now() - wallMs), to: seconds(now()) };
      return composePosts({ text: '', ...span })
        .filter(({ source }) => source.ownerId === ownerId)
        .map((post) => presentPost(post, origin, now()))
        .sort(newestFirst);
    },
    wallError: () => null,
    comments(ownerId, postId) {
      const post = findPost(keyOf(ownerId, postId));
      return post ? presentComments(post) : [];
    },
    commentsError: () => null,
    search(search) {
      const query = parsePlainQuery(search.text);
      if (query === null) return [];
      return composePosts(search)
        .filter((post) => matchesStems(stemsOf(post), query) && !isDeleted(post, now()))
        .map((post) => presentPost(post, origin, now()))
        .sort(newestFirst);
    },
    group: (id) => presentGroup(id, origin),
    profile: (id) => presentProfile(id, origin),
    groupNamed(name) {
      const source = sourceNamed(name);
      return source && source.ownerId < 0 ? presentGroup(-source.ownerId, origin) : undefined;
    },
    profileNamed(name) {
      const source = sourceNamed(name);
      return source && source.ownerId > 0 ? presentProfile(source.ownerId, origin) : undefined;
    },
  };
}
