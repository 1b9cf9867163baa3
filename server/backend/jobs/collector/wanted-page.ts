/** Decides what is stored of what the network found for a phrase. */
import { isExcluded, matchesSearch, type SearchQuery } from '../../rules/search/query-tree.ts';
import type { FoundPage } from './search-source.ts';

/**
 * The network knows more than the index: word forms, and the texts of links and pictures. So everything that it found is kept, but
 * for what a minus excludes, which it treats as a hint. Posts that the query of the phrase does not match are marked. `sent` is the
 * plain search of the phrase that found them. Sources, users and cities of dropped posts are dropped too.
 */
export function wantedPage(
  { posts, owners, users, cities }: FoundPage,
  query: SearchQuery,
  sent: SearchQuery | null,
): FoundPage {
  const wanted = posts.flatMap((post) => {
    const text = post.text ?? '';
    const foundByVk = !matchesSearch(text, query);
    const isDropped = foundByVk && (isExcluded(text, query) || (sent !== null && isExcluded(text, sent)));
    return isDropped ? [] : [{ ...post, foundByVk }];
  });
  const ownerIds = new Set(wanted.map(({ ownerId }) => ownerId));
  const userIds = new Set(wanted.map(({ userId }) => userId));
  const cityIds = new Set(wanted.map(({ cityId }) => cityId));
  return {
    posts: wanted,
    owners: owners.filter(({ ownerId }) => ownerIds.has(ownerId)),
    users: users.filter(({ userId }) => userIds.has(userId)),
    cities: cities.filter(({ cityId }) => cityIds.has(cityId)),
  };
}
