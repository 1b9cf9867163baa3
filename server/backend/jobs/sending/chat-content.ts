/** The body of a webhook of Mattermost or Rocket.Chat. */
import { beginningOf } from '../../rules/clean-text.ts';
import { changeRule, type Message, type MessagePost, openPosts, shownOfTotal } from './message.ts';

/**
 * Signs of Markdown, mentions and channel links, replaced by similar ones. Rocket.Chat shows backslashes, and Mattermost reads
 * `<…>` and mentions before Markdown.
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
const postsMax = 3500;
const postTextMax = 200;

const postLine = ({ source, time, text, url }: MessagePost): string =>
  `- ${linkTo(url, `${source}, ${time}`)}: ${plainChatText(beginningOf(text, postTextMax))}`;

/** The first lines that fit together. */
function fitting(lines: readonly string[]): string[] {
  let left = postsMax;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? [...lines] : lines.slice(0, end);
}

export function chatContent(message: Message): string {
  const { rule, headline, view, why, address, listedReasons, moreReasons, posts, settingsUrl } = message;
  const shown = fitting(posts.map(postLine));
  const blocks = [
    `**${plainChatText(`${rule}: ${headline}`)}**`,
    plainChatText(`Фильтр «${view}». ${why}`),
    address === null ? null : linkTo(address, openPosts),
    listedReasons.map(({ text, url }) => `- ${plainChatText(text)}: ${linkTo(url, openPosts)}`).join('\n'),
    moreReasons,
    shown.join('\n'),
    shownOfTotal(message, shown.length),
    linkTo(settingsUrl, changeRule),
  ];
  return JSON.stringify({ text: blocks.filter(Boolean).join('\n\n') });
}
