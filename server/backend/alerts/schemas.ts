/** Schemas of rules, deliveries and links of Atom feeds. */
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import {
  type AlertChannel,
  type AlertCondition,
  type AlertPeriod,
  type AlertSchedule,
  alertAddressMax,
  alertChannels,
  alertConditions,
  alertLeastMax,
  alertNameMax,
  alertPeriods,
  alertSchedules,
  type DeliveryState,
  deliveryStates,
} from '../../../shared/rules/alerts.ts';
import {
  limitAndOffset,
  nullableText,
  queryId,
  queryInteger,
  requiredMessages,
  text,
  time,
  total,
} from '../http/schema-fields.ts';

const integer = v.pipe(v.number(), v.integer());
const nameOf = <Name extends string>(names: Record<Name, string>) => v.picklist(Object.keys(names) as Name[]);
const condition = nameOf<AlertCondition>(alertConditions);
const period = nameOf<AlertPeriod>(alertPeriods);
const channel = nameOf<AlertChannel>(alertChannels);
const schedule = nameOf<AlertSchedule>(alertSchedules);

const badLeast = messages.badAlertLeast(alertLeastMax);
const least = v.pipe(
  v.number(badLeast),
  v.integer(badLeast),
  v.minValue(1, badLeast),
  v.maxValue(alertLeastMax, badLeast),
);

/** `HH:MM`, or '' for none. */
const clock = v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, messages.enterQuietTime));

/** `Least` and `Period` have no effect for the condition `every`, and `Address` has none for the channel `atom`. */
export const ruleBody = v.object(
  {
    Name: v.pipe(text(alertNameMax), v.minLength(1, messages.enterTitle)),
    ViewID: v.pipe(v.number(messages.chooseView), v.integer(messages.chooseView), v.minValue(1, messages.chooseView)),
    Condition: condition,
    Least: v.optional(least, 1),
    Period: v.optional(period, 'hour'),
    Channel: channel,
    Address: v.optional(text(alertAddressMax), ''),
    Schedule: v.optional(schedule, 'now'),
    QuietFrom: v.optional(clock, ''),
    QuietTo: v.optional(clock, ''),
  },
  requiredMessages({ Name: messages.enterTitle, ViewID: messages.chooseView }),
);
export type RuleBody = v.InferOutput<typeof ruleBody>;
export const pauseBody = v.object({ Paused: v.boolean() });
export const alertIdQuery = v.object({ id: queryId });

/** `View` and `Query` are those of the saved view. `AtomPath`: of the channel `atom`. */
const ruleReply = v.strictObject({
  RuleID: integer,
  Name: v.string(),
  ViewID: integer,
  View: v.string(),
  Query: v.string(),
  Condition: condition,
  Least: integer,
  Period: period,
  Channel: channel,
  Address: v.string(),
  Schedule: schedule,
  QuietFrom: clock,
  QuietTo: clock,
  Paused: v.boolean(),
  AtomPath: nullableText,
});
export type RuleReply = v.InferOutput<typeof ruleReply>;
export const rulesReply = v.strictObject({
  rules: v.array(ruleReply),
  channels: v.array(channel),
  mailDomains: v.array(v.string()),
});
/** `Secret` signs the messages of a new webhook address. No later reply has it. */
export const ruleSavedReply = v.strictObject({ RuleID: integer, Secret: nullableText });

export const deliveriesQuery = v.object(limitAndOffset(50));
/** `ClientID`: whose rule it is, for administrators. `Href` is a path of the console, without BASE_PATH. */
const deliveryReply = v.strictObject({
  DeliveryID: integer,
  At: time,
  Rule: v.string(),
  ClientID: nullableText,
  Channel: channel,
  State: nameOf<DeliveryState>(deliveryStates),
  Trial: v.boolean(),
  Count: integer,
  Tries: integer,
  NextTry: v.nullable(time),
  Error: nullableText,
  Href: nullableText,
});
export type DeliveryReply = v.InferOutput<typeof deliveryReply>;
export const deliveriesReply = v.strictObject({ deliveries: v.array(deliveryReply), total });

/** `Path` of the console, without BASE_PATH, with the token; null when it is revoked, or hidden in read-only sessions. */
const feedReply = v.strictObject({
  FeedID: integer,
  ViewID: v.nullable(integer),
  RuleID: v.nullable(integer),
  Title: v.string(),
  Path: v.nullable(v.string()),
  Revoked: v.boolean(),
  UsedAt: v.nullable(time),
});
export type FeedReply = v.InferOutput<typeof feedReply>;
export const feedsReply = v.strictObject({ feeds: v.array(feedReply) });

export const historyQuery = v.object({
  viewId: queryId,
  condition,
  least: v.optional(v.pipe(queryInteger, v.minValue(1), v.maxValue(alertLeastMax)), '1'),
  period: v.optional(period, 'hour'),
  schedule: v.optional(schedule, 'now'),
});
/** `Usual`: the median of a spike's baseline. `Href`: a path of the console, without BASE_PATH; null if none shows exactly the posts. */
export const historyReply = v.strictObject({
  Messages: integer,
  Posts: integer,
  items: v.array(v.strictObject({ At: time, Count: integer, Usual: v.nullable(v.number()), Href: nullableText })),
});
