/** Calls beyond the specified ones: alert rules. All users manage their own rules. */
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { savedFields, viewRulesFields } from '../../../../shared/api/alerts.ts';
import * as messages from '../../../../shared/messages.ts';
import { hasAddress } from '../../../../shared/rules/alert-form.ts';
import { channelAddresses } from '../../../../shared/rules/alerts.ts';
import { badRequest, forbidden, tooManyRequests } from '../../../platform/app-error.ts';
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
} from '../../domain/alerts/channels.ts';
import { findView } from '../../domain/saved-filter.ts';
import { onAccess } from '../../http/access.ts';
import { type Context, endpoint, existing, savedId } from '../../http/endpoint.ts';
import { idQuery } from '../../http/schema-fields.ts';
import { changeVersioned, hasAll, isVersion } from '../../http/versioned.ts';
import { accountOf, clientOf, type Identity, sharedAccountOf } from '../../rules/account.ts';
import type { AlertRule, RuleFields, SavedRuleFields } from '../../rules/alerts/rule.ts';
import { trialsMax } from '../../rules/alerts/rule.ts';
import { dueAt } from '../../rules/alerts/schedule.ts';
import type { Saved } from '../../store/page.ts';
import type { Resources } from '../../store/store.ts';
import { fieldsOf, presentRule, ruleBody, ruleChange, rulesReply } from './alert.ts';

type RuleContext = Pick<Context, 'config' | 'session'>;

const secretBytes = 32;

function checkQuiet({ quietFrom: from, quietTo: to }: RuleFields): void {
  if ((from === null) !== (to === null)) throw badRequest(messages.enterQuietTime);
  if (from !== null && from === to) throw badRequest(messages.quietAllDay);
}

function checkRecipient(address: string, domains: readonly string[]): void {
  const error = mailError(address, domains);
  if (error !== null) throw badRequest(error.message, error);
}

async function checkWebhook(address: string, { config, session }: RuleContext): Promise<void> {
  if (!isAdministrator(session)) throw forbidden(messages.webhookByAdministrator, { code: 'webhook-by-administrator' });
  try {
    await findTarget(address, config);
  } catch (error) {
    throw error instanceof SendError ? badRequest(error.message, error) : error;
  }
}

/** Does not check an unchanged address: it was checked when it was entered, and is checked again before each try. */
async function readAddress(context: RuleContext, { channel, address }: RuleFields, rule: AlertRule | null) {
  if (rule?.channel === channel && [rule.address, shownAddress(rule, context.session)].includes(address)) {
    return rule.address;
  }
  if (!configuredChannels(context.config).includes(channel))
    throw badRequest(messages.channelOff, { code: 'channel-off' });
  if (!hasAddress(channel)) return '';
  if (address === '') throw badRequest(messages.enterAddress);
  if (isWebhook(channel)) await checkWebhook(address, context);
  else checkRecipient(address, context.config.MAIL_DOMAINS);
  return address;
}

/** `rule` is null for a new rule. A webhook gets a secret with each new address. */
async function readRule(context: RuleContext, fields: RuleFields, rule: AlertRule | null): Promise<SavedRuleFields> {
  checkQuiet(fields);
  const address = await readAddress(context, fields, rule);
  const { channel, condition } = fields;
  const keeps = rule?.channel === channel && rule.address === address;
  const secret = keeps ? rule.secret : randomBytes(secretBytes).toString('base64url');
  return {
    ...fields,
    least: condition === 'every' ? 1 : fields.least,
    address,
    secret: channelAddresses[channel]?.signed ? secret : null,
  };
}

/** An address belongs to its channel. */
function changeRule(context: RuleContext, rule: AlertRule, change: Partial<RuleFields>): Promise<SavedRuleFields> {
  const { name, viewId, condition, least, period, channel, address, schedule, quietFrom, quietTo } = rule;
  const isKept = change.channel === undefined || change.channel === channel;
  const stored = { name, viewId, condition, least, period, channel, schedule, quietFrom, quietTo };
  return readRule(context, { ...stored, address: isKept ? address : '', ...change }, rule);
}

/** Throws a 404 for a rule of another account. */
async function findRule({ store }: Pick<Context, 'store'>, viewer: Identity, id: number): Promise<AlertRule> {
  return existing((await store.alerts.rules(sharedAccountOf(viewer))).find(({ ruleId }) => ruleId === id));
}

/** The rule in the format of the list. */
async function presentListed(resources: Resources, rule: AlertRule, { config, session }: RuleContext) {
  const feed = (await resources.alerts.feeds(rule.account)).find(({ ruleId }) => ruleId === rule.ruleId);
  return presentRule(rule, {
    address: shownAddress(rule, session),
    atomPath: shownPath(feed, session, config),
  });
}

const ruleIdOf = (saved: Saved, max: number): number =>
  savedId(saved, { message: messages.ruleExists, code: 'rule-exists' }, messages.tooManyRules(max));

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
      'Rules of alerts and of work, and reports, on a view in the viewer’s list. A client gets the names of its own only, and the ' +
      'number of the other rules of alerts',
    query: idQuery,
    reply: viewRulesFields,
    handle: async ({ store, viewer, query: { id } }) => {
      const { viewId } = await findView({ store }, viewer, id);
      const rules = await store.alerts.rulesOfView(viewId);
      const ofWork = await store.workRules.ofView(viewId);
      const own = sharedAccountOf(viewer);
      const reports = await store.reports.ofView(viewId);
      const isShown = ({ account }: { account: string }) => viewer.type === 'admin' || account === own;
      const toNamed = ({ name, account }: { name: string; account: string }) => ({
        name,
        clientId: account === own ? null : clientOf(account),
      });
      const shown = rules.filter(isShown);
      return {
        rules: shown.map(toNamed),
        reports: reports.filter(isShown).map(toNamed),
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
    onAccess: true,
    handle: async ({ viewer, body, ...context }) => {
      const { store, config, session, by, now } = context;
      await findView({ store }, viewer, body.ViewID);
      const fields = await readRule({ config, session }, fieldsOf(body), null);
      const max = config.LIMIT_RULES;
      const rule = { ...fields, account: sharedAccountOf(viewer) };
      const saved = await onAccess(context, [], ({ alerts }) => alerts.create(rule, now, by, max));
      return { id: ruleIdOf(saved, max), secret: fields.secret };
    },
  }),
  endpoint('POST', '/vknf/alerts/rules/update', 'owner', {
    summary:
      'Changes the given fields of a rule. A client keeps the address of a webhook as it was shown. With Version, 409 if the rule ' +
      'has another one: it was changed since',
    query: idQuery,
    body: ruleChange,
    reply: savedFields,
    onAccess: true,
    handle: async ({ query: { id }, body, ...context }) => {
      const { config, viewer, by, now } = context;
      const change = fieldsOf(body);
      const account = sharedAccountOf(viewer);
      const known = await findRule(context, viewer, id);
      // Outside the transaction, because it may look up the host of a webhook.
      const wanted = await changeRule(context, known, change);
      return onAccess(context, [], async (resources) => {
        // A view is locked before the rules that use it.
        const view = change.viewId === undefined ? null : await resources.views.lock(accountOf(viewer), change.viewId);
        const row = existing(await resources.alerts.lock(account, id));
        const fields = row.version === known.version ? wanted : await changeRule(context, row, change);
        // A rule of the client may use the view of another person.
        if (fields.viewId !== row.viewId) existing(view);
        const { before, after } = await changeVersioned(context, resources, {
          row,
          isDone: hasAll(fields),
          isSeen: isVersion(body.Version),
          present: (rule) => presentListed(resources, rule, context),
          async apply() {
            const saved = await resources.alerts.update(
              row,
              fields,
              now,
              by,
              dueAt(now, fields, config.CONSOLE_TIME_ZONE),
            );
            ruleIdOf(saved, config.LIMIT_RULES);
            return resources.alerts.lock(account, id);
          },
        });
        return { id, secret: after.secret === before.secret ? null : after.secret };
      });
    },
  }),
  endpoint('POST', '/vknf/alerts/rules/pause', 'owner', {
    summary: 'Pauses a rule and cancels its waiting messages, or resumes it',
    query: idQuery,
    body: v.object({ Paused: v.boolean() }),
    handle: async ({ store, viewer, by, now, query: { id }, body: { Paused: paused } }) =>
      existing(await store.alerts.setPaused(await findRule({ store }, viewer, id), paused, now, by)),
  }),
  endpoint('POST', '/vknf/alerts/rules/delete', 'owner', {
    summary: 'Deletes a rule and cancels its waiting messages',
    query: idQuery,
    handle: async ({ store, viewer, by, now, query: { id } }) =>
      existing(await store.alerts.delete(await findRule({ store }, viewer, id), now, by)),
  }),
  endpoint('POST', '/vknf/alerts/rules/trial', 'owner', {
    summary: 'Adds a trial message of a rule to the outbox',
    query: idQuery,
    handle: async ({ store, config, viewer, now, query: { id } }) => {
      await store.transaction(async ({ alerts }) => {
        const rule = existing(await alerts.lock(sharedAccountOf(viewer), id));
        if (!configuredChannels(config).includes(rule.channel))
          throw badRequest(messages.channelOff, { code: 'channel-off' });
        if ((await alerts.addTrial(rule, now)) === null) throw tooManyRequests(messages.tooManyTrials(trialsMax));
      });
    },
  }),
];
