/** The channels `webhook` and `chat`: signed requests to addresses of WEBHOOK_ALLOW. */
import { createHmac } from 'node:crypto';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import * as messages from '../../../../shared/messages.ts';
import { peers } from '../../../platform/connection-fault.ts';
import {
  connectionError,
  findTarget,
  SendError,
  type WebhookSettings,
  type WebhookTarget,
} from '../../domain/alerts/channels.ts';
import { presentRow } from '../../feed/feed.ts';
import { beginningOf } from '../../rules/clean-text.ts';
import {
  type Channel,
  changeRule,
  type Message,
  type MessagePost,
  moreReasons,
  openPosts,
  shownOfTotal,
} from './message.ts';

export function webhookContent({ key, trial, rule, view, count, why, address, reasons, posts }: Message): string {
  return JSON.stringify({
    id: key,
    trial,
    rule,
    view,
    count,
    reason: why,
    url: address,
    findings: reasons,
    posts: posts.map(({ row, url }) => ({ ...presentRow(row), url })),
  });
}

/**
 * Characters of Markdown, mentions and channel links, and the similar ones that replace them. Escaping does not help:
 * Rocket.Chat shows backslashes, and Mattermost reads `<…>` and mentions before Markdown.
 */
const similar: Record<string, string> = {
  '*': '∗',
  _: '＿',
  '~': '∼',
  '`': 'ˋ',
  '#': '＃',
  '@': '＠',
  '[': '［',
  ']': '］',
  '<': '‹',
  '>': '›',
  '|': 'ǀ',
  '\\': '＼',
};

const plainChatText = (text: string): string => text.replace(/[*_~`#@[\]<>|\\]/g, (sign) => similar[sign] ?? sign);

/** Parentheses would end the link. */
const linkTo = (url: string, text: string): string =>
  `[${plainChatText(text)}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;

/** Rocket.Chat accepts 5000 characters by default. */
const textMax = 5000;
const reasonsMax = 2000;
const postTextMax = 200;
/** For «Показано постов» and the line breaks around it. */
const shownMax = 60;

const postLine = ({ source, time, text, url }: MessagePost): string =>
  `- ${linkTo(url, `${source}, ${time}`)}: ${plainChatText(beginningOf(text, postTextMax))}`;

/** The first lines that fit together. */
function fitting(lines: readonly string[], max: number): string[] {
  let left = max;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? [...lines] : lines.slice(0, end);
}

/** The body of a webhook of Mattermost or Rocket.Chat. */
export function chatContent(message: Message): string {
  const { rule, headline, view, why, address, listedReasons, posts, settingsUrl } = message;
  const reasons = listedReasons.map(({ text, url }) => `- ${plainChatText(text)}: ${linkTo(url, openPosts)}`);
  const newest = fitting(reasons.toReversed(), reasonsMax).toReversed();
  const head = [
    `**${plainChatText(`${rule}: ${headline}`)}**`,
    plainChatText(`Фильтр «${view}». ${why}`),
    address === null ? null : linkTo(address, openPosts),
    newest.join('\n'),
    moreReasons(message, newest.length),
  ];
  const foot = linkTo(settingsUrl, changeRule);
  const join = (blocks: readonly (string | null)[]) => blocks.filter(Boolean).join('\n\n');
  const shown = fitting(posts.map(postLine), textMax - shownMax - join([...head, foot]).length);
  return JSON.stringify({ text: join([...head, shown.join('\n'), shownOfTotal(message, shown.length), foot]) });
}

/** DNS lookups of the connection return the checked addresses, whatever the name resolves to now. */
const lookUpIn =
  (addresses: WebhookTarget['addresses']): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('No address'), '', 0);
    else if (all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

/** Resolves with the status once the response headers have arrived. Follows no redirect. Rejects with a `SendError`. */
function postJson(
  { url, addresses }: WebhookTarget,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const length = String(Buffer.byteLength(body));
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': length, ...headers },
    // No agent: a kept-alive connection may lead to an address that is no longer allowed.
    agent: false,
    lookup: lookUpIn(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    request.on('error', (error) => reject(connectionError(error, peers.receiver)));
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.on('error', () => {}).resume();
    });
    request.end(body);
  });
}

/** Statuses from 400 to 499 that are worth a retry. */
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
  (settings: WebhookSettings, now: () => number): Channel['send'] =>
  async ({ key, rule: { address, secret } }, content, signal) => {
    const target = await findTarget(address, settings);
    const signed = secret === null ? {} : signatureHeaders(secret, content, now());
    checkStatus(await postJson(target, content, { 'idempotency-key': key, ...signed }, signal));
  };
