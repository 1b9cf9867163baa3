/** The plain text of an e-mail. */
import type { Message } from './message.ts';
import {
  addressOf,
  automaticNote,
  changeRule,
  listedReasons,
  mainReason,
  moreReasonsText,
  openPosts,
  shownOfTotal,
  titleOf,
} from './message-texts.ts';

/** Lines, or none. */
const optional = (...lines: (string | null)[]): string[] => lines.filter((line) => line !== null);

export function emailText(message: Message): string {
  const { view, posts, settingsUrl, product } = message;
  const address = addressOf(message);
  const reasons = listedReasons(message);
  const blocks = [
    [titleOf(message), `Фильтр «${view}»`],
    [mainReason(message)],
    address === null ? [] : [`${openPosts}:`, address],
    ...reasons.map(({ text, url }) => [`— ${text}`, url]),
    optional(moreReasonsText(message)),
    ...posts.map(({ source, time, phrase, text, url }, index) => [
      `${index + 1}. ${source}, ${time}, фраза «${phrase}»`,
      text,
      url,
    ]),
    optional(shownOfTotal(message, posts.length)),
    [`${product}. ${automaticNote}`, `${changeRule}: ${settingsUrl}`],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}
