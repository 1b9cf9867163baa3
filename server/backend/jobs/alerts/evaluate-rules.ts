/**
 * Evaluates the rules of all accounts whenever stories have arrived or an hour has ended, and adds the findings to the outbox.
 */
import type { Logger } from 'pino';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import {
  evaluateCounts,
  findReached,
  findStored,
  type NewStories,
  type RuleViewing,
  type WindowCounts,
} from '../../domain/alerts/evaluation.ts';
import { storiesOfView } from '../../domain/saved-filter.ts';
import { clientOf, viewerOf } from '../../rules/account.ts';
import { isFactCondition, isUnusualCondition } from '../../rules/alerts/conditions.ts';
import { type AlertRule, type Finding, periodMs, type RuleProgress } from '../../rules/alerts/rule.ts';
import { dueAt } from '../../rules/alerts/schedule.ts';
import { startOfHour } from '../../rules/days.ts';
import type { Settled } from '../../store/alerts.ts';
import type { Viewing } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';
import { attemptEach } from '../background.ts';

type EvaluatorDeps = {
  store: Pick<Store, 'alerts' | 'posts' | 'faultOf'>;
  timeZone: string;
  logger: Pick<Logger, 'error' | 'warn'>;
  now: () => number;
};

/** `hour`: the start of the current hour. `until`: the newest arrival that rules of the account may report. */
type Moment = { at: number; hour: number; until: number };
type MomentOf = (rule: AlertRule) => Moment;

type RuleState = {
  /** Stories up to this ID were evaluated. The stored ID may be lower, if nothing was found since. */
  evaluated: number;
  /** After a failed evaluation, the rule is skipped until this time. */
  restsUntil: number;
  /** The hour up to which spikes or silences were searched without a result; 0 after one or new arrivals. */
  unusualDone: number;
  /** The minute in which facts were searched last. `hasBegun`: the rule has marks. */
  factsDone: number;
  hasBegun: boolean;
  /** Counts of earlier weeks. `key` identifies their query. */
  baseline: { key: string; counts: WindowCounts } | null;
  /** Whether it was logged that the view cannot be read. */
  unreadable: boolean;
};

/** `states`: by rule ID. */
type Evaluation = EvaluatorDeps & { states: Map<number, RuleState> };

function stateOf({ states }: Evaluation, { ruleId }: AlertRule): RuleState {
  const state = states.get(ruleId) ?? {
    evaluated: 0,
    restsUntil: 0,
    unusualDone: 0,
    factsDone: 0,
    hasBegun: false,
    baseline: null,
    unreadable: false,
  };
  states.set(ruleId, state);
  return state;
}

/** The stored ID is the higher one after a change of the rule, which restarts it. */
const evaluatedOf = (evaluation: Evaluation, rule: AlertRule): number =>
  Math.max(rule.evaluated, stateOf(evaluation, rule).evaluated);

const isUnusualDue = (evaluation: Evaluation, rule: AlertRule, { hour }: Moment): boolean =>
  isUnusualCondition(rule.condition) && stateOf(evaluation, rule).unusualDone !== hour;

/** Null for a view that the feed would reject: its rule finds nothing. */
function viewingOfRule(evaluation: Evaluation, rule: AlertRule): Viewing | null {
  const viewing = storiesOfView(viewerOf(rule.account), evaluation.timeZone, rule.query);
  const state = stateOf(evaluation, rule);
  if (viewing === null && !state.unreadable) {
    evaluation.logger.warn({ ruleId: rule.ruleId }, 'the view of a rule cannot be read');
  }
  state.unreadable = viewing === null;
  return viewing;
}

/** A rule that changes during its evaluation does not advance; the next tick evaluates it again. */
const report = (
  { store: { alerts }, timeZone }: Evaluation,
  rule: AlertRule,
  progress: RuleProgress,
  finding: Finding,
): Promise<void> => alerts.advance(rule, progress, { finding, dueAt: dueAt(finding.at, rule, timeZone) });

/**
 * Progress without a finding is saved after this number of arrivals. The number varies by rule, so that few are saved at once.
 */
const unsavedArrivals = (ruleId: number): number => 5000 + (ruleId % 100) * 50;

async function settle(
  evaluation: Evaluation,
  { rule, since }: RuleViewing,
  found: NewStories | null,
  { at, until }: Moment,
): Promise<void> {
  const progress = { ...rule, evaluated: until };
  if (found !== null && !isUnusualCondition(rule.condition)) {
    if (rule.condition === 'least') progress.fired = until;
    const finding = { at, reached: null, until, ...found, from: null, to: null, usual: null };
    return report(evaluation, rule, progress, finding);
  }
  const state = stateOf(evaluation, rule);
  if (found !== null) state.unusualDone = 0;
  if (until - rule.evaluated > unsavedArrivals(rule.ruleId)) {
    await evaluation.store.alerts.advance(rule, progress, null);
  }
  state.evaluated = Math.max(since, until);
}

async function evaluateStories(evaluation: Evaluation, account: string, rules: readonly AlertRule[], moment: Moment) {
  const viewed = rules.flatMap((rule): RuleViewing[] => {
    const viewing = viewingOfRule(evaluation, rule);
    return viewing === null ? [] : [{ rule, viewing, since: evaluatedOf(evaluation, rule) }];
  });
  if (viewed.length === 0) return;
  const found = await evaluateCounts(evaluation.store, account, viewed, moment.until);
  for (const [index, one] of viewed.entries()) await settle(evaluation, one, found[index] ?? null, moment);
}

/** Only windows that ended within this time are searched for spikes and silences. */
const unusualMs = dayMs;

async function evaluateUnusual(evaluation: Evaluation, rule: AlertRule, { at, hour, until }: Moment): Promise<void> {
  const [{ condition }, viewing] = [rule, viewingOfRule(evaluation, rule)];
  if (!isUnusualCondition(condition) || viewing === null) return;
  const { store, timeZone } = evaluation;
  const state = stateOf(evaluation, rule);
  const length = periodMs[rule.period];
  const windows = { from: hour - unusualMs, to: hour, periodMs: length, after: rule.firedHour };
  const query = { condition, viewer: viewerOf(rule.account), viewing, least: rule.least, ...windows, until, timeZone };
  const key = `${hour} ${length} ${rule.query}`;
  const found = await findStored(store, query, async (read) => {
    if (state.baseline?.key !== key) state.baseline = { key, counts: await read() };
    return state.baseline.counts;
  });
  let advanced = rule;
  for (const { window, count, usual } of found) {
    const next = { ...advanced, firedHour: window.to };
    await report(evaluation, advanced, next, { at, reached: null, since: 0, until, count, ...window, usual });
    advanced = next;
  }
  state.unusualDone = found.length > 0 ? 0 : hour;
}

/** Facts change without arrivals, so that their rules are evaluated once a minute. */
const factsMs = minuteMs;

const areFactsDue = (evaluation: Evaluation, rule: AlertRule, { at }: Moment): boolean =>
  isFactCondition(rule.condition) && Math.floor(at / factsMs) > stateOf(evaluation, rule).factsDone;

async function evaluateFacts(evaluation: Evaluation, rule: AlertRule, { at, until }: Moment): Promise<void> {
  const [{ condition }, viewing] = [rule, viewingOfRule(evaluation, rule)];
  stateOf(evaluation, rule).factsDone = Math.floor(at / factsMs);
  if (!isFactCondition(condition) || viewing === null) return;
  const { store, timeZone } = evaluation;
  const { arrivals, rows } = await findReached(store, rule, viewing, condition);
  if (arrivals.length === 0 && stateOf(evaluation, rule).hasBegun) return;
  const due = dueAt(at, rule, timeZone);
  const found = rows.map(({ at: _, ...reached }) => ({
    finding: { at, reached, since: 0, until, count: 1, from: null, to: null, usual: null },
    dueAt: due,
  }));
  await store.alerts.reach(rule, arrivals, found);
  stateOf(evaluation, rule).hasBegun = true;
}

const restMs = minuteMs;
/** The time that a tick may spend on spikes, silences and facts. The remaining rules follow in the next one. */
const unusualLimitMs = 5000;

const isBehind = (evaluation: Evaluation, rule: AlertRule, { until }: Moment): boolean =>
  !isFactCondition(rule.condition) && evaluatedOf(evaluation, rule) < until;

async function evaluateAll(
  evaluation: Evaluation,
  rules: readonly AlertRule[],
  momentOf: MomentOf,
  signal?: AbortSignal,
): Promise<void> {
  /** A fault of the database is not a fault of the rule. */
  function onFault(rule: AlertRule, error: unknown): void {
    if (evaluation.store.faultOf(error) !== null) throw error;
    stateOf(evaluation, rule).restsUntil = momentOf(rule).at + restMs;
    evaluation.logger.error({ err: error, ruleId: rule.ruleId }, 'evaluation of a rule failed');
  }
  const behind = rules.filter((rule) => isBehind(evaluation, rule, momentOf(rule)));
  for (const [account, batch] of Map.groupBy(behind, (rule) => rule.account)) {
    if (signal?.aborted) return;
    const evaluate = (some: readonly AlertRule[]) =>
      some[0] ? evaluateStories(evaluation, account, some, momentOf(some[0])) : Promise.resolve();
    await attemptEach(batch, evaluate, onFault);
  }
  const end = performance.now() + unusualLimitMs;
  for (const rule of rules) {
    const moment = momentOf(rule);
    if (!isUnusualDue(evaluation, rule, moment)) continue;
    if (signal?.aborted || performance.now() > end) return;
    await attemptEach([rule], () => evaluateUnusual(evaluation, rule, moment), onFault);
  }
  for (const rule of rules) {
    const moment = momentOf(rule);
    if (!areFactsDue(evaluation, rule, moment)) continue;
    if (signal?.aborted || performance.now() > end) return;
    await attemptEach([rule], () => evaluateFacts(evaluation, rule, moment), onFault);
  }
}

/** A client's alert rules wait for its work rules, so that they see the changes of these. */
const untilOf = ({ newest, byClient }: Settled, { account }: AlertRule): number =>
  Math.min(newest, byClient.get(clientOf(account) ?? '') ?? newest);

/** Returns a function that must not run concurrently. After an abort, its next run does the rest. */
export function createEvaluator(deps: EvaluatorDeps) {
  const { store, timeZone, now } = deps;
  const evaluation: Evaluation = { ...deps, states: new Map() };
  const { states } = evaluation;
  /** The last hour and arrivals up to which nothing was left to evaluate. */
  let done = '';

  return async (signal?: AbortSignal): Promise<void> => {
    const at = now();
    const hour = startOfHour(at, timeZone);
    const settled = await store.alerts.settled();
    const key = JSON.stringify([Math.floor(at / factsMs), settled.newest, ...settled.byClient]);
    if (done === key) return;
    const momentOf = (rule: AlertRule): Moment => ({ at, hour, until: untilOf(settled, rule) });
    const rules = await store.alerts.activeRules();
    const ids = new Set(rules.map(({ ruleId }) => ruleId));
    for (const ruleId of states.keys()) if (!ids.has(ruleId)) states.delete(ruleId);
    const awake = rules.filter((rule) => stateOf(evaluation, rule).restsUntil <= at);
    await evaluateAll(evaluation, awake, momentOf, signal);
    const isOpen = (rule: AlertRule) =>
      [isBehind, isUnusualDue, areFactsDue].some((isDue) => isDue(evaluation, rule, momentOf(rule)));
    done = rules.some(isOpen) ? '' : key;
  };
}
