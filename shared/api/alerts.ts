/**
 * API calls of our own backend: rules, their trial run on past posts, and the delivery log (docs/product/alerts.md).
 */
import { bodyOf, type FieldTable, pageReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Page, readKey, readList, readText } from '../read.ts';
import {
  type AlertChannel,
  alertChannels,
  alertConditions,
  alertPeriods,
  alertSchedules,
  deliveryStates,
} from '../rules/alerts.ts';
import { deliveriesPageSize } from '../rules/limits.ts';
import { type Call, change, get, post, withQuery } from './call.ts';
import { seenAs } from './versioned.ts';

/** The fields of the form. `quietFrom` and `quietTo` are `HH:MM` in the console's time zone, or '' without quiet hours. */
const enteredFields = {
  name: { api: 'Name', type: 'text', named: true },
  viewId: { api: 'ViewID', type: 'id' },
  condition: { api: 'Condition', type: { labels: alertConditions, strict: true } },
  least: { api: 'Least', type: 'id' },
  period: { api: 'Period', type: { labels: alertPeriods, strict: true } },
  channel: { api: 'Channel', type: { labels: alertChannels, strict: true } },
  address: { api: 'Address', type: 'text' },
  schedule: { api: 'Schedule', type: { labels: alertSchedules, strict: true } },
  quietFrom: { api: 'QuietFrom', type: 'text' },
  quietTo: { api: 'QuietTo', type: 'text' },
} as const satisfies FieldTable;

/** `view` is the name of the saved view, `query` its query string. `atomPath` is null unless the channel is `atom`. */
export const ruleFields = {
  ...enteredFields,
  id: { api: 'RuleID', type: 'id' },
  view: { api: 'View', type: 'text', named: true },
  query: { api: 'Query', type: 'text' },
  paused: { api: 'Paused', type: 'boolean' },
  atomPath: { api: 'AtomPath', type: 'nullable' },
  version: { api: 'Version', type: 'reference' },
} as const satisfies FieldTable;

export type AlertRuleFields = RowOf<typeof enteredFields>;
/** The names of the form's fields, in their order. */
export const alertFormFields = Object.keys(enteredFields) as (keyof AlertRuleFields)[];
export type AlertRule = RowOf<typeof ruleFields>;

/**
 * `channels`: the channels available to the viewer. `mailDomains`: the allowed domains of recipients; empty allows all.
 */
export type AlertRules = { rules: AlertRule[]; channels: AlertChannel[]; mailDomains: string[] };

/** `secret` signs the messages of a new webhook. No later reply contains it. */
export const savedFields = {
  id: { api: 'RuleID', type: 'id' },
  secret: { api: 'Secret', type: 'nullable' },
} as const satisfies FieldTable;

export type AlertRuleSaved = RowOf<typeof savedFields>;

export const readAlertRule = rowReader(ruleFields);

/** The viewer's own rules, by name. */
export const loadAlertRules = (): Call<AlertRules> =>
  get(
    '/vknf/alerts/rules',
    (reply) => ({
      rules: readList(reply, 'rules', readAlertRule),
      channels: readList(reply, 'channels', (name) => readKey(alertChannels, name)),
      mailDomains: readList(reply, 'mailDomains', readText),
    }),
    messages.loadAlerts,
  );

const viewRules = {
  rows: { name: { api: 'Name', type: 'text', named: true }, clientId: { api: 'ClientID', type: 'nullable' } },
} as const;

/**
 * `rules`, `ofWork` and `reports`: the alert rules, the work rules and the reports that use the view; `clientId` is their owner, null
 * for the viewer.
 * `others` counts the alert rules whose names the viewer may not see.
 */
export const viewRulesFields = {
  rules: { api: 'rules', type: viewRules },
  ofWork: { api: 'OfWork', type: viewRules },
  reports: { api: 'Reports', type: viewRules },
  others: { api: 'Others', type: 'count' },
} as const satisfies ReplyTable;

/** The rules that use a view of the viewer's list. */
export const loadRulesOfView = (id: number): Call<RowOf<typeof viewRulesFields>> =>
  get(withQuery('/vknf/alerts/rules/view', { id }), rowReader(viewRulesFields), messages.loadAlerts);

export const createAlertRule = (fields: AlertRuleFields): Call<AlertRuleSaved> =>
  post('/vknf/alerts/rules/create', bodyOf(enteredFields, fields), rowReader(savedFields), messages.saveAlertRule);

/** Missing fields stay unchanged. The reply has a new secret if the webhook's address changed. */
export const updateAlertRule = (
  id: number,
  fields: Partial<AlertRuleFields>,
  version: number | null,
): Call<AlertRuleSaved> =>
  post(
    withQuery('/vknf/alerts/rules/update', { id }),
    { ...bodyOf(enteredFields, fields), ...seenAs(version) },
    rowReader(savedFields),
    messages.saveAlertRule,
  );

export const pauseAlertRule = (id: number, paused: boolean) =>
  change(withQuery('/vknf/alerts/rules/pause', { id }), messages.saveAlertRule, { Paused: paused });

export const deleteAlertRule = (id: number) =>
  change(withQuery('/vknf/alerts/rules/delete', { id }), messages.deleteAlertRule);

/** Queues a trial message. */
export const sendAlertTrial = (id: number) =>
  change(withQuery('/vknf/alerts/rules/trial', { id }), messages.sendAlertTrial);

/** `usual`: the baseline of a spike. `href` is null if no address shows exactly the posts. */
const historyItemFields = {
  at: { api: 'At', type: 'moment' },
  count: { api: 'Count', type: 'id' },
  usual: { api: 'Usual', type: 'figure' },
  href: { api: 'Href', type: 'nullable' },
} as const satisfies ReplyTable;

/** Totals of the messages that a rule would have sent in 30 days, and the newest 20 of them. */
export const historyFields = {
  messages: { api: 'Messages', type: 'id' },
  posts: { api: 'Posts', type: 'id' },
  items: { api: 'items', type: { rows: historyItemFields } },
} as const satisfies ReplyTable;

export type AlertHistory = RowOf<typeof historyFields>;

/** The messages that a rule with these fields would have sent in the last 30 days. */
export const loadAlertHistory = ({
  viewId,
  condition,
  least,
  period,
  schedule,
}: Pick<AlertRuleFields, 'viewId' | 'condition' | 'least' | 'period' | 'schedule'>): Call<AlertHistory> =>
  get(
    withQuery('/vknf/alerts/history', { viewId, condition, least, period, schedule }),
    rowReader(historyFields),
    messages.loadAlertHistory,
  );

/**
 * `rule`: the name of the rule, or «Отчёт …». `address`: the recipient of a report, for those who make reports. `skipped`: the
 * missed dates of a report that the message replaces; null for a rule. `clientId`: the owner
 * of the rule, for administrators; null for their own. `error`: the reason of the last failed attempt.
 * `href`: the path of the feed with exactly the posts of the message, without BASE_PATH; null for a trial, for several
 * findings, which no single address shows, and for the rule of another account.
 */
export const deliveryFields = {
  id: { api: 'DeliveryID', type: 'id' },
  at: { api: 'At', type: 'time' },
  rule: { api: 'Rule', type: 'text', named: true },
  address: { api: 'Address', type: 'plain' },
  skipped: { api: 'Skipped', type: 'figure' },
  clientId: { api: 'ClientID', type: 'nullable' },
  channel: { api: 'Channel', type: { labels: alertChannels, strict: true } },
  state: { api: 'State', type: { labels: deliveryStates, strict: true } },
  trial: { api: 'Trial', type: 'boolean' },
  count: { api: 'Count', type: 'id' },
  tries: { api: 'Tries', type: 'id' },
  nextTry: { api: 'NextTry', type: 'time' },
  error: { api: 'Error', type: 'nullable' },
  href: { api: 'Href', type: 'nullable' },
} as const satisfies ReplyTable;

export type AlertDelivery = RowOf<typeof deliveryFields>;

/** Newest first: the viewer's own deliveries; administrators get the deliveries of all accounts. */
export const loadDeliveries = (offset: number): Call<Page<AlertDelivery>> =>
  get(
    withQuery('/vknf/alerts/deliveries', { offset, limit: deliveriesPageSize }),
    pageReader('deliveries', deliveryFields),
    messages.loadAlerts,
  );
