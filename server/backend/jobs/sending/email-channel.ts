/** The channel `email`: through the mail server of SMTP_URL. */
import { createTransport } from 'nodemailer';
import { escapeHtml } from '../../../../shared/highlight.ts';
import * as messages from '../../../../shared/messages.ts';
import { peers } from '../../../platform/connection-fault.ts';
import { connectionError, mailError, SendError } from '../../domain/alerts/channels.ts';
import {
  automaticNote,
  type Channel,
  changeRule,
  type Message,
  type MessagePost,
  moreReasons,
  openPosts,
  type Reason,
  shownOfTotal,
} from './message.ts';

/** The errors of nodemailer. `command`: the command that was refused. */
type SmtpFault = Error & { code?: string; command?: string; responseCode?: number };

function describeRefusal({ code = '', command = '' }: SmtpFault, responseCode: number): string {
  if (command === 'RCPT TO') return messages.smtpRecipient(responseCode);
  if (command === 'MAIL FROM') return messages.smtpSender(responseCode);
  return code === 'EAUTH' ? messages.smtpLogin : messages.smtpStatus(responseCode);
}

const loginCodes = ['EAUTH', 'ENOAUTH'];

/**
 * A refusal of the recipient or the message is permanent. A refusal of the sender or the password ends when the
 * settings change.
 */
function toSendError(cause: unknown): SendError {
  const fault = cause as SmtpFault;
  const { code = '', command = '', responseCode } = fault;
  if (responseCode === undefined)
    return loginCodes.includes(code) ? new SendError(messages.smtpLogin) : connectionError(fault, peers.mail);
  const refused = code === 'EENVELOPE' || code === 'EMESSAGE';
  const permanent = refused && responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
  return new SendError(describeRefusal(fault, responseCode), { permanent });
}

/** `host`: the host of PUBLIC_URL, for message IDs. `domains`: MAIL_DOMAINS. */
export type EmailSettings = { smtpUrl: string; from: string; host: string; domains: readonly string[] };

const headers = {
  'Auto-Submitted': 'auto-generated',
  // Keeps Exchange from sending out-of-office replies.
  'X-Auto-Response-Suppress': 'All',
};

/** `cid`: the text refers to it. */
type Attachment = { filename: string; content: Buffer; contentType: string; cid?: string };

/** `date` in milliseconds. Every try of a mail has the same `key`. `stopUrl`: a page where the recipient stops further mails. */
export type Mail = {
  key: string;
  address: string;
  subject: string;
  text: string;
  html?: string;
  date: number;
  attachments?: Attachment[];
  stopUrl?: string | null;
};

export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Throws a `SendError` when the receiver has not accepted the mail, or may not have. */
export function createMailer({ smtpUrl, from, host, domains }: EmailSettings, timeoutMs: number): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return async ({ key, address, date, stopUrl = null, ...parts }, signal) => {
    const error = mailError(address, domains);
    if (error !== null) throw new SendError(error.message, { permanent: true });
    const mail = {
      ...parts,
      from,
      // An object is one recipient, whatever the address contains.
      to: { name: '', address },
      date: new Date(date),
      messageId: `<${key}@${host}>`,
      baseBoundary: key,
      headers: stopUrl === null ? headers : { ...headers, 'List-Unsubscribe': `<${stopUrl}>` },
      signal,
    };
    try {
      await transport.sendMail(mail);
    } catch (error) {
      throw toSendError(error);
    }
  };
}

function emailText(message: Message): string {
  const { title, view, why, address, listedReasons, posts, settingsUrl, product } = message;
  const blocks = [
    `${title}\nФильтр «${view}»`,
    why,
    address && `${openPosts}:\n${address}`,
    ...listedReasons.map(({ text, url }) => `— ${text}\n${url}`),
    moreReasons(message, listedReasons.length),
    ...posts.map(
      ({ source, time, phrase, text, url }, index) =>
        `${index + 1}. ${source}, ${time}, фраза «${phrase}»\n${text}\n${url}`,
    ),
    shownOfTotal(message, posts.length),
    `${product}. ${automaticNote}\n${changeRule}: ${settingsUrl}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const muted = 'color:#586070;font-size:14px';
const button =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#2457c5;color:#ffffff;text-decoration:none;font-weight:600';

const paragraph = (html: string, style = ''): string => `<p style="margin:0 0 12px;${style}">${html}</p>`;

const link = (url: string, text: string, style = 'color:#2457c5'): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`;

const mutedParagraph = (text: string | null): string | null => text && paragraph(escapeHtml(text), muted);

/** A name in a right-to-left script must not reorder the text after it. */
const isolate = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

const reasonItem = ({ text, url }: Reason): string =>
  `<li style="margin:0 0 8px">${escapeHtml(text)}<br>${link(url, openPosts)}</li>`;

const postItem = ({ source, time, phrase, text, url }: MessagePost): string =>
  [
    '<div style="padding:16px 0;border-top:1px solid #e0e4ea">',
    `<p style="margin:0 0 4px"><strong>${isolate(source)}</strong></p>`,
    `<p style="margin:0 0 8px;${muted}">${escapeHtml(time)} · ${isolate(phrase)}</p>`,
    `<p dir="auto" style="margin:0 0 8px">${escapeHtml(text)}</p>`,
    `<p style="margin:0">${link(url, 'Открыть пост')}</p>`,
    '</div>',
  ].join('');

function contents(message: Message): string {
  const { title, view, why, address, listedReasons, posts, settingsUrl, product } = message;
  return [
    `<h1 style="margin:0 0 4px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    paragraph(`Фильтр «${isolate(view)}»`, muted),
    paragraph(escapeHtml(why)),
    address && paragraph(link(address, openPosts, button), 'margin:16px 0 20px'),
    listedReasons.length > 0 &&
      `<ul style="margin:0 0 20px;padding-left:20px">${listedReasons.map(reasonItem).join('')}</ul>`,
    mutedParagraph(moreReasons(message, listedReasons.length)),
    ...posts.map(postItem),
    mutedParagraph(shownOfTotal(message, posts.length)),
    `<div style="padding-top:16px;border-top:1px solid #e0e4ea;${muted}">`,
    `${escapeHtml(product)}. ${automaticNote}<br>${link(settingsUrl, changeRule)}</div>`,
  ]
    .filter(Boolean)
    .join('');
}

const emailHtml = (message: Message): string =>
  [
    '<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(message.title)}</title></head>`,
    '<body style="margin:0;padding:16px;background:#f4f6f9;color:#1a1e26;font:16px/1.5 Arial,sans-serif">',
    '<div style="max-width:640px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff;overflow-wrap:anywhere">',
    contents(message),
    '</div></body></html>\n',
  ].join('');

/** The content that every try of a message sends. */
export const emailContent = (message: Message) => ({
  subject: `${message.rule}: ${message.headline}`,
  text: emailText(message),
  html: emailHtml(message),
  date: message.composedAt,
});

export function createEmailChannel(settings: EmailSettings, timeoutMs: number): Channel {
  const send = createMailer(settings, timeoutMs);
  return {
    timeoutMs,
    contentOf: (message) => JSON.stringify(emailContent(message)),
    send: ({ key, rule: { address } }, content, signal) =>
      send({ ...(JSON.parse(content) as ReturnType<typeof emailContent>), key, address }, signal),
  };
}
