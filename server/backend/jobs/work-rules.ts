/** Applies work rules to the stories of new posts. Only one of several processes does it. */

import type { Logger } from 'pino';
import { minuteMs } from '../../../shared/durations.ts';
import * as messages from '../../../shared/messages.ts';
import type { WorkRuleFault } from '../../../shared/rules/work-rules.ts';
import type { Background } from '../../platform/background.ts';
import { storiesOfView } from '../domain/saved-filter.ts';
import type { WorkRule } from '../rules/work-rule.ts';
import { withFilters } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import { attemptEach, type JobOptions, startJob } from './background.ts';

export type RulesDeps = {
  store: Pick<Store, 'alerts' | 'posts' | 'workRules' | 'faultOf'>;
  timeZone: string;
  logger: Logger;
  now: () => number;
};

/**
 * The maximum numbers of arrivals in one step, and of stories that a rule changes in one transaction. Other writers get their
 * turn in between.
 */
const stepArrivals = 20_000;
const stepStories = 500;
/** A rule that fails this many times in a row is paused. */
const failuresMax = 3;

type ViewedRule = { rule: WorkRule; viewing: NonNullable<ReturnType<typeof storiesOfView>> };

/**
 * Returns the function that runs one round. Each client's rules are evaluated in their order, up to the same arrival.
 */
export function createRuleEvaluator({ store, timeZone, logger, now }: RulesDeps) {
  const failures = new Map<number, number>();

  async function pause(rule: WorkRule, fault: WorkRuleFault): Promise<void> {
    logger.warn({ ruleId: rule.ruleId, fault }, 'a rule of work was paused');
    const by = { who: messages.service, onBehalfOf: rule.clientId, address: '', at: now() };
    await store.workRules.pause(rule, fault, by);
  }
  async function viewRule(rule: WorkRule): Promise<ViewedRule[]> {
    const viewer = { type: 'client', clientId: rule.clientId } as const;
    const viewing = rule.query === null ? null : storiesOfView(viewer, timeZone, rule.query);
    const fault = rule.fault ?? (viewing === null ? 'view-unreadable' : null);
    if (fault !== null) await pause(rule, fault);
    return viewing === null || fault !== null ? [] : [{ rule, viewing }];
  }
  async function run(clientId: string, rules: readonly ViewedRule[], until: number): Promise<void> {
    if (rules.length === 0) return;
    const viewings = rules.map(({ rule: { evaluated: since }, viewing }) => withFilters(viewing, { since }));
    const lists = await store.posts.listArrivedStories({ type: 'client', clientId }, viewings, until);
    for (const [index, { rule }] of rules.entries()) {
      const stories = lists[index] ?? [];
      for (let start = 0; start < stories.length; start += stepStories) {
        await store.workRules.run(rule, stories.slice(start, start + stepStories), now());
      }
      failures.delete(rule.ruleId);
    }
  }
  /** A fault of the database does not pause a rule. */
  async function fail({ rule }: ViewedRule, error: unknown): Promise<void> {
    if (store.faultOf(error) !== null) throw error;
    logger.error({ err: error, ruleId: rule.ruleId }, 'a rule of work failed');
    const count = (failures.get(rule.ruleId) ?? 0) + 1;
    failures.set(rule.ruleId, count);
    if (count >= failuresMax) await pause(rule, 'failed');
  }

  return async (signal?: AbortSignal): Promise<void> => {
    const newest = await store.alerts.newestArrival();
    const rules = await store.workRules.due(newest);
    for (const [clientId, ofClient] of Map.groupBy(rules, (rule) => rule.clientId)) {
      if (signal?.aborted) return;
      const viewed: ViewedRule[] = [];
      for (const rule of ofClient) viewed.push(...(await viewRule(rule)));
      const until = Math.min(newest, stepArrivals + Math.min(...viewed.map(({ rule }) => rule.evaluated)));
      await attemptEach(viewed, (some) => run(clientId, some, until), fail);
      const done = viewed.map(({ rule: { ruleId } }) => ruleId).filter((ruleId) => !failures.has(ruleId));
      await store.workRules.advance(done, until);
    }
  };
}

/** Even two processes at once would change each story only once. */
const job = { name: 'work-rules', fault: 'rules of work failed', pauseMs: 5000, leaseMs: minuteMs / 2 } as const;

export function startWorkRules(options: JobOptions & Pick<RulesDeps, 'store' | 'timeZone'>): Background {
  const evaluate = createRuleEvaluator({ now: Date.now, ...options });
  return startJob(job, options, async ({ signal, hold }) => (await hold()) && evaluate(signal));
}
