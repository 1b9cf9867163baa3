/** The entries of Atom feeds: the newest posts of a view, or the messages of a rule. */
import type * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { pathOf } from '../../../shared/routes.ts';
import { wallUrl } from '../../../shared/rules/network-urls.ts';
import { viewerOf } from '../rules/account.ts';
import { lineOf } from '../rules/alerts/message-line.ts';
import { toNullable, toTime } from '../rules/reply-values.ts';
import type { AtomFeed, DeliveryWithContent } from '../store/alerts-store.ts';
import type { PostRow } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { storiesOfView } from '../views/view-scope.ts';
import type { atomEntry } from './atom-schemas.ts';
import { countPosts, headlineOf, sourceOf, textOf } from './describe-posts.ts';
import { findingHref } from './finding-href.ts';

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
