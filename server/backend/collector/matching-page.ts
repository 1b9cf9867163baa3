/** Drops what the network found but the phrase's own query does not match, so that stored and live counts agree. */
import { matchesSearch, type SearchQuery } from '../search/query-tree.ts';
import type { FoundPage } from './search-source.ts';

/** The network treats quotes and minus words as hints. Sources, users and cities of dropped posts are dropped too. */
export function matchingPage({ posts, owners, users, cities }: FoundPage, query: SearchQuery): FoundPage {
  const matching = posts.filter(({ text }) => text !== null && matchesSearch(text, query));
  const ownerIds = new Set(matching.map(({ ownerId }) => ownerId));
  const userIds = new Set(matching.map(({ userId }) => userId));
  const cityIds = new Set(matching.map(({ cityId }) => cityId));
  return {
    posts: matching,
    owners: owners.filter(({ ownerId }) => ownerIds.has(ownerId)),
    users: users.filter(({ userId }) => userIds.has(userId)),
    cities: cities.filter(({ cityId }) => cityIds.has(cityId)),
  };
}
