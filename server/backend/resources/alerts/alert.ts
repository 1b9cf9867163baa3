/** Rules, deliveries and links of Atom feeds: schemas and presentation. */
import * as v from 'valibot';
import { ruleFields } from '../../../../shared/api/alerts.ts';
import { twoDigits } from '../../../../shared/format.ts';
import * as messages from '../../../../shared/messages.ts';
import { mayReport } from '../../../../shared/roles.ts';
import {
  alertAddressMax,
  alertChannels,
  alertConditions,
  alertLeastMax,
  alertNameMax,
  alertPeriods,
  alertSchedules,
} from '../../../../shared/rules/alerts.ts';
import { findingHref } from '../../domain/alerts/findings.ts';
import { given, nameIn, queryId, queryInteger, requiredMessages, text } from '../../http/schema-fields.ts';
import { seenVersion } from '../../http/versioned.ts';
import { clientOf, type Identity, sharedAccountOf } from '../../rules/account.ts';
import type { AlertRule, RuleFields } from '../../rules/alerts/rule.ts';
import { presenterOf, replyOf } from '../../rules/reply-values.ts';
import type { Delivery } from '../../store/deliveries.ts';

const condition = nameIn(alertConditions);
const period = nameIn(alertPeriods);
const channel = nameIn(alertChannels);
const schedule = nameIn(alertSchedules);

const badLeast = messages.badAlertLeast(alertLeastMax);
const least = v.pipe(
  v.number(badLeast),
  v.integer(badLeast),
  v.minValue(1, badLeast),
  v.maxValue(alertLeastMax, badLeast),
);

/** `HH:MM`, or '' for none. */
const clock = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, messages.enterQuietTime));

/** Minutes since midnight; null for none. */
const quietTime = v.pipe(
  clock,
  v.transform((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return time === '' ? null : hours * 60 + minutes;
  }),
);

/**
 * `Least` is a number of stories, for `views` of views, for `ratio` of times. It and `Period` have no effect for conditions that do
 * not need them, and `Address` has none for the channel `atom`.
 */
const ruleEntries = {
  Name: v.pipe(text(alertNameMax), v.minLength(1, messages.enterTitle)),
  ViewID: v.pipe(v.number(messages.chooseView), v.integer(messages.chooseView), v.minValue(1, messages.chooseView)),
  Condition: condition,
  Least: least,
  Period: period,
  Channel: channel,
  Address: text(alertAddressMax),
  Schedule: schedule,
  QuietFrom: quietTime,
  QuietTo: quietTime,
};

export const ruleBody = v.object(
  {
    ...ruleEntries,
    Least: v.optional(least, 1),
    Period: v.optional(period, 'hour'),
    Address: v.optional(ruleEntries.Address, ''),
    Schedule: v.optional(schedule, 'now'),
    QuietFrom: v.optional(quietTime, ''),
    QuietTo: v.optional(quietTime, ''),
  },
  requiredMessages({ Name: messages.enterTitle, ViewID: messages.chooseView }),
);

type RuleBody = v.InferOutput<typeof ruleBody>;

/** Missing fields stay unchanged. */
export const ruleChange = v.object({ ...v.partial(v.object(ruleEntries)).entries, Version: seenVersion });

/** The given fields, with their names in the store. */
export function fieldsOf(body: RuleBody): RuleFields;
export function fieldsOf(body: Partial<RuleBody>): Partial<RuleFields>;
export function fieldsOf(body: Partial<RuleBody>): Partial<RuleFields> {
  return given({
    name: body.Name,
    viewId: body.ViewID,
    condition: body.Condition,
    least: body.Least,
    period: body.Period,
    channel: body.Channel,
    address: body.Address,
    schedule: body.Schedule,
    quietFrom: body.QuietFrom,
    quietTo: body.QuietTo,
  });
}

export const rulesReply = v.strictObject({
  rules: v.array(v.strictObject({ ...replyOf(ruleFields).entries, QuietFrom: clock, QuietTo: clock })),
  channels: v.array(channel),
  mailDomains: v.array(v.string()),
});
export const historyQuery = v.object({
  viewId: queryId,
  condition,
  least: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(alertLeastMax)), '1'),
  period: v.optional(period, 'hour'),
  schedule: v.optional(schedule, 'now'),
});
const toClock = (minutes: number | null): string =>
  minutes === null ? '' : `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

const presentRuleFields = presenterOf(ruleFields);

/** `address`: the part that the session may see. `atomPath`: null unless the channel is `atom`. */
export const presentRule = (rule: AlertRule, { address, atomPath }: { address: string; atomPath: string | null }) =>
  presentRuleFields({
    ...rule,
    id: rule.ruleId,
    address,
    quietFrom: toClock(rule.quietFrom),
    quietTo: toClock(rule.quietTo),
    atomPath,
  });

/** Only a single finding has an address that shows exactly its posts, and only for the account of the rule. */
function hrefOf({ account, findings, query }: Delivery, viewer: Identity, timeZone: string): string | null {
  const [finding, ...others] = findings;
  const isExact = finding !== undefined && others.length === 0 && account === sharedAccountOf(viewer);
  return isExact ? findingHref(query, finding, timeZone) : null;
}

/** A message is cancelled when nothing is left to report, or together with its rule. */
function errorOf({ state, kind, findings, error }: Delivery): string | null {
  if (state !== 'cancelled') return error;
  return kind === 'alert' && findings.length === 0 ? messages.postsGone : null;
}

export function toDeliveryFields(delivery: Delivery, viewer: Identity, timeZone: string) {
  return {
    ...delivery,
    id: delivery.deliveryId,
    at: delivery.endedAt ?? delivery.createdAt,
    rule: delivery.address === null ? delivery.ruleName : `Отчёт ${delivery.ruleName}`,
    address: mayReport(viewer) ? delivery.address : null,
    clientId: viewer.type === 'admin' ? clientOf(delivery.account) : null,
    trial: delivery.kind === 'trial',
    nextTry: delivery.state === 'waiting' ? delivery.dueAt : null,
    error: errorOf(delivery),
    href: hrefOf(delivery, viewer, timeZone),
  };
}
