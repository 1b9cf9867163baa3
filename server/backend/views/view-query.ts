/** The query string of a saved view: the feed's filters and sort, without what belongs to one visit. */
import { defaultPostSort } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';
import { formatPostsQuery, type PostsQuery, parsePostsQuery } from '../../../shared/posts-query.ts';
import { badRequest } from '../../platform/app-error.ts';
import type { Store } from '../store/store.ts';

/** Ignores invalid and unknown values. */
export const parseViewQuery = (query: string): PostsQuery =>
  parsePostsQuery(Object.fromEntries(new URLSearchParams(query)), defaultPostSort);

/**
 * With the IDs that the client has for its phrases, whichever the query has. Throws a 400 for a phrase that the client does not track.
 */
export async function queryForClient(
  { words }: Pick<Store, 'words'>,
  clientId: string,
  query: PostsQuery,
): Promise<PostsQuery> {
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
