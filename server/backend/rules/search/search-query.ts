/** Parses the text filter of the feed and the texts of phrases. */
import { parsePlainQuery } from './plain-query.ts';
import { QueryError, readQuery } from './query-grammar.ts';
import type { SearchQuery } from './query-tree.ts';

/** What is wrong with a search that someone enters, for people; null when nothing is. */
export function searchTextError(text: string): string | null {
  try {
    readQuery(text);
    return null;
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
}

/**
 * Null when the text has no word, for example only punctuation. Such a search matches no post. A phrase stored or imported
 * with an error keeps working: its operators are punctuation.
 */
export function parseSearchQuery(text: string): SearchQuery | null {
  try {
    return readQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return parsePlainQuery(text);
    throw error;
  }
}
