/** API calls of the capability `alerts`: rules, their trial on history, and the log of deliveries (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import {
  readBoolean,
  readKey,
  readList,
  readNothing,
  readNullable,
  readNumber,
  readObject,
  readText,
  readTime,
  readTotal,
} from '../read.ts';
import {
  type AlertChannel,
  type AlertCondition,
  type AlertPeriod,
  type AlertSchedule,
  alertChannels,
  alertConditions,
  alertPeriods,
  alertSchedules,
  type DeliveryState,
  deliveryStates,
} from '../rules/alerts.ts';
import { deliveriesPageSize } from '../rules/limits.ts';
import { type Call, get, post, withQuery } from './call.ts';

/** What a person enters. `quietFrom` and `quietTo` are `HH:MM` in the console's time zone; '' without quiet hours. */
export type AlertRuleFields = {
  name: string;
  viewId: number;
  condition: AlertCondition;
  least: number;
  period: AlertPeriod;
  channel: AlertChannel;
  address: string;
  schedule: AlertSchedule;
  quietFrom: string;
  quietTo: string;
};

/** `view` is the name of the saved view, `query` its query string. `atomPath`: of the channel `atom`. */
export type AlertRule = AlertRuleFields & {
  id: number;
  view: string;
  query: string;
  paused: boolean;
  atomPath: string | null;
};

/**
 * `channels`: those that the viewer may choose now. `mailDomains`: the only domains of recipients; empty allows all.
 */
export type AlertRules = { rules: AlertRule[]; channels: AlertChannel[]; mailDomains: string[] };

function readRule(raw: unknown): AlertRule {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.RuleID),
    name: readText(fields.Name),
    viewId: readNumber(fields.ViewID),
    view: readText(fields.View),
    query: readText(fields.Query),
    condition: readKey(alertConditions, fields.Condition),
    least: readNumber(fields.Least),
    period: readKey(alertPeriods, fields.Period),
    channel: readKey(alertChannels, fields.Channel),
    address: readText(fields.Address),
    schedule: readKey(alertSchedules, fields.Schedule),
    quietFrom: readText(fields.QuietFrom),
    quietTo: readText(fields.QuietTo),
    paused: readBoolean(fields.Paused),
    atomPath: readNullable(fields.AtomPath),
  };
}

const bodyOf = (fields: AlertRuleFields) => ({
  Name: fields.name,
  ViewID: fields.viewId,
  Condition: fields.condition,
  Least: fields.least,
  Period: fields.period,
  Channel: fields.channel,
  Address: fields.address,
  Schedule: fields.schedule,
  QuietFrom: fields.quietFrom,
  QuietTo: fields.quietTo,
});

/** `secret` signs the messages of a new webhook. It is in no later reply. */
export type AlertRuleSaved = { id: number; secret: string | null };

function readSaved(reply: unknown): AlertRuleSaved {
  const fields = readObject(reply);
  return { id: readNumber(fields.RuleID), secret: readNullable(fields.Secret) };
}

/** The viewer's own rules, by name. */
export const loadAlertRules = (): Call<AlertRules> =>
  get(
    '/vknf/alerts/rules',
    (reply) => ({
      rules: readList(reply, 'rules', readRule),
      channels: readList(reply, 'channels', (name) => readKey(alertChannels, name)),
      mailDomains: readList(reply, 'mailDomains', readText),
    }),
    messages.loadAlerts,
  );

export const createAlertRule = (fields: AlertRuleFields): Call<AlertRuleSaved> =>
  post('/vknf/alerts/rules/create', bodyOf(fields), readSaved, messages.saveAlertRule);

/** Answers with a secret when the webhook's address has changed. */
export const updateAlertRule = (id: number, fields: AlertRuleFields): Call<AlertRuleSaved> =>
  post(withQuery('/vknf/alerts/rules/update', { id }), bodyOf(fields), readSaved, messages.saveAlertRule);

export const pauseAlertRule = (id: number, paused: boolean): Call<null> =>
  post(withQuery('/vknf/alerts/rules/pause', { id }), { Paused: paused }, readNothing, messages.saveAlertRule);

export const deleteAlertRule = (id: number): Call<null> =>
  post(withQuery('/vknf/alerts/rules/delete', { id }), undefined, readNothing, messages.deleteAlertRule);

/** Adds a trial message to the outbox. */
export const sendAlertTrial = (id: number): Call<null> =>
  post(withQuery('/vknf/alerts/rules/trial', { id }), undefined, readNothing, messages.sendAlertTrial);

/** What a rule would have sent in 30 days. `usual`: what a spike is compared with. */
export type AlertHistory = {
  messages: number;
  posts: number;
  /** The newest 20. `href` is null if no address shows exactly the posts. */
  items: { at: string | null; count: number; usual: number | null; href: string | null }[];
};

/** What a rule with these fields would have sent in the last 30 days. */
export const loadAlertHistory = ({
  viewId,
  condition,
  least,
  period,
  schedule,
}: Pick<AlertRuleFields, 'viewId' | 'condition' | 'least' | 'period' | 'schedule'>): Call<AlertHistory> =>
  get(
    withQuery('/vknf/alerts/history', { viewId, condition, least, period, schedule }),
    (reply) => {
      const fields = readObject(reply);
      return {
        messages: readNumber(fields.Messages),
        posts: readNumber(fields.Posts),
        items: readList(reply, 'items', (raw) => {
          const item = readObject(raw);
          return {
            at: readTime(item.At),
            count: readNumber(item.Count),
            usual: item.Usual === null ? null : readNumber(item.Usual),
            href: readNullable(item.Href),
          };
        }),
      };
    },
    messages.loadAlertHistory,
  );

/**
 * `error`: the reason of the last failed try. `href`: the feed with exactly the posts of the message; null for a trial, for
 * several findings, which no single address shows, and for the rule of another account.
 */
export type AlertDelivery = {
  id: number;
  at: string | null;
  rule: string;
  /** Whose rule it is, for administrators: a client's ID, or null for an administrator's own. */
  clientId: string | null;
  channel: AlertChannel;
  state: DeliveryState;
  trial: boolean;
  count: number;
  tries: number;
  nextTry: string | null;
  error: string | null;
  href: string | null;
};

function readDelivery(raw: unknown): AlertDelivery {
  const fields = readObject(raw);
  return {
    id: readNumber(fields.DeliveryID),
    at: readTime(fields.At),
    rule: readText(fields.Rule),
    clientId: readNullable(fields.ClientID),
    channel: readKey(alertChannels, fields.Channel),
    state: readKey(deliveryStates, fields.State),
    trial: readBoolean(fields.Trial),
    count: readNumber(fields.Count),
    tries: readNumber(fields.Tries),
    nextTry: readTime(fields.NextTry),
    error: readNullable(fields.Error),
    href: readNullable(fields.Href),
  };
}

export type DeliveriesPage = { deliveries: AlertDelivery[]; total: number };

/** The newest first: the viewer's own; administrators get those of all accounts. */
export const loadDeliveries = (offset: number): Call<DeliveriesPage> =>
  get(
    withQuery('/vknf/alerts/deliveries', { offset, limit: deliveriesPageSize }),
    (reply) => ({ deliveries: readList(reply, 'deliveries', readDelivery), total: readTotal(reply, -1) }),
    messages.loadAlerts,
  );
