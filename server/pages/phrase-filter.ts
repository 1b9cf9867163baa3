/** Loads the phrase filter of the feed. With many phrases the page contains the chosen one only. */
import { defaultWordSort, loadWord, loadWordSuggestions, loadWords, loadWordsPage } from '../../shared/api/words.ts';
import type { IslandProps, Loaded, UnmatchedPhrase, WordOption } from '../../shared/islands.ts';
import { orderOf } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { phraseOptionsMax, wordTextMax } from '../../shared/rules/limits.ts';
import { foldText, matchWords } from '../../shared/rules/word.ts';
import type { BackendSession } from '../session/backend-session.ts';

/** Null when there are too many phrases, which one phrase over the limit shows. */
async function loadOptions(backend: BackendSession, user: AuthUser): Promise<Loaded<WordOption[] | null>> {
  const page = { limit: phraseOptionsMax + 1, offset: 0, ...orderOf(defaultWordSort) };
  const { data, error } = await backend.load(loadWordsPage(user.type, page));
  if (error !== undefined) return { error };
  const isLong = Math.max(data.total, data.words.length) > phraseOptionsMax;
  return { data: isLong ? null : data.words.map(({ id, text }) => ({ id, text })) };
}

/** `word` is the ID of the chosen phrase. */
export async function loadPhraseFilter(
  backend: BackendSession,
  user: AuthUser,
  word: number | null,
): Promise<Pick<IslandProps['posts'], 'words' | 'wordText'>> {
  const words = await loadOptions(backend, user);
  if (word === null || words.data?.some(({ id }) => id === word)) return { words, wordText: null };
  return { words, wordText: (await backend.load(loadWord(word))).data?.text ?? null };
}

type FoundPhrase = { word: number | null; unmatched: UnmatchedPhrase | null };

/** Finds the phrase for a text from the form without JavaScript: an exact match, else the first suggestion. */
export async function findTypedPhrase(backend: BackendSession, user: AuthUser, typed: string): Promise<FoundPhrase> {
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
