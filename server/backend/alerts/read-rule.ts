/** Checks the input of a rule against the settings and the person's permissions. */
import { randomBytes } from 'node:crypto';
import * as messages from '../../../shared/messages.ts';
import { recipientError } from '../../../shared/rules/alert-form.ts';
import { badRequest, forbidden } from '../../platform/app-error.ts';
import type { Context } from '../http/endpoint.ts';
import type { AlertRule, QuietHours, SavedRuleFields } from '../rules/alerts/rule.ts';
import { configuredChannels, isAdministrator, isWebhook, shownAddress } from './rule-access.ts';
import type { RuleBody } from './schemas.ts';
import { findTarget, SendError } from './webhook-target.ts';

type RuleContext = Pick<Context, 'config' | 'session'>;

const secretBytes = 32;

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

function readQuiet({ QuietFrom: from, QuietTo: to }: RuleBody): QuietHours | null {
  if (from === '' && to === '') return null;
  if (from === '' || to === '') throw badRequest(messages.enterQuietTime);
  if (from === to) throw badRequest(messages.quietAllDay);
  return { from: minutesOf(from), to: minutesOf(to) };
}

function checkRecipient(address: string, domains: readonly string[]): void {
  const error = recipientError(address);
  if (error !== null) throw badRequest(error);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) throw badRequest(messages.mailDomainForbidden(domains));
}

async function checkWebhook(address: string, { config, session }: RuleContext): Promise<void> {
  if (!isAdministrator(session)) throw forbidden(messages.webhookByAdministrator);
  try {
    await findTarget(address, config.WEBHOOK_ALLOW);
  } catch (error) {
    throw error instanceof SendError ? badRequest(error.message) : error;
  }
}

/** An address that is kept was checked when it was entered, and is checked again before each try. */
async function readAddress(
  context: RuleContext,
  { Channel, Address }: RuleBody,
  rule: AlertRule | null,
): Promise<string> {
  if (rule?.channel === Channel && [rule.address, shownAddress(rule, context.session)].includes(Address)) {
    return rule.address;
  }
  if (!configuredChannels(context.config).includes(Channel)) throw badRequest(messages.channelOff);
  if (Channel === 'atom') return '';
  if (Address === '') throw badRequest(messages.enterAddress);
  if (isWebhook(Channel)) await checkWebhook(Address, context);
  else checkRecipient(Address, context.config.MAIL_DOMAINS);
  return Address;
}

/** `rule` is null for a new one. A webhook gets a secret with each new address. */
export async function readRule(context: RuleContext, body: RuleBody, rule: AlertRule | null): Promise<SavedRuleFields> {
  const quiet = readQuiet(body);
  const address = await readAddress(context, body, rule);
  const keeps = rule?.channel === 'webhook' && rule.address === address;
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
    quiet,
    secret: body.Channel === 'webhook' ? secret : null,
  };
}
