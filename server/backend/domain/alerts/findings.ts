/** What messages say about findings: texts about posts, the address of exactly these posts, and their current count. */

import type { Logger } from 'pino';
import { formatCounted, shownName } from '../../../../shared/format.ts';
import type { PostsQuery } from '../../../../shared/pages/post-filters.ts';
import { formatPostsQuery } from '../../../../shared/pages/posts-query.ts';
import { postLine } from '../../../../shared/post-text.ts';
import { pathOf } from '../../../../shared/routes.ts';
import { formatZonedTime } from '../../../../shared/rules/days.ts';
import { wallUrl } from '../../../../shared/rules/urls.ts';
import type { Config } from '../../../platform/settings.ts';
import { zoneOffsets } from '../../../platform/zone-offset.ts';
import { viewerOf } from '../../rules/account.ts';
import { countOfFindings, type Finding, isSilence, type ReachedFact } from '../../rules/alerts/rule.ts';
import { beginningOf } from '../../rules/clean-text.ts';
import { lowerBound, upperBound } from '../../rules/days.ts';
import type { Delivery } from '../../store/deliveries.ts';
import type { PostsStore } from '../../store/posts.ts';
import type { PostRow, Viewing } from '../../store/posts-store.ts';
import { parseViewQuery, viewingOfQuery } from '../saved-filter.ts';

const newPosts = ['новый пост', 'новых поста', 'новых постов'] as const;

const postForms = ['пост', 'поста', 'постов'] as const;

/** «14 новых постов». */
export function headlineOf({ kind, count, findings }: Pick<Delivery, 'kind' | 'count' | 'findings'>): string {
  if (kind === 'trial') return 'пробное сообщение';
  if (findings.some(({ reached }) => reached !== null)) return formatCounted(count, postForms);
  return findings.some(isSilence) ? 'тишина' : formatCounted(count, newPosts);
}

export const sourceOf = ({ ownerName }: PostRow, max: number): string => beginningOf(shownName(ownerName), max);

/** The address in VK. */
export const urlOf = ({ ownerId, ownerType, postId, comment }: PostRow): string =>
  wallUrl({
    ...{ ownerId, ownerType: ownerType ?? '', postId },
    ...{ parentPostId: comment?.parentPostId ?? null, threadId: comment?.threadId ?? null },
  });

export const textOf = (row: PostRow, max: number): string =>
  beginningOf(`${row.comment === null ? '' : 'Комментарий: '}${postLine(row)}`, max);

/** All rows of the story in the view. */
const storyOf = ({ storyId }: ReachedFact) =>
  ({ unread: false, since: null, until: null, first: false, story: storyId, view: null, page: 1 }) as const;

/**
 * The filter of the posts of a finding. `query`: the view's, whose dates also apply. `first`: only stories that were first
 * posted between `from` and `to`.
 */
function findingQuery(query: string, finding: Finding, timeZone: string, { first = false } = {}): PostsQuery {
  const { since, from, to, reached } = finding;
  // Posts that arrive late belong to the period of a silence.
  const until = isSilence(finding) ? null : finding.until;
  const view = parseViewQuery(query);
  if (reached !== null) return { ...view, ...storyOf(reached) };
  const isLater = from !== null && (view.from === '' || lowerBound(view.from, timeZone) < from);
  const isEarlier = to !== null && (view.to === '' || upperBound(view.to, timeZone) > to);
  const window = {
    from: isLater ? formatZonedTime(from, zoneOffsets(timeZone)) : view.from,
    // The feed includes the last millisecond.
    to: isEarlier ? formatZonedTime(to - 1, zoneOffsets(timeZone)) : view.to,
  };
  const exact = { copies: 'hide', unread: false, since, until, first, story: null, view: null, page: 1 } as const;
  return { ...view, ...window, ...exact };
}

/** The console's path to the posts of a finding, without BASE_PATH. */
export const findingHref = (...values: Parameters<typeof findingQuery>): string =>
  pathOf('posts') + formatPostsQuery(findingQuery(...values));

/** The posts to which the finding links. Null for a view that the feed would reject. */
export const findingViewing = (
  { account, query }: Pick<Delivery, 'account' | 'query'>,
  finding: Finding,
  timeZone: string,
): Viewing | null => viewingOfQuery(viewerOf(account), timeZone, findingQuery(query, finding, timeZone));

/** A silence ends when posts arrive late. Null: the finding is left out. */
const counted = (finding: Finding, count: number): Finding[] =>
  (isSilence(finding) ? count < (finding.usual ?? 0) : count > 0)
    ? [{ ...finding, count: finding.reached === null ? count : 1 }]
    : [];

/** Counts the posts of the findings again, and leaves out those that there are no more. */
export async function recount<Fields extends Delivery>(
  posts: Pick<PostsStore, 'count'>,
  delivery: Fields,
  timeZone: string,
): Promise<Fields> {
  const viewer = viewerOf(delivery.account);
  const found = await Promise.all(
    delivery.findings.map(async (finding) => {
      const viewing = findingViewing(delivery, finding, timeZone);
      return counted(finding, viewing === null ? finding.count : await posts.count(viewer, viewing));
    }),
  );
  const findings = found.flat();
  return { ...delivery, findings, count: countOfFindings(findings) };
}

/**
 * The delivery as the log shows it: counted again while it waits without fixed content. After a fault, with the stored count.
 */
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
