/** «Моё» in a saved filter means the person who owns the filter, whoever opens it. */
import { personOf, viewerOf } from './account.ts';

/** Whether the query of the feed selects stories of its reader. */
export const isOwnFilter = (query: string): boolean => new URLSearchParams(query).get('assignee') === 'me';

/** The query with the ID of the owner's person instead of «Моё». */
export function namedQuery(query: string, owner: string): string {
  const person = personOf(viewerOf(owner));
  if (!isOwnFilter(query) || person === null) return query;
  const parameters = new URLSearchParams(query);
  parameters.set('assignee', String(person));
  return `?${parameters}`;
}
