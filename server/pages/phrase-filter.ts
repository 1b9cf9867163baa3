/** Loads the phrase filter of the feed. With many phrases the page contains the chosen one only. */
import { defaultWordSort, loadWord, loadWordsPage } from '../../shared/api/words.ts';
import { orderOf } from '../../shared/list-query.ts';
import type { IslandProps, Loaded, WordOption } from '../../shared/pages/islands.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { phraseOptionsMax } from '../../shared/rules/limits.ts';
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
