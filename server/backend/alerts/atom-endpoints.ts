/** The call of Atom feeds. The token of a link replaces a session. */
import * as messages from '../../../shared/messages.ts';
import { unknownId } from '../../platform/app-error.ts';
import { minuteMs } from '../../platform/durations.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import type { AtomFeed } from '../store/alerts-store.ts';
import { entriesOf } from './atom-entries.ts';
import { atomQuery, atomReply } from './atom-schemas.ts';
import { claimedFeed, opensFeed } from './atom-token.ts';

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
  endpoint({
    method: 'GET',
    path: '/vknf/alerts/feed',
    access: 'public',
    summary: 'The newest 50 posts of a view, or messages of a rule, for the token of an Atom link',
    query: atomQuery,
    reply: atomReply,
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
