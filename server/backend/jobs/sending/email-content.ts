/** The contents of an e-mail. Every try of a message sends the same. */
import { escapeHighlighted as escapeHtml } from '../../../../shared/highlight.ts';
import {
  automaticNote,
  changeRule,
  type Message,
  type MessagePost,
  openPosts,
  type Reason,
  shownOfTotal,
} from './message.ts';

const optionalLine = (line: string | null): string[] => (line === null ? [] : [line]);

function emailText(message: Message): string {
  const { title, view, why, address, listedReasons, moreReasons, posts, settingsUrl, product } = message;
  const blocks = [
    [title, `Фильтр «${view}»`],
    [why],
    address === null ? [] : [`${openPosts}:`, address],
    ...listedReasons.map(({ text, url }) => [`— ${text}`, url]),
    optionalLine(moreReasons),
    ...posts.map(({ source, time, phrase, text, url }, index) => [
      `${index + 1}. ${source}, ${time}, фраза «${phrase}»`,
      text,
      url,
    ]),
    optionalLine(shownOfTotal(message, posts.length)),
    [`${product}. ${automaticNote}`, `${changeRule}: ${settingsUrl}`],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const muted = 'color:#586070;font-size:14px';
const linkStyle = 'color:#2457c5';
const button =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#2457c5;color:#ffffff;text-decoration:none;font-weight:600';

const paragraph = (html: string, style = ''): string => `<p style="margin:0 0 12px;${style}">${html}</p>`;

const link = (url: string, text: string, style = linkStyle): string =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`;

const optionalParagraph = (text: string | null): string => (text === null ? '' : paragraph(escapeHtml(text), muted));

/** A name in a script that is written from right to left must not reorder what follows it. */
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
  const { title, view, why, address, listedReasons, moreReasons, posts, settingsUrl, product } = message;
  const footer = `${escapeHtml(product)}. ${automaticNote}<br>`;
  return [
    `<h1 style="margin:0 0 4px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>`,
    paragraph(`Фильтр «${isolate(view)}»`, muted),
    paragraph(escapeHtml(why)),
    address === null ? '' : paragraph(link(address, openPosts, button), 'margin:16px 0 20px'),
    listedReasons.length === 0
      ? ''
      : `<ul style="margin:0 0 20px;padding-left:20px">${listedReasons.map(reasonItem).join('')}</ul>`,
    optionalParagraph(moreReasons),
    posts.map(postItem).join(''),
    optionalParagraph(shownOfTotal(message, posts.length)),
    `<div style="padding-top:16px;border-top:1px solid #e0e4ea;${muted}">`,
    `${footer}${link(settingsUrl, changeRule)}</div>`,
  ].join('');
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

/** `date` in milliseconds. */
export type EmailContent = { subject: string; text: string; html: string; date: number };

export const emailContent = (message: Message): EmailContent => ({
  subject: `${message.rule}: ${message.headline}`,
  text: emailText(message),
  html: emailHtml(message),
  date: message.createdAt,
});
