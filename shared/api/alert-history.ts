/** API call that tries an alert rule on the posts of the last 30 days (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import type { AlertRuleFields } from './alerts.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNullable, readNumber, readObject, readTime } from './read.ts';

/** What a rule would have sent in 30 days. `usual`: what a spike is compared with. */
export type AlertHistory = {
  messages: number;
  posts: number;
  /** The newest 20. `href` is null if no address shows exactly the posts. */
  items: { at: string | null; count: number; usual: number | null; href: string | null }[];
};

/** What a rule with these fields would have sent in the last 30 days. */
export const loadAlertHistory = ({
  viewId,
  condition,
  least,
  period,
  schedule,
}: Pick<AlertRuleFields, 'viewId' | 'condition' | 'least' | 'period' | 'schedule'>): Call<AlertHistory> =>
  get(
    withQuery('/vknf/alerts/history', { viewId, condition, least, period, schedule }),
    (reply) => {
      const fields = readObject(reply);
      return {
        messages: readNumber(fields.Messages),
        posts: readNumber(fields.Posts),
        items: readList(reply, 'items', (raw) => {
          const item = readObject(raw);
          return {
            at: readTime(item.At),
            count: readNumber(item.Count),
            usual: item.Usual === null ? null : readNumber(item.Usual),
            href: readNullable(item.Href),
          };
        }),
      };
    },
    messages.loadAlertHistory,
  );
