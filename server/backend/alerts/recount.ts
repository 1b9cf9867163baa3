/** Counts the posts of a message again: since they were found, some may have been deleted or hidden. */
import type { Logger } from 'pino';
import type { Config } from '../../platform/settings.ts';
import { viewerOf } from '../rules/account.ts';
import { countOfFindings } from '../rules/alerts/join-findings.ts';
import type { Finding } from '../rules/alerts/rule.ts';
import type { Delivery } from '../store/alerts-store.ts';
import type { PostScope, PostsStore } from '../store/posts-store.ts';
import { viewScope } from '../views/view-scope.ts';
import { findingHref } from './finding-href.ts';

/** The posts to which the link of the finding leads. Null for a view that the feed would reject. */
export function findingScope(
  { account, query }: Pick<Delivery, 'account' | 'query'>,
  finding: Finding,
  timeZone: string,
): PostScope | null {
  const [, filters = ''] = findingHref(query, finding, timeZone).split('?');
  return viewScope(viewerOf(account), timeZone, filters);
}

/** Leaves out findings without posts. */
export async function recount<Fields extends Delivery>(
  posts: Pick<PostsStore, 'count'>,
  delivery: Fields,
  timeZone: string,
): Promise<Fields> {
  const counted = await Promise.all(
    delivery.findings.map(async (finding) => {
      const scope = findingScope(delivery, finding, timeZone);
      return scope === null ? finding : { ...finding, count: await posts.count(viewerOf(delivery.account), scope) };
    }),
  );
  const findings = counted.filter(({ count }) => count > 0);
  return { ...delivery, findings, count: countOfFindings(findings) };
}

/** The message as the log shows it: what waits and has no fixed content is counted. A fault leaves the stored count. */
export async function recountWaiting(
  {
    posts,
    config,
    log,
  }: { posts: Pick<PostsStore, 'count'>; config: Pick<Config, 'CONSOLE_TIME_ZONE'>; log: Pick<Logger, 'warn'> },
  delivery: Delivery,
): Promise<Delivery> {
  if (delivery.state !== 'waiting' || delivery.composed) return delivery;
  try {
    return await recount(posts, delivery, config.CONSOLE_TIME_ZONE);
  } catch (error) {
    log.warn({ err: error, deliveryId: delivery.deliveryId }, 'the posts of a message cannot be counted');
    return delivery;
  }
}
