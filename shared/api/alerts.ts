/** API calls for alert rules, with the capability `alerts` (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import {
  type AlertChannel,
  type AlertCondition,
  type AlertPeriod,
  type AlertSchedule,
  alertChannels,
  alertConditions,
  alertPeriods,
  alertSchedules,
} from '../rules/alerts.ts';
import { type Call, get, post, withQuery } from './call.ts';
import { readBoolean, readList, readNothing, readNullable, readNumber, readObject, readText } from './read.ts';
import { readKey } from './read-key.ts';

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
