/** The channels `webhook` and `chat`: signed requests to addresses of WEBHOOK_ALLOW. */
import { createHmac } from 'node:crypto';
import * as messages from '../../../../shared/messages.ts';
import type { AllowList } from '../../../platform/allow-list.ts';
import { findTarget, SendError } from '../../alerts/webhook-target.ts';
import type { Channel } from './channel.ts';
import { postJson } from './post-json.ts';

/** Statuses of clients' faults that may end by themselves. */
const temporary = new Set([408, 425, 429]);

/** The headers that prove the origin of a body. `now` in milliseconds. */
function signatureHeaders(secret: string, body: string, now: number): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { 'x-ldvk-timestamp': timestamp, 'x-ldvk-signature': `sha256=${mac}` };
}

function checkStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  const permanent = status >= 400 && status < 500 && !temporary.has(status);
  throw new SendError(messages.webhookStatus(status), { permanent });
}

export const createWebhookSender =
  (allowed: AllowList, now: () => number): Channel['send'] =>
  async ({ key, rule: { address, secret } }, content, signal) => {
    const target = await findTarget(address, allowed);
    const signed = secret === null ? {} : signatureHeaders(secret, content, now());
    checkStatus(await postJson(target, content, { 'idempotency-key': key, ...signed }, signal));
  };
