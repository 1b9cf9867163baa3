/** API calls for the links of Atom feeds (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import { type Call, get, post, withQuery } from './call.ts';
import {
  readBoolean,
  readList,
  readNothing,
  readNullable,
  readNumber,
  readObject,
  readText,
  readTime,
} from './read.ts';

/** Of a view, or of a rule with the channel `atom`; `title` is its name. `path` of the console, with the token. */
export type AtomLink = {
  id: number;
  viewId: number | null;
  ruleId: number | null;
  title: string;
  /** Null when it is revoked, or hidden from a session that only looks. */
  path: string | null;
  revoked: boolean;
  usedAt: string | null;
};

/** A feed for each of the viewer's views, then one for each of their rules with the channel `atom`. */
export const loadAtomLinks = (): Call<AtomLink[]> =>
  get(
    '/vknf/alerts/feeds',
    (reply) =>
      readList(reply, 'feeds', (raw) => {
        const fields = readObject(raw);
        return {
          id: readNumber(fields.FeedID),
          viewId: fields.ViewID === null ? null : readNumber(fields.ViewID),
          ruleId: fields.RuleID === null ? null : readNumber(fields.RuleID),
          title: readText(fields.Title),
          path: readNullable(fields.Path),
          revoked: readBoolean(fields.Revoked),
          usedAt: readTime(fields.UsedAt),
        };
      }),
    messages.loadAlerts,
  );

/** The former link answers 404 from now on. */
export const renewAtomLink = (id: number): Call<null> =>
  post(withQuery('/vknf/alerts/feeds/renew', { id }), undefined, readNothing, messages.renewAtomLink);
