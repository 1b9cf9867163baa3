/** A rule of alerts and what its evaluation finds. Times are milliseconds since 1970. */
import type { AlertChannel, AlertCondition, AlertPeriod, AlertSchedule } from '../../../../shared/rules/alerts.ts';

/** Minutes since midnight in the console's time zone. `from` may be later than `to`: the hours then span midnight. */
export type QuietHours = { from: number; to: number };

/** `least` is 1 for the condition `every`. `address` is '' for the channel `atom`. */
export type RuleFields = {
  name: string;
  viewId: number;
  condition: AlertCondition;
  least: number;
  period: AlertPeriod;
  channel: AlertChannel;
  address: string;
  schedule: AlertSchedule;
  quiet: QuietHours | null;
};

export type SavedRuleFields = RuleFields & { secret: string | null };

export type NewRule = SavedRuleFields & { account: string };

/**
 * `secret` signs the messages of a webhook. `evaluated`: all arrivals up to this number were evaluated. `fired`: the newest
 * arrival that a message of the condition `least` has reported. `firedHour`: the end of the newest window that the condition
 * `spike` has reported. A rule starts with the newest arrival and the time of its start.
 */
export type AlertRule = NewRule & {
  ruleId: number;
  paused: boolean;
  createdAt: number;
  view: { name: string; query: string };
  evaluated: number;
  fired: number;
  firedHour: number;
};

/**
 * Why a message is sent, and for which stories: those that are new to the view since `since` up to `until` and, for a spike, posted
 * from `from` until before `to`. `count` is their number. `usual`: the median of a spike's baseline.
 */
export type Finding = {
  at: number;
  since: number;
  until: number;
  count: number;
  from: number | null;
  to: number | null;
  usual: number | null;
};

/** What an evaluation changes of its rule. */
export type RuleProgress = Pick<AlertRule, 'evaluated' | 'fired' | 'firedHour'>;
