/** Evaluates rules by the arrival of stories: the conditions `every` and `least`, and whether a spike is possible. */
import { viewerOf } from '../store/account.ts';
import type { AlertRule, Finding } from '../store/alerts-store.ts';
import type { PostScope, StoryArrivals } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { findLeast } from './least.ts';
import { periodMs } from './periods.ts';

/** A rule and the posts of its view. The stories up to `since` were evaluated. */
export type RuleScope = { rule: AlertRule; scope: PostScope; since: number };

/** The stories after `since` that are reported, and their number. */
export type NewStories = Pick<Finding, 'since' | 'count'>;

type Stores = Pick<Store, 'alerts' | 'posts'>;

/** Also reads the stories that arrived before `since`, within the rule's period. */
async function findEnough(
  { alerts, posts }: Stores,
  { rule, scope, since }: RuleScope,
  arrivals: StoryArrivals[],
  until: number,
): Promise<NewStories | null> {
  const [first] = arrivals;
  if (first === undefined) return null;
  const length = periodMs[rule.period];
  const start = Math.max(rule.fired, await alerts.newestArrivalAt(first.at - length));
  if (start >= since) return findLeast(arrivals, rule.least, length);
  const [all = []] = await posts.listArrivals(viewerOf(rule.account), [{ ...scope, since: start }], until);
  return findLeast(all, rule.least, length);
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
      if (one.rule.condition === 'least') return findEnough(store, one, arrivals, until);
      const count = arrivals.reduce((sum, arrival) => sum + arrival.count, 0);
      return count === 0 ? null : { since: one.since, count };
    }),
  );
}
