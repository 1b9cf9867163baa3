/** The contents of an Atom feed, which the console renders as XML (docs/product.md, section 21). */
import * as messages from '../messages.ts';
import { type Call, get, withQuery } from './call.ts';
import { readList, readNullable, readObject, readText } from './read.ts';

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
