/** Evaluates rules up to a moment, and adds what is found to the outbox. */
import type { Logger } from 'pino';
import { dayMs } from '../../../platform/durations.ts';
import {
  evaluateCounts,
  findStoredSpikes,
  type NewStories,
  type RuleScope,
  type WindowCounts,
} from '../../resources/alerts/evaluation.ts';
import { storiesOfView } from '../../resources/views/view-scope.ts';
import { viewerOf } from '../../rules/account.ts';
import type { AlertRule, Finding, RuleProgress } from '../../rules/alerts/rule.ts';
import { periodMs } from '../../rules/alerts/rule.ts';
import { dueAt } from '../../rules/alerts/schedule.ts';
import type { PostScope } from '../../store/posts-store.ts';
import type { Store } from '../../store/store.ts';

export type EvaluationDeps = {
  store: Pick<Store, 'alerts' | 'posts'>;
  timeZone: string;
  logger: Pick<Logger, 'error' | 'warn'>;
};

/** `hour`: the start of the current hour. `until`: the newest arrival. */
export type Moment = { at: number; hour: number; until: number };

/** Progress without a finding is saved after this number of arrivals. The rules differ, so that few are saved at once. */
const unsavedArrivals = (ruleId: number): number => 5000 + (ruleId % 100) * 50;

/** Spikes are looked for in windows that ended within this time. */
const spikesMs = dayMs;

export type Evaluation = EvaluationDeps & { states: RuleStates };

/** Null for a view that the feed would reject: its rule finds nothing. */
function scopeOf({ states, timeZone, logger }: Evaluation, rule: AlertRule): PostScope | null {
  const scope = storiesOfView(viewerOf(rule.account), timeZone, rule.view.query);
  const state = states.stateOf(rule);
  if (scope === null && !state.unreadable) logger.warn({ ruleId: rule.ruleId }, 'the view of a rule cannot be read');
  state.unreadable = scope === null;
  return scope;
}

/** A rule that changes meanwhile does not advance; the next tick evaluates it again. */
const report = (
  { store: { alerts }, timeZone }: Evaluation,
  rule: AlertRule,
  progress: RuleProgress,
  finding: Finding,
): Promise<void> => alerts.advance(rule, progress, { finding, dueAt: dueAt(finding.at, rule, timeZone) });

async function settle(
  evaluation: Evaluation,
  { rule, since }: RuleScope,
  found: NewStories | null,
  { at, until }: Moment,
): Promise<void> {
  const { evaluated, fired, firedHour } = rule;
  const state = evaluation.states.stateOf(rule);
  if (found !== null && rule.condition !== 'spike') {
    const progress = { evaluated: until, fired: rule.condition === 'least' ? until : fired, firedHour };
    return report(evaluation, rule, progress, { at, until, ...found, from: null, to: null, usual: null });
  }
  if (found !== null) state.spikeDue = true;
  if (until - evaluated > unsavedArrivals(rule.ruleId)) {
    await evaluation.store.alerts.advance(rule, { evaluated: until, fired, firedHour }, null);
  }
  state.evaluated = Math.max(since, until);
}

export async function evaluateStories(
  evaluation: Evaluation,
  account: string,
  rules: readonly AlertRule[],
  moment: Moment,
): Promise<void> {
  const scoped = rules.flatMap((rule): RuleScope[] => {
    const scope = scopeOf(evaluation, rule);
    return scope === null ? [] : [{ rule, scope, since: evaluation.states.evaluatedOf(rule) }];
  });
  if (scoped.length === 0) return;
  const found = await evaluateCounts(evaluation.store, account, scoped, moment.until);
  for (const [index, one] of scoped.entries()) await settle(evaluation, one, found[index] ?? null, moment);
}

export async function evaluateSpikes(
  evaluation: Evaluation,
  rule: AlertRule,
  { at, hour, until }: Moment,
): Promise<void> {
  const scope = scopeOf(evaluation, rule);
  if (scope === null) return;
  const { store, states, timeZone } = evaluation;
  const state = states.stateOf(rule);
  const viewer = viewerOf(rule.account);
  const length = periodMs[rule.period];
  const windows = { from: hour - spikesMs, to: hour, periodMs: length, after: rule.firedHour };
  const query = { viewer, scope, least: rule.least, ...windows, until, timeZone };
  const key = `${hour} ${length} ${rule.viewId}`;
  const spikes = await findStoredSpikes(store, query, async (read) => {
    if (state.baseline?.key !== key) state.baseline = { key, counts: await read() };
    return state.baseline.counts;
  });
  let advanced = rule;
  for (const { window, count, usual } of spikes) {
    const progress = { evaluated: advanced.evaluated, fired: advanced.fired, firedHour: window.to };
    await report(evaluation, advanced, progress, { at, since: 0, until, count, ...window, usual });
    advanced = { ...advanced, ...progress };
  }
  state.spikeDue = spikes.length > 0;
}

type RuleState = {
  /** The stories up to this ID were evaluated. The database may have an older one when nothing was found since. */
  evaluated: number;
  /** The evaluation failed; the rule is left out until then. */
  restsUntil: number;
  /** Posts arrived or an hour has ended since the last look for spikes. */
  spikeDue: boolean;
  /** The counts of earlier weeks, and for what they were read. */
  baseline: { key: string; counts: WindowCounts } | null;
  /** It was logged that the view cannot be read. */
  unreadable: boolean;
};

export function createRuleStates() {
  const states = new Map<number, RuleState>();

  function stateOf({ ruleId }: AlertRule): RuleState {
    const known = states.get(ruleId);
    if (known) return known;
    const state = { evaluated: 0, restsUntil: 0, spikeDue: true, baseline: null, unreadable: false };
    states.set(ruleId, state);
    return state;
  }
  return {
    stateOf,
    /** A rule that has changed starts with a newer story. */
    evaluatedOf: (rule: AlertRule): number => Math.max(rule.evaluated, stateOf(rule).evaluated),
    forgetOthers(rules: readonly AlertRule[]): void {
      const ids = new Set(rules.map(({ ruleId }) => ruleId));
      for (const ruleId of states.keys()) if (!ids.has(ruleId)) states.delete(ruleId);
    },
  };
}

export type RuleStates = ReturnType<typeof createRuleStates>;
