/** The feed's query of an address. A form that was sent without JavaScript has the text of a phrase in place of its ID. */
import { loadWordSuggestions, loadWords } from '../../shared/api/words.ts';
import * as messages from '../../shared/messages.ts';
import type { UnmatchedPhrase } from '../../shared/pages/islands.ts';
import { type PostsQuery, parsePostSort, parsePostsQuery } from '../../shared/pages/posts-query.ts';
import { wordTextMax } from '../../shared/rules/limits.ts';
import { foldText, matchWords } from '../../shared/rules/word.ts';
import type { PageInput } from './page-input.ts';

type FoundPhrase = { word: number | null; unmatched: UnmatchedPhrase | null };

/** Finds the phrase for a text from the form without JavaScript: an exact match, else the first suggestion. */
export async function findTypedPhrase({ backend, viewer }: PageInput, typed: string): Promise<FoundPhrase> {
  const { user } = viewer;
  const text = typed.slice(0, wordTextMax);
  const refuse = (error: string): FoundPhrase => ({ word: null, unmatched: { text, error } });
  const suggestions = await backend.load(loadWordSuggestions(text));
  if (suggestions.error !== undefined) return refuse(suggestions.error);
  const [match] = matchWords(suggestions.data, text);
  if (!match) return refuse(messages.unknownPhrase);
  if (match.id !== null) return { word: match.id, unmatched: null };
  // Some backends suggest texts without IDs. The list of all phrases has them.
  const words = await backend.load(loadWords(user.type, user.type === 'client' ? user.client_id : null));
  const word = words.data?.find((candidate) => foldText(candidate.text) === foldText(match.text));
  return word ? { word: word.id, unmatched: null } : refuse(words.error ?? messages.unknownPhrase);
}

export async function readFeedQuery(
  input: PageInput,
): Promise<{ query: PostsQuery; unmatched: UnmatchedPhrase | null }> {
  const { query: source, preferences } = input;
  const query = parsePostsQuery(source, parsePostSort(preferences.postsSort));
  const typed = typeof source.phrase === 'string' ? source.phrase.trim() : '';
  if (typed === '') return { query, unmatched: null };
  const { word, unmatched } = await findTypedPhrase(input, typed);
  return { query: { ...query, word }, unmatched };
}
