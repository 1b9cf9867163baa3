/** Calls beyond the specified ones: rules, the log of deliveries, and Atom feeds. */
import * as v from 'valibot';
import { deliveryFields } from '../../../../shared/api/alerts.ts';
import { linkFields } from '../../../../shared/api/atom.ts';
import { unknownId } from '../../../platform/app-error.ts';
import { shownPath } from '../../domain/alerts/channels.ts';
import { recountWaiting } from '../../domain/alerts/findings.ts';
import { onAccess } from '../../http/access.ts';
import { endpoint, existing } from '../../http/endpoint.ts';
import { listOf, pageOf } from '../../http/reply.ts';
import { idQuery, limitAndOffset } from '../../http/schema-fields.ts';
import { accountOf, sharedAccountOf } from '../../rules/account.ts';
import { toDeliveryFields } from './alert.ts';
import { historyCalls } from './history.ts';
import { ruleCalls } from './rule-endpoints.ts';

export const alerts = [
  ...ruleCalls,
  ...historyCalls,
  endpoint('GET', '/vknf/alerts/deliveries', 'signed-in', {
    summary: 'The messages of the viewer’s rules, newest first; administrators get the messages of all accounts',
    query: v.object(limitAndOffset(50)),
    reply: pageOf('deliveries', deliveryFields),
    handle: async ({ store, config, log, viewer, query }) => {
      const account = viewer.type === 'admin' ? null : sharedAccountOf(viewer);
      const { rows, total } = await store.alerts.deliveries(account, query);
      const counted = await Promise.all(rows.map((row) => recountWaiting({ posts: store.posts, config, log }, row)));
      return { rows: counted.map((row) => toDeliveryFields(row, viewer, config.CONSOLE_TIME_ZONE)), total };
    },
  }),
  endpoint('GET', '/vknf/alerts/feeds', 'signed-in', {
    summary: 'The Atom feeds of the viewer’s views, then of the rules with that channel, by name',
    // A link would outlive the key.
    keyScope: null,
    reply: listOf('feeds', linkFields),
    handle: async ({ store, config, session, viewer }) => {
      const feeds = await store.alerts.feeds(accountOf(viewer));
      return {
        feeds: feeds.map((feed) => ({ ...feed, id: feed.feedId, path: shownPath(feed, session, config) })),
      };
    },
  }),
  endpoint('POST', '/vknf/alerts/feeds/renew', 'signed-in', {
    summary: 'Gives a feed of the viewer a new link; the former one answers 404 from now on',
    query: idQuery,
    onAccess: true,
    handle: async ({ viewer, query: { id }, ...context }) => {
      await onAccess(context, [], async ({ alerts }) => {
        const feed = await alerts.findFeed(id);
        if (feed?.account !== accountOf(viewer)) throw unknownId();
        existing(await alerts.renewFeed(feed, context.by));
      });
    },
  }),
];
