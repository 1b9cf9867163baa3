/**
 * Computes the messages that a rule would have sent if every post had arrived when it was posted, because real arrival times
 * depend more on the collection than on the view.
 */
import { historyFields } from '../../../../shared/api/alerts.ts';
import { dayMs, hourMs } from '../../../../shared/durations.ts';
import { badRequest } from '../../../platform/app-error.ts';
import { distinctReached, findStored, findStories } from '../../domain/alerts/evaluation.ts';
import { findingHref } from '../../domain/alerts/findings.ts';
import { findQuery, parseViewQuery, storiesOfView } from '../../domain/saved-filter.ts';
import { endpoint } from '../../http/endpoint.ts';
import { type Identity, sharedAccountOf } from '../../rules/account.ts';
import {
  type FactCondition,
  isFactCondition,
  isUnusualCondition,
  type StoryArrivals,
  type UnusualCondition,
} from '../../rules/alerts/conditions.ts';
import type { Finding, RuleFields } from '../../rules/alerts/rule.ts';
import { countOfFindings, joinFindings, periodMs } from '../../rules/alerts/rule.ts';
import { nextSlot } from '../../rules/alerts/schedule.ts';
import { startOfHour } from '../../rules/days.ts';
import { searchTextError } from '../../rules/search/search-query.ts';
import { type Viewing, withFilters } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';
import { historyQuery } from './alert.ts';

const historyMs = 30 * dayMs;

type HistoryRule = Pick<RuleFields, 'condition' | 'least' | 'period' | 'schedule'>;
type History = {
  store: Pick<Store, 'alerts' | 'posts'>;
  viewer: Identity;
  viewing: Viewing;
  rule: HistoryRule;
  now: number;
  timeZone: string;
};

/** `at`: when the message would have been sent. Except for spikes and silences, its arrival numbers are times in milliseconds. */
type HistoryMessage = { at: number; findings: Finding[]; count: number };

const noWindow = { reached: null, from: null, to: null, usual: null };

/** The ends of the hours after `from`, and of the current hour so far. */
function hourEnds(from: number, now: number): number[] {
  const hours = Math.floor((now - from) / hourMs);
  return [...Array.from({ length: hours }, (_, index) => from + (index + 1) * hourMs), now + 1];
}

/** Evaluates the stories at the end of each hour, and now. */
async function findByStories({ store, viewer, viewing, rule, now }: History, from: number, until: number) {
  const window = {
    from: Math.max(viewing.filter.from ?? 0, from),
    to: Math.min(viewing.filter.to ?? now + 1, now + 1),
  };
  const posted = await store.posts.listFirstPosts(viewer, withFilters(viewing, { ...window, until }));
  const stories = posted.map(({ at, count }): StoryArrivals => ({ at, count, since: at - 1 }));
  const findings: Finding[] = [];
  let [evaluated, fired] = [from - 1, from - 1];
  for (const end of hourEnds(from, now)) {
    const listAfter = async (time: number) => stories.filter(({ at }) => at > Math.max(time, fired) && at < end);
    const arrivals = stories.filter(({ at }) => at > evaluated && at < end);
    const found = await findStories(rule, { since: evaluated, arrivals }, listAfter);
    evaluated = end - 1;
    if (found === null) continue;
    fired = evaluated;
    findings.push({ at: end, until: evaluated, ...found, ...noWindow });
  }
  return findings;
}

async function findUnusual(history: History, condition: UnusualCondition, from: number, until: number) {
  const { store, viewer, viewing, rule, now, timeZone } = history;
  const to = startOfHour(now, timeZone);
  const window = { periodMs: periodMs[rule.period], from, to, after: from };
  const found = await findStored(store, { condition, viewer, viewing, least: rule.least, ...window, until, timeZone });
  const none = { reached: null, since: 0, until };
  return found.map(({ window, ...unusual }): Finding => ({ ...none, at: window.to, ...window, ...unusual }));
}

/** By the stored measures, of which the last one of each age is kept, and the times of edits and deletions. */
async function findByFacts(history: History, condition: FactCondition['condition'], from: number, until: number) {
  const { store, viewer, viewing, rule, now } = history;
  const rows = await store.posts.listFactRows(viewer, viewing, { condition, least: rule.least });
  return distinctReached(rows, condition)
    .filter(({ at }) => at >= from && at <= now)
    .map(({ at, ...reached }): Finding => {
      const end = Math.min(from + Math.ceil((at - from + 1) / hourMs) * hourMs, now + 1);
      return { ...noWindow, reached, at: end, since: 0, until, count: 1 };
    });
}

/** A finding at the end of an hour is sent with the slot that ends then. */
function leavesAt({ at, from }: Finding, { rule: { schedule }, now, timeZone }: History): number {
  if (schedule === 'now') return Math.min(at, now);
  return nextSlot(from === null ? at - 1 : at, schedule, timeZone);
}

/** The messages of the last 30 days, the oldest first. Quiet hours do not change what is sent. */
async function findHistory(history: History): Promise<HistoryMessage[]> {
  const { store, rule, now, timeZone } = history;
  const until = await store.alerts.newestArrival();
  const from = startOfHour(now - historyMs, timeZone) + hourMs;
  const { condition } = rule;
  const found = isFactCondition(condition)
    ? await findByFacts(history, condition, from, until)
    : isUnusualCondition(condition)
      ? await findUnusual(history, condition, from, until)
      : await findByStories(history, from, until);
  const due = Map.groupBy(found, (finding) => leavesAt(finding, history));
  return [...due]
    .filter(([at]) => at <= now)
    .map(([at, joint]) => {
      const findings = joint.reduce<Finding[]>((joined, next) => joinFindings(joined, next, rule.condition), []);
      return { at, findings, count: countOfFindings(findings) };
    });
}

const itemsMax = 20;

/** Null for several findings, because no single address shows their posts. */
function hrefOf(query: string, findings: readonly Finding[], until: number, timeZone: string): string | null {
  const [finding, ...others] = findings;
  if (finding === undefined || others.length > 0) return null;
  if (finding.from !== null || finding.reached !== null) return findingHref(query, finding, timeZone);
  const window = { from: finding.since + 1, to: finding.until + 1 };
  return findingHref(query, { ...finding, ...window, since: 0, until }, timeZone, { first: true });
}

export const historyCalls = [
  endpoint('GET', '/vknf/alerts/history', 'signed-in', {
    summary: 'What a rule on a view of the viewer would have sent in the last 30 days, the newest 20 messages first',
    query: historyQuery,
    reply: historyFields,
    handle: async ({ store, config, viewer, now, query: { viewId, ...rule } }) => {
      const rules = await store.alerts.rules(sharedAccountOf(viewer));
      const filters = await findQuery({ store }, viewer, viewId, rules);
      const timeZone = config.CONSOLE_TIME_ZONE;
      const viewing = storiesOfView(viewer, timeZone, filters);
      if (viewing === null)
        throw badRequest(searchTextError(parseViewQuery(filters).text) ?? undefined, { code: 'query-unreadable' });
      const messages = await findHistory({ store, viewer, viewing, rule, now, timeZone });
      const until = await store.alerts.newestArrival();
      return {
        messages: messages.length,
        posts: messages.reduce((sum, { count }) => sum + count, 0),
        items: messages
          .slice(-itemsMax)
          .reverse()
          .map(({ at, count, findings }) => ({
            at,
            count,
            usual: findings.at(-1)?.usual ?? null,
            href: hrefOf(filters, findings, until, timeZone),
          })),
      };
    },
  }),
];
