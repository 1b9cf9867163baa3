/** Atom feeds: their contents, which the console renders as XML, and their links (docs/product/alerts.md). */
import { listReader, type ReplyTable, type RowOf, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { type Call, change, get, withQuery } from './call.ts';

/** `address` is a URL, or a path of the console without BASE_PATH. */
const entryLinkFields = {
  text: { api: 'Text', type: 'text' },
  address: { api: 'Address', type: 'text' },
} as const satisfies ReplyTable;

/** `key` is a URI that never changes. Times are RFC 3339. `text` may have several lines. */
const entryFields = {
  key: { api: 'Key', type: 'text' },
  title: { api: 'Title', type: 'text' },
  author: { api: 'Author', type: 'nullable' },
  address: { api: 'Address', type: 'text' },
  text: { api: 'Text', type: 'text' },
  photoUrl: { api: 'PhotoURL', type: 'nullable' },
  links: { api: 'Links', type: { rows: entryLinkFields } },
  publishedAt: { api: 'PublishedAt', type: 'moment' },
  updatedAt: { api: 'UpdatedAt', type: 'moment' },
} as const satisfies ReplyTable;

export type AtomEntry = RowOf<typeof entryFields>;

/** The newest entry first. */
export const contentsFields = {
  id: { api: 'FeedID', type: 'text' },
  title: { api: 'Title', type: 'text', named: true },
  entries: { api: 'entries', type: { rows: entryFields } },
} as const satisfies ReplyTable;

export type AtomContents = RowOf<typeof contentsFields>;

/** Needs no session. An unknown or revoked token gets 404. */
export const loadAtomFeed = (token: string): Call<AtomContents> =>
  get(withQuery('/vknf/alerts/feed', { token }), rowReader(contentsFields), messages.loadAlerts);

/**
 * The link of a view, or of a rule with the channel `atom`; `title` is its name. `path` is a path of the console with the
 * token, null when the link is revoked or the session is read-only.
 */
export const linkFields = {
  id: { api: 'FeedID', type: 'id' },
  viewId: { api: 'ViewID', type: 'reference' },
  ruleId: { api: 'RuleID', type: 'reference' },
  title: { api: 'Title', type: 'text', named: true },
  path: { api: 'Path', type: 'plain' },
  revoked: { api: 'Revoked', type: 'boolean' },
  usedAt: { api: 'UsedAt', type: 'time' },
} as const satisfies ReplyTable;

export type AtomLink = RowOf<typeof linkFields>;

/** A feed for each of the viewer's views, then one for each of their rules with the channel `atom`. */
export const loadAtomLinks = (): Call<AtomLink[]> =>
  get('/vknf/alerts/feeds', listReader('feeds', linkFields), messages.loadAlerts);

/** Replaces the link; the former one returns 404. */
export const renewAtomLink = (id: number) =>
  change(withQuery('/vknf/alerts/feeds/renew', { id }), messages.renewAtomLink);
