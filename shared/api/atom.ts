/** Atom feeds: their contents, which the console renders as XML, and the links of readers (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import {
  readBoolean,
  readList,
  readNothing,
  readNullable,
  readNumber,
  readObject,
  readText,
  readTime,
} from '../read.ts';
import { type Call, get, post, withQuery } from './call.ts';

/** `address` is a URL, or a path of the console without BASE_PATH. */
export type AtomEntryLink = { text: string; address: string };

/** `key` is a URI that never changes. Times are RFC 3339. `text` may have several lines. */
export type AtomEntry = {
  key: string;
  title: string;
  author: string | null;
  address: string;
  text: string;
  links: AtomEntryLink[];
  publishedAt: string;
  updatedAt: string;
};

/** The newest entry first. */
export type AtomContents = { id: string; title: string; entries: AtomEntry[] };

const readLink = (raw: unknown): AtomEntryLink => {
  const fields = readObject(raw);
  return { text: readText(fields.Text), address: readText(fields.Address) };
};

function readEntry(raw: unknown): AtomEntry {
  const fields = readObject(raw);
  return {
    key: readText(fields.Key),
    title: readText(fields.Title),
    author: readNullable(fields.Author),
    address: readText(fields.Address),
    text: readText(fields.Text),
    links: readList(fields.Links, 'links', readLink),
    publishedAt: readText(fields.PublishedAt),
    updatedAt: readText(fields.UpdatedAt),
  };
}

/** Needs no session. A token that opens no feed is answered with 404. */
export const loadAtomFeed = (token: string): Call<AtomContents> =>
  get(
    withQuery('/vknf/alerts/feed', { token }),
    (reply) => {
      const fields = readObject(reply);
      return {
        id: readText(fields.FeedID),
        title: readText(fields.Title),
        entries: readList(reply, 'entries', readEntry),
      };
    },
    messages.loadAlerts,
  );

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
