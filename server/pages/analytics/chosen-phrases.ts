/** The phrases that the address of analytics selects: IDs, or texts from the form when there are too many for a list. */
import { loadWord } from '../../../shared/api/words.ts';
import { parseId, type QuerySource } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded, WordOption } from '../../../shared/pages/islands.ts';
import { filteredWordsMax } from '../../../shared/rules/limits.ts';
import type { BackendSession } from '../../session/backend-session.ts';
import { findTypedPhrase } from '../../session/feed-query.ts';
import type { PageInput } from '../../session/page-input.ts';
import { loadPhraseFilter } from '../phrase-filter.ts';

/** `ids` may be more than the figures can show. `typed` is the text of the form, null without one. */
export type ChosenPhrases = { ids: number[]; typed: string | null; error: string | null };

/** `options` is null when a text field replaces the list. */
export type PhraseField = { options: Loaded<readonly WordOption[] | null>; typed: string };

/** A list with commas, a repeated parameter, or both. */
function parseIds({ words, word }: QuerySource): number[] {
  const ids = String(words ?? word ?? '')
    .split(',')
    .map((id) => parseId(id));
  return [...new Set(ids)].filter((id) => id !== null).filter((id) => id > 0);
}

const linesOf = (text: string): string[] =>
  [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

const tooMany = (ids: readonly unknown[]): string | null =>
  ids.length > filteredWordsMax ? messages.tooManyPhrases(filteredWordsMax) : null;

/** Each line of a typed text is matched like the phrase filter of the feed without JavaScript. */
export async function choosePhrases(input: PageInput): Promise<ChosenPhrases> {
  const { query } = input;
  const typed = typeof query.phrases === 'string' ? query.phrases : null;
  if (typed === null) {
    const ids = parseIds(query);
    return { ids, typed, error: tooMany(ids) };
  }
  const lines = linesOf(typed);
  const found = await Promise.all(lines.slice(0, filteredWordsMax).map((line) => findTypedPhrase(input, line)));
  const ids = [...new Set(found.map(({ word }) => word))].filter((id) => id !== null);
  const failed = found.flatMap(({ unmatched }) => (unmatched ? `${unmatched.error}: «${unmatched.text}»` : []));
  return { ids, typed, error: failed.length > 0 ? failed.join('. ') : tooMany(lines) };
}

async function loadTexts(backend: BackendSession, ids: readonly number[]): Promise<string> {
  const words = await Promise.all(ids.map((id) => backend.load(loadWord(id))));
  return words.map(({ data }, index) => data?.text ?? String(ids[index])).join('\n');
}

/** A chosen phrase that is not in the list is an option too, so that the form keeps it. */
export async function loadPhraseField(
  { backend, viewer }: PageInput,
  { ids, typed }: ChosenPhrases,
): Promise<PhraseField> {
  const { words: options } = await loadPhraseFilter(backend, viewer.user, null);
  const listed = options.data ?? [];
  const others = ids.filter((id) => !listed.some((option) => option.id === id));
  if (options.data === null) return { options, typed: typed ?? (await loadTexts(backend, ids)) };
  if (others.length === 0 || options.error !== undefined) return { options, typed: '' };
  const texts = (await loadTexts(backend, others)).split('\n');
  const unlisted = others.map((id, index) => ({ id, text: texts[index] ?? String(id) }));
  return { options: { data: [...unlisted, ...listed] }, typed: '' };
}
