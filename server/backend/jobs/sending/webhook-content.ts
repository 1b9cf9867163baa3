/** The body of a webhook in the format of the product. Posts have the fields of the API. */
import { presentRow } from '../../feed/feed.ts';
import type { Message } from './message.ts';
import { addressOf, mainReason } from './message-texts.ts';

export function webhookContent(message: Message): string {
  const { key, trial, rule, view, count, reasons, posts } = message;
  return JSON.stringify({
    id: key,
    trial,
    rule,
    view,
    count,
    reason: mainReason(message),
    url: addressOf(message),
    findings: reasons,
    posts: posts.map(({ row, url }) => ({ ...presentRow(row), url })),
  });
}
