/** Evaluates rules by the arrival of stories: the conditions `every` and `least`, and whether a spike is possible. */

import { viewerOf } from '../rules/account.ts';
import type { StoryArrivals } from '../rules/alerts/least.ts';
import { findLeast } from '../rules/alerts/least.ts';
import { periodMs } from '../rules/alerts/periods.ts';
import type { AlertRule, Finding } from '../rules/alerts/rule.ts';
import type { PostScope } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';

/** A rule and the posts of its view. The stories up to `since` were evaluated. */
export type RuleScope = { rule: AlertRule; scope: PostScope; since: number };

/** The stories after `since` that are reported, and their number. */
export type NewStories = Pick<Finding, 'since' | 'count'>;

type Stores = Pick<Store, 'alerts' | 'posts'>;

/**
 * Decides what a rule reports: of evaluations and of trials on the history. `arrivals` are the stories after `since`, `listFrom`
 * lists those since an earlier time that were not reported.
 */
export async function findStories(
  { condition, least, period }: Pick<AlertRule, 'condition' | 'least' | 'period'>,
  { since, arrivals }: { since: number; arrivals: readonly StoryArrivals[] },
  listFrom: (time: number) => Promise<readonly StoryArrivals[]>,
): Promise<NewStories | null> {
  const [first] = arrivals;
  if (first === undefined) return null;
  const length = periodMs[period];
  if (condition === 'least') return findLeast(await listFrom(first.at - length), least, length);
  return { since, count: arrivals.reduce((sum, { count }) => sum + count, 0) };
}

/** The stories that arrived after the time, were not reported, and arrived up to `until`. */
async function listFrom(
  { alerts, posts }: Stores,
  { rule, scope, since }: RuleScope,
  { arrivals, until, time }: { arrivals: StoryArrivals[]; until: number; time: number },
): Promise<StoryArrivals[]> {
  const start = Math.max(rule.fired, await alerts.newestArrivalAt(time));
  if (start >= since) return arrivals;
  const [all = []] = await posts.listArrivals(viewerOf(rule.account), [{ ...scope, since: start }], until);
  return all;
}

/**
 * Evaluates the stories up to `until` for rules of one account. Returns what is found for each, null for nothing; with the
 * condition `spike`, what arrived.
 */
export async function evaluateCounts(
  store: Stores,
  account: string,
  rules: readonly RuleScope[],
  until: number,
): Promise<(NewStories | null)[]> {
  const scopes = rules.map(({ scope, since }) => ({ ...scope, since }));
  const lists = await store.posts.listArrivals(viewerOf(account), scopes, until);
  return Promise.all(
    rules.map((one, index) => {
      const arrivals = lists[index] ?? [];
      return findStories(one.rule, { since: one.since, arrivals }, (time) =>
        listFrom(store, one, { arrivals, until, time }),
      );
    }),
  );
}
