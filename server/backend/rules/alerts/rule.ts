/** An alert rule, and the findings of its evaluation. Times are milliseconds since 1970. */

import { dayMs, hourMs } from '../../../../shared/durations.ts';
import type { AlertChannel, AlertCondition, AlertPeriod, AlertSchedule } from '../../../../shared/rules/alerts.ts';
import type { Versioned } from '../versioned.ts';

/**
 * `least` is 1 for the condition `every`. `address` is '' for the channel `atom`. Quiet hours are minutes since midnight in the
 * console's time zone; they span midnight when `quietFrom` is later than `quietTo`.
 */
export type RuleFields = {
  name: string;
  viewId: number;
  condition: AlertCondition;
  least: number;
  period: AlertPeriod;
  channel: AlertChannel;
  address: string;
  schedule: AlertSchedule;
  quietFrom: number | null;
  quietTo: number | null;
};

export type SavedRuleFields = RuleFields & { secret: string | null };

export type NewRule = SavedRuleFields & { account: string };

/**
 * `view` is the name of the saved view, `query` its query string. `secret` signs the messages of a webhook. `evaluated`: all
 * arrivals up to this number were evaluated. `fired`: the newest arrival that a message of the condition `least` has reported.
 * `firedHour`: the end of the newest window that the condition `spike` has reported. A new rule starts with the newest arrival
 * and the current time.
 */
export type AlertRule = NewRule &
  Versioned & {
    ruleId: number;
    paused: boolean;
    createdAt: number;
    view: string;
    query: string;
    evaluated: number;
    fired: number;
    firedHour: number;
  };

/** A story that has reached the views or the ratio of the rule, or a post that was edited or deleted. */
export type ReachedFact = { storyId: number; ownerId: number; postId: number };

/**
 * The reason of a message: the stories that are new to the view since `since` up to `until` and, for a spike, were posted from
 * `from` until before `to`. `count` is their number. `usual`: the median of a spike's baseline.
 */
export type Finding = {
  at: number;
  /** Of a condition on facts; null for the others. */
  reached: ReachedFact | null;
  since: number;
  until: number;
  count: number;
  from: number | null;
  to: number | null;
  usual: number | null;
};

/** The fields of a rule that an evaluation changes. */
export type RuleProgress = Pick<AlertRule, 'evaluated' | 'fired' | 'firedHour'>;

/** As evaluated: a spike has at least twice the usual number. */
export const isSilence = ({ count, usual }: Finding): boolean => usual !== null && count < usual;

const isRange = ({ from, to, reached }: Finding): boolean => from === null && to === null && reached === null;

/**
 * Appends a finding. Ranges of stories that follow each other become one, so that a message that waits for a week stays small.
 * With the condition `every`, the stories between two ranges are of other views, and the ranges become one too.
 */
export function joinFindings(findings: readonly Finding[], next: Finding, condition: AlertCondition): Finding[] {
  const last = findings.at(-1);
  if (last === undefined || !isRange(last) || !isRange(next)) return [...findings, next];
  if (condition !== 'every' && last.until !== next.since) return [...findings, next];
  return [...findings.slice(0, -1), { ...next, since: last.since, count: last.count + next.count }];
}

export const countOfFindings = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { count }) => sum + count, 0);

export const periodMs: Record<AlertPeriod, number> = { hour: hourMs, day: dayMs, week: 7 * dayMs };

export const trialsMax = 20;
export const trialsPeriodMs = hourMs;

/** The account of the marks that say which rows the rule knows. */
export const marksOfRule = (ruleId: number): string => `rule:${ruleId}`;
