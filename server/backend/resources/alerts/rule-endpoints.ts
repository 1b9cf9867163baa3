/** Calls of the capability `alerts` about rules. All users manage their own. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { savedFields, viewRulesFields } from '../../../../shared/api/alerts.ts';
import * as messages from '../../../../shared/messages.ts';
import { hasAddress } from '../../../../shared/rules/alert-form.ts';
import { channelAddresses } from '../../../../shared/rules/alerts.ts';
import { badRequest, forbidden, tooManyRequests } from '../../../platform/app-error.ts';
import { type Context, endpoint, existing, savedId } from '../../http/endpoint.ts';
import { idQuery } from '../../http/schema-fields.ts';
import { clientOf, type Identity, sharedAccountOf } from '../../rules/account.ts';
import type { AlertRule, SavedRuleFields } from '../../rules/alerts/rule.ts';
import { trialsMax } from '../../rules/alerts/rule.ts';
import { dueAt } from '../../rules/alerts/schedule.ts';
import type { Saved } from '../../store/page.ts';
import { findView } from '../views/view-scope.ts';
import { presentRule, type RuleBody, ruleBody, rulesReply } from './alert.ts';
import {
  configuredChannels,
  findTarget,
  isAdministrator,
  isWebhook,
  mailError,
  offeredChannels,
  SendError,
  shownAddress,
  shownPath,
} from './channels.ts';

type RuleContext = Pick<Context, 'config' | 'session'>;

const secretBytes = 32;

function checkQuiet({ QuietFrom: from, QuietTo: to }: RuleBody): void {
  if ((from === null) !== (to === null)) throw badRequest(messages.enterQuietTime);
  if (from !== null && from === to) throw badRequest(messages.quietAllDay);
}

function checkRecipient(address: string, domains: readonly string[]): void {
  const error = mailError(address, domains);
  if (error !== null) throw badRequest(error);
}

async function checkWebhook(address: string, { config, session }: RuleContext): Promise<void> {
  if (!isAdministrator(session)) throw forbidden(messages.webhookByAdministrator);
  try {
    await findTarget(address, config);
  } catch (error) {
    throw error instanceof SendError ? badRequest(error.message) : error;
  }
}

/** Does not check an unchanged address: it was checked when it was entered, and is checked again before each try. */
async function readAddress(context: RuleContext, { Channel, Address }: RuleBody, rule: AlertRule | null) {
  if (rule?.channel === Channel && [rule.address, shownAddress(rule, context.session)].includes(Address)) {
    return rule.address;
  }
  if (!configuredChannels(context.config).includes(Channel)) throw badRequest(messages.channelOff);
  if (!hasAddress(Channel)) return '';
  if (Address === '') throw badRequest(messages.enterAddress);
  if (isWebhook(Channel)) await checkWebhook(Address, context);
  else checkRecipient(Address, context.config.MAIL_DOMAINS);
  return Address;
}

/** `rule` is null for a new rule. A webhook gets a secret with each new address. */
async function readRule(context: RuleContext, body: RuleBody, rule: AlertRule | null): Promise<SavedRuleFields> {
  checkQuiet(body);
  const address = await readAddress(context, body, rule);
  const keeps = rule?.channel === body.Channel && rule.address === address;
  const secret = keeps ? rule.secret : randomBytes(secretBytes).toString('base64url');
  return {
    name: body.Name,
    viewId: body.ViewID,
    condition: body.Condition,
    least: body.Condition === 'every' ? 1 : body.Least,
    period: body.Period,
    channel: body.Channel,
    address,
    schedule: body.Schedule,
    quietFrom: body.QuietFrom,
    quietTo: body.QuietTo,
    secret: channelAddresses[body.Channel]?.signed ? secret : null,
  };
}

/** Throws a 404 for a rule of another account. */
async function findRule({ store }: Pick<Context, 'store'>, viewer: Identity, id: number): Promise<AlertRule> {
  return existing((await store.alerts.rules(sharedAccountOf(viewer))).find(({ ruleId }) => ruleId === id));
}

const ruleIdOf = (saved: Saved, max: number): number => savedId(saved, messages.ruleExists, messages.tooManyRules(max));

export const ruleCalls = [
  endpoint('GET', '/vknf/alerts/rules', 'signed-in', {
    summary: 'The viewer’s rules by name, the channels that the viewer may choose, and the only domains of recipients',
    reply: rulesReply,
    handle: async ({ store, config, session, viewer }) => {
      const account = sharedAccountOf(viewer);
      const [rules, feeds] = await Promise.all([store.alerts.rules(account), store.alerts.feeds(account)]);
      const feedOf = new Map(feeds.map((feed) => [feed.ruleId, feed]));
      const present = (rule: AlertRule) =>
        presentRule(rule, {
          address: shownAddress(rule, session),
          atomPath: shownPath(feedOf.get(rule.ruleId), session, config),
        });
      return {
        rules: rules.map(present),
        channels: offeredChannels(session, config),
        mailDomains: config.MAIL_DOMAINS,
      };
    },
  }),
  endpoint('GET', '/vknf/alerts/rules/view', 'signed-in', {
    summary:
      'Rules of alerts and of work on a view in the viewer’s list. A client gets the names of its own only, and the number of the others',
    query: idQuery,
    reply: viewRulesFields,
    handle: async ({ store, viewer, query: { id } }) => {
      const { viewId } = await findView({ store }, viewer, id);
      const rules = await store.alerts.rulesOfView(viewId);
      const ofWork = await store.workRules.ofView(viewId);
      const own = sharedAccountOf(viewer);
      const shown = rules.filter(({ account }) => viewer.type === 'admin' || account === own);
      return {
        rules: shown.map(({ name, account }) => ({ name, clientId: account === own ? null : clientOf(account) })),
        ofWork: ofWork.map(({ name, clientId }) => ({ name, clientId: viewer.type === 'admin' ? clientId : null })),
        others: rules.length - shown.length,
      };
    },
  }),
  endpoint('POST', '/vknf/alerts/rules/create', 'owner', {
    summary: 'Adds a rule on a view in the viewer’s list. Only administrators choose webhooks',
    body: ruleBody,
    reply: savedFields,
    status: 201,
    handle: async ({ store, config, session, viewer, by, now, body }) => {
      await findView({ store }, viewer, body.ViewID);
      const fields = await readRule({ config, session }, body, null);
      const max = config.LIMIT_RULES;
      const saved = await store.alerts.create({ ...fields, account: sharedAccountOf(viewer) }, now, by, max);
      return { id: ruleIdOf(saved, max), secret: fields.secret };
    },
  }),
  endpoint('POST', '/vknf/alerts/rules/update', 'owner', {
    summary: 'Changes all fields of a rule. A client keeps the address of a webhook as it was shown',
    query: idQuery,
    body: ruleBody,
    reply: savedFields,
    handle: async ({ store, config, session, viewer, by, now, query: { id }, body }) => {
      const rule = await findRule({ store }, viewer, id);
      // A rule of the client may use the view of another person.
      if (body.ViewID !== rule.viewId) await findView({ store }, viewer, body.ViewID);
      const fields = await readRule({ config, session }, body, rule);
      const saved = await store.alerts.update(rule, fields, now, by, dueAt(now, fields, config.CONSOLE_TIME_ZONE));
      const secret = fields.secret === rule.secret ? null : fields.secret;
      return { id: ruleIdOf(saved, config.LIMIT_RULES), secret };
    },
  }),
  endpoint('POST', '/vknf/alerts/rules/pause', 'owner', {
    summary: 'Pauses a rule and cancels its waiting messages, or resumes it',
    query: idQuery,
    body: v.object({ Paused: v.boolean() }),
    handle: async ({ store, viewer, by, now, query: { id }, body: { Paused: paused } }) =>
      store.alerts.setPaused(await findRule({ store }, viewer, id), paused, now, by),
  }),
  endpoint('POST', '/vknf/alerts/rules/delete', 'owner', {
    summary: 'Deletes a rule and cancels its waiting messages',
    query: idQuery,
    handle: async ({ store, viewer, by, now, query: { id } }) =>
      store.alerts.delete(await findRule({ store }, viewer, id), now, by),
  }),
  endpoint('POST', '/vknf/alerts/rules/trial', 'owner', {
    summary: 'Adds a trial message of a rule to the outbox',
    query: idQuery,
    handle: async ({ store, config, viewer, now, query: { id } }) => {
      const rule = await findRule({ store }, viewer, id);
      if (!configuredChannels(config).includes(rule.channel)) throw badRequest(messages.channelOff);
      if ((await store.alerts.addTrial(rule, now)) === null) throw tooManyRequests(messages.tooManyTrials(trialsMax));
    },
  }),
];
