/** Atom feeds: the call, its entries, and the tokens that replace a session. */
import * as v from 'valibot';
import { type AtomEntry, contentsFields } from '../../../../shared/api/atom.ts';
import { minuteMs } from '../../../../shared/durations.ts';
import { shownName } from '../../../../shared/format.ts';
import * as messages from '../../../../shared/messages.ts';
import { postText } from '../../../../shared/post-text.ts';
import { pathOf } from '../../../../shared/routes.ts';
import { countPosts } from '../../../../shared/rules/standouts.ts';
import { unknownId } from '../../../platform/app-error.ts';
import { claimedFeed, opensFeed } from '../../domain/alerts/atom-token.ts';
import { findingHref, headlineOf, sourceOf, textOf, urlOf } from '../../domain/alerts/findings.ts';
import { storiesOfView } from '../../domain/saved-filter.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { plainText } from '../../http/schema-fields.ts';
import { viewerOf } from '../../rules/account.ts';
import { lineOf } from '../../rules/clean-text.ts';
import type { AtomFeed } from '../../store/atom-feeds.ts';
import type { DeliveryWithContent } from '../../store/deliveries.ts';
import type { PostRow } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';

/** Times are milliseconds. */
type Entry = Omit<AtomEntry, 'publishedAt' | 'updatedAt'> & { publishedAt: number; updatedAt: number };

const entriesMax = 50;
const titleTextMax = 80;

const parentLine = ({ comment }: PostRow): string => (comment?.parentText ? `К посту: ${comment.parentText}` : '');

function postEntry(row: PostRow): Entry {
  const { photoUrl, word, postedAt, updatedAt } = row;
  const url = urlOf(row);
  const source = sourceOf(row, Number.POSITIVE_INFINITY);
  return {
    key: url,
    title: `${source}: ${textOf(row, titleTextMax)}`,
    author: source,
    address: url,
    text: [postText(row), parentLine(row), `Фраза: ${word}`].filter(Boolean).join('\n\n'),
    photoUrl,
    links: [],
    publishedAt: postedAt,
    updatedAt: Math.max(postedAt, updatedAt),
  };
}

/** If there are several findings, each has a separate address. */
function messageEntry(delivery: DeliveryWithContent, timeZone: string): Entry {
  const { key, ruleName, query, findings, createdAt, endedAt, content } = delivery;
  const sentAt = endedAt ?? createdAt;
  const links = findings.map((finding) => ({
    text: countPosts(finding.count),
    address: findingHref(query, finding, timeZone),
  }));
  const [only] = links.length === 1 ? links : [];
  return {
    key: `urn:uuid:${key}`,
    title: `${shownName(lineOf(ruleName))}: ${headlineOf(delivery)}`,
    author: null,
    address: only?.address ?? pathOf('alerts'),
    text: content ?? messages.contentErased,
    photoUrl: null,
    links,
    publishedAt: sentAt,
    updatedAt: sentAt,
  };
}

async function newestPosts({ posts: store }: Store, { account, query }: AtomFeed, timeZone: string) {
  const viewer = viewerOf(account);
  const viewing = storiesOfView(viewer, timeZone, query);
  if (viewing === null) return [];
  const newest = { limit: entriesMax, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  return (await store.page(viewer, viewing, newest)).rows;
}

export async function entriesOf(store: Store, feed: AtomFeed, timeZone: string): Promise<Entry[]> {
  if (feed.ruleId === null) return (await newestPosts(store, feed, timeZone)).map(postEntry);
  const deliveries = await store.alerts.feedEntries(feed.ruleId, entriesMax);
  return deliveries.map((delivery) => messageEntry(delivery, timeZone));
}

/** Feed readers poll every few minutes. The time of the last use needs no more precision than this. */
const usePrecisionMs = minuteMs;

/** Throws a 404 for a token that opens no feed. */
async function openFeed({ store, config, now }: Pick<Context, 'store' | 'config' | 'now'>, token: string) {
  const id = claimedFeed(token);
  const feed = id === null ? null : await store.alerts.findFeed(id);
  if (feed === null || feed.revoked || !opensFeed(token, feed, config.SESSION_SECRET)) throw unknownId();
  if (!(await store.directory.isConfirmed(viewerOf(feed.account), now))) throw unknownId();
  return feed;
}

export const atom = [
  endpoint('GET', '/vknf/alerts/feed', 'public', {
    summary: 'The newest 50 posts of a view, or messages of a rule, for the token of an Atom link',
    query: v.object({ token: plainText }),
    reply: contentsFields,
    handle: async ({ store, config, address, now, query: { token } }) => {
      const feed = await openFeed({ store, config, now }, token);
      if (feed.usedAt === null || now - feed.usedAt >= usePrecisionMs)
        await store.alerts.markFeedUsed(feed.feedId, now);
      await store.alerts.recordFeedUse(feed, { who: messages.atomReader, onBehalfOf: null, address, at: now });
      const entries = await entriesOf(store, feed, config.CONSOLE_TIME_ZONE);
      return { id: String(feed.feedId), title: feed.title, entries };
    },
  }),
];
