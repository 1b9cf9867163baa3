/** Saved views: their queries, and the posts that they show. */
import { defaultPostSort } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery, parsePostsQuery } from '../../../shared/pages/posts-query.ts';
import { badRequest } from '../../platform/app-error.ts';
import { existing } from '../http/endpoint.ts';
import { accountOf, type Identity } from '../rules/account.ts';
import { namedQuery } from '../rules/own-filter.ts';
import type { Viewing } from '../store/posts-store.ts';
import type { Store } from '../store/store.ts';
import type { ViewRow } from '../store/views.ts';
import { toFeedFilter, viewingOf } from './feed-filter.ts';

/** Ignores invalid and unknown values. */
export const parseViewQuery = (query: string): PostsQuery =>
  parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), defaultPostSort);

/** Replaces IDs of phrases by those that the client sees. Throws a 400 for a phrase that the client does not track. */
export async function queryForClient({ words }: Pick<Store, 'words'>, clientId: string, query: PostsQuery) {
  const tracked = await words.listOfClient(clientId);
  const toOwnId = async (id: number): Promise<number> => {
    const named = await words.get(id);
    if (!named) throw badRequest(messages.unknownPhrase);
    const own = tracked.find(({ wordId }) => wordId === named.wordId);
    if (!own) throw badRequest(messages.wordNotTracked(named.text));
    return own.shownId;
  };
  const word = query.word === null ? null : await toOwnId(query.word);
  return { ...query, word, words: await Promise.all(query.words.map(toOwnId)) };
}

/** Equal filters have equal queries. */
export const canonicalQuery = (query: PostsQuery): string =>
  formatPostsQuery({ ...query, page: 1, since: null, until: null, first: false, view: null });

/** Null when the text of the filter cannot be read. */
export function viewingOfQuery(viewer: Identity, timeZone: string, query: PostsQuery): Viewing | null {
  const filter = toFeedFilter(viewer, timeZone, query);
  return filter && viewingOf(viewer, filter);
}

/** The stories that alerts and Atom feeds of a view report: each once, whether read or not. */
export function storiesOfView(viewer: Identity, timeZone: string, query: string): Viewing | null {
  const all = { copies: 'hide', unread: false, since: null, until: null, first: false, story: null } as const;
  return viewingOfQuery(viewer, timeZone, { ...parseViewQuery(query), ...all });
}

type Reading = { store: Pick<Store, 'views'> };

/** Throws a 404 unless the view is in the viewer's list. */
export async function findView({ store }: Reading, viewer: Identity, id: number): Promise<ViewRow> {
  return existing((await store.views.list(accountOf(viewer))).find(({ viewId }) => viewId === id));
}

/** The query of a view in the viewer's list, or of one that a rule of the client has: it may be another person's. */
export async function findQuery(
  context: Reading,
  viewer: Identity,
  id: number,
  rules: readonly { viewId: number; query: string | null }[],
): Promise<string> {
  const known = rules.find(({ viewId }) => viewId === id)?.query;
  if (known) return known;
  const { query, account } = await findView(context, viewer, id);
  return namedQuery(query, account);
}
