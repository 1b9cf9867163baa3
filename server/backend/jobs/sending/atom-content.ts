/** The text of an entry of an Atom feed: why it came, and its posts, a line each. */
import type { Message } from './message.ts';
import { mainReason, shownOfTotal } from './message-texts.ts';

export function atomContent(message: Message): string {
  const { posts } = message;
  const lines = posts.map(({ source, time, phrase, text }) => `${source}, ${time}, фраза «${phrase}»: ${text}`);
  return [mainReason(message), ...lines, shownOfTotal(message, posts.length)].filter(Boolean).join('\n');
}
