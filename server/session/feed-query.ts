/**
 * The feed's query in an address. A form that was sent without JavaScript has the texts of a phrase and a city instead of their
 * IDs.
 */

import { searchCities } from '../../shared/api/cities.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { loadWords } from '../../shared/api/word-lists.ts';
import { loadWordSuggestions } from '../../shared/api/words.ts';
import * as messages from '../../shared/messages.ts';
import type { UnmatchedText } from '../../shared/pages/islands.ts';
import { isReachSort, parsePostSort, parsePostsQuery } from '../../shared/pages/posts-query.ts';
import { cityCode } from '../../shared/rules/city-code.ts';
import { wordTextMax } from '../../shared/rules/limits.ts';
import { foldText, matchWords } from '../../shared/rules/word.ts';
import type { PageInput } from './page-input.ts';

type FoundPhrase = { word: number | null; unmatched: UnmatchedText | null };

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

/** Finds the city for a typed text: an exact match, else the first one found. «Не указан» selects the posts without a city. */
async function findTypedCity({ backend, viewer }: PageInput, text: string) {
  const code = cityCode.ofName(text);
  if (code !== null) return { city: code, unmatchedCity: null };
  const found = await backend.load(searchCities(viewer.user, text));
  const cities = found.data ?? [];
  const city = cities.find(({ name }) => foldText(name) === foldText(text)) ?? cities[0];
  if (city) return { city: city.id, unmatchedCity: null };
  return { city: null, unmatchedCity: { text, error: found.error ?? messages.unknownCity } };
}

const typedText = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, wordTextMax) : '');

export async function readFeedQuery(input: PageInput) {
  const { query: source, preferences } = input;
  const parsed = parsePostsQuery(source, parsePostSort(preferences.postsSort));
  const isSorted = input.backendKind === 'own' || !isReachSort(parsed.sort.column);
  const query = isSorted ? parsed : { ...parsed, sort: defaultPostSort };
  const [phrase, place] = [typedText(source.phrase), typedText(source.place)];
  const [{ word, unmatched }, { city, unmatchedCity }] = await Promise.all([
    phrase === '' ? { word: query.word, unmatched: null } : findTypedPhrase(input, phrase),
    place === '' ? { city: query.city, unmatchedCity: null } : findTypedCity(input, place),
  ]);
  return { query: { ...query, word, city }, unmatched, unmatchedCity };
}
