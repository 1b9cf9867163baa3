/** What each minus of a search removes. */
import { joinParts, type SearchQuery } from './query-tree.ts';

/** `text` is what was written after the minus, `rest` the search without it; null when nothing else is left. */
export type ExcludedPart = { text: string; rest: SearchQuery | null };

/** An alternative such as «а OR -б» removes nothing, so it is no excluded part. */
export function excludedParts(query: SearchQuery): ExcludedPart[] {
  if (query.kind === 'phrase') return [];
  if (query.kind === 'not') return [{ text: query.text, rest: null }];
  const { kind, parts } = query;
  return parts.flatMap((part, index) => {
    if (kind === 'any' && part.kind === 'not') return [];
    return excludedParts(part).map(({ text, rest }) => ({
      text,
      rest: joinParts(kind, [...parts.slice(0, index), ...(rest ? [rest] : []), ...parts.slice(index + 1)]),
    }));
  });
}
