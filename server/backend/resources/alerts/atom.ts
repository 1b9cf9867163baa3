/** Atom feeds: the call, its entries, and the tokens that replace a session. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import * as messages from '../../../../shared/messages.ts';
import { pathOf } from '../../../../shared/routes.ts';
import { wallUrl } from '../../../../shared/rules/urls.ts';
import { unknownId } from '../../../platform/app-error.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { plainText } from '../../http/schema-fields.ts';
import { viewerOf } from '../../rules/account.ts';
import { lineOf } from '../../rules/clean-text.ts';
import { nullableText, time, toNullable, toTime } from '../../rules/reply-values.ts';
import type { AtomFeed } from '../../store/atom-feeds.ts';
import type { DeliveryWithContent } from '../../store/deliveries.ts';
import type { PostRow } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';
import { storiesOfView } from '../views/view-scope.ts';
import { countPosts, findingHref, headlineOf, sourceOf, textOf } from './findings.ts';

/** `<feed ID>-<MAC>`. The MAC is computed from the feed's nonce and the session secret, so the database alone opens no feed. */
const tokenPattern = /^([1-9]\d{0,14})-([\w-]{43})$/;

type Signed = Pick<AtomFeed, 'feedId' | 'nonce'>;

const macOf = ({ feedId, nonce }: Signed, secret: string): Buffer =>
  createHmac('sha256', secret)
    .update(`atom ${feedId} ${Buffer.from(nonce).toString('hex')}`)
    .digest();

/** The link's path of the console. The first secret of SESSION_SECRET signs. */
export function atomPath(feed: Signed, [secret]: readonly string[]): string {
  if (secret === undefined) throw new Error('SESSION_SECRET is empty');
  return `/atom/${feed.feedId}-${macOf(feed, secret).toString('base64url')}`;
}

/** The feed that a token claims to open; null for a malformed token. */
export function claimedFeed(token: string): number | null {
  const id = tokenPattern.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

/** Whether one of the secrets signed the token for the feed. */
export function opensFeed(token: string, feed: Signed, secrets: readonly string[]): boolean {
  const [, id, mac = ''] = tokenPattern.exec(token) ?? [];
  const presented = Buffer.from(mac, 'base64url');
  return Number(id) === feed.feedId && secrets.some((secret) => timingSafeEqual(macOf(feed, secret), presented));
}

const link = v.strictObject({ Text: v.string(), Address: v.string() });

/** `Address`: a URL, or a path of the console. `Key`: a URI. */
const atomEntry = v.strictObject({
  Key: v.string(),
  Title: v.string(),
  Author: nullableText,
  Address: v.string(),
  Text: v.string(),
  Links: v.array(link),
  PublishedAt: time,
  UpdatedAt: time,
});

type Entry = v.InferOutput<typeof atomEntry>;

const entriesMax = 50;
const titleTextMax = 80;

function postEntry(row: PostRow): Entry {
  const { ownerId, postId, ownerType, text, word, postedAt, updatedAt } = row;
  const url = wallUrl({ ownerId, postId, ownerType: ownerType ?? '' });
  const source = sourceOf(row, Number.POSITIVE_INFINITY);
  return {
    Key: url,
    Title: `${source}: ${textOf(row, titleTextMax)}`,
    Author: toNullable(source),
    Address: url,
    Text: `${text ?? ''}\n\nФраза: ${word}`.trim(),
    Links: [],
    PublishedAt: toTime(postedAt),
    UpdatedAt: toTime(Math.max(postedAt, updatedAt)),
  };
}

/** Several findings have an address each. */
function messageEntry({ query }: AtomFeed, delivery: DeliveryWithContent, timeZone: string): Entry {
  const { key, kind, ruleName, findings, count, createdAt, endedAt, content } = delivery;
  const links = findings.map((finding) => ({
    Text: countPosts(finding.count),
    Address: findingHref(query, finding, timeZone),
  }));
  const [only] = links.length === 1 ? links : [];
  return {
    Key: `urn:uuid:${key}`,
    Title: `${lineOf(ruleName)}: ${headlineOf(kind, count)}`,
    Author: toNullable(null),
    Address: only?.Address ?? pathOf('alerts'),
    Text: content ?? messages.contentErased,
    Links: links,
    PublishedAt: toTime(createdAt),
    UpdatedAt: toTime(endedAt ?? createdAt),
  };
}

async function newestPosts(
  { posts: store }: Store,
  { account, query }: AtomFeed,
  timeZone: string,
): Promise<PostRow[]> {
  const viewer = viewerOf(account);
  const scope = storiesOfView(viewer, timeZone, query);
  if (scope === null) return [];
  const newest = { limit: entriesMax, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  return (await store.page(viewer, scope, newest)).rows;
}

/** The newest 50. */
export async function entriesOf(store: Store, feed: AtomFeed, timeZone: string): Promise<Entry[]> {
  if (feed.ruleId === null) return (await newestPosts(store, feed, timeZone)).map(postEntry);
  const deliveries = await store.alerts.feedEntries(feed.ruleId, entriesMax);
  return deliveries.map((delivery) => messageEntry(feed, delivery, timeZone));
}

/** Readers come every few minutes. The time of the last use needs no more precision than this. */
const usePrecisionMs = minuteMs;

/** Throws a 404 for a token that opens no feed. */
async function openFeed({ store, config }: Pick<Context, 'store' | 'config'>, token: string): Promise<AtomFeed> {
  const id = claimedFeed(token);
  const feed = id === null ? null : await store.alerts.findFeed(id);
  if (feed === null || feed.revoked || !opensFeed(token, feed, config.SESSION_SECRET)) throw unknownId();
  return feed;
}

export const atom = [
  endpoint('GET', '/vknf/alerts/feed', 'public', {
    summary: 'The newest 50 posts of a view, or messages of a rule, for the token of an Atom link',
    query: v.object({ token: plainText }),
    reply: v.strictObject({ FeedID: v.string(), Title: v.string(), entries: v.array(atomEntry) }),
    handle: async ({ store, config, address, now, query: { token } }) => {
      const feed = await openFeed({ store, config }, token);
      if (feed.usedAt === null || now - feed.usedAt >= usePrecisionMs)
        await store.alerts.markFeedUsed(feed.feedId, now);
      await store.alerts.recordFeedUse(feed, { who: messages.atomReader, onBehalfOf: null, address, at: now });
      const entries = await entriesOf(store, feed, config.CONSOLE_TIME_ZONE);
      return { FeedID: String(feed.feedId), Title: feed.title, entries };
    },
  }),
];
