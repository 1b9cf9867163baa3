/** What the address of analytics selects: a period and phrases. */

import type { Analytics } from '../../../shared/api/analytics.ts';
import { loadWord } from '../../../shared/api/words.ts';
import { parseDay, type QuerySource } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded, WordOption } from '../../../shared/pages/islands.ts';
import { dayOf, type PostsQuery, parseIds } from '../../../shared/pages/post-filters.ts';
import { completePeriod, type Days, isTooLong, shortenPeriod } from '../../../shared/rules/days.ts';
import { filteredWordsMax } from '../../../shared/rules/limits.ts';
import { findTypedPhrase } from '../../session/feed-query.ts';
import type { PageInput } from '../../session/page-input.ts';
import { loadPhraseFilter } from '../feed-filters.ts';
import type { WorkOfPeriod } from '../figures/work-figures.tsx';

/** `typed` has the fields as they were entered, or those of the default. `error` is null unless a day or their order is wrong. */
export type ChosenPeriod = Days & { typed: Days; error: 'day' | 'order' | null; shortened: boolean };

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Times of the feed's filters count as their days. Without a last day the period ends today, or with its first day. */
export function parsePeriod({ from, to }: QuerySource, today: string): ChosenPeriod {
  const entered = { from: dayOf(textOf(from)), to: dayOf(textOf(to)) };
  const [first, last] = [parseDay(entered.from), parseDay(entered.to)];
  const isWrong = (first === null && entered.from !== '') || (last === null && entered.to !== '');
  const days = completePeriod({ ...(first !== null && { from: first }), ...(last !== null && { to: last }) }, today);
  if (isWrong) return { ...days, typed: entered, error: 'day', shortened: false };
  if (days.from > days.to) return { ...days, typed: days, error: 'order', shortened: false };
  return { ...shortenPeriod(days), typed: days, error: null, shortened: isTooLong(days) };
}

/** `ids` may be more than the figures can show. `typed` is the text of the form, null without one. */
export type ChosenPhrases = { ids: number[]; typed: string | null; error: string | null };

/** `options` is null when a text field replaces the list, which has the chosen phrases too. */
type PhraseField = { options: Loaded<readonly WordOption[] | null>; chosen: readonly WordOption[]; typed: string };

const linesOf = (text: string): string[] =>
  [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

const tooMany = (ids: readonly unknown[]): string | null =>
  ids.length > filteredWordsMax ? messages.tooManyPhrases(filteredWordsMax) : null;

/** Each line of a typed text is matched like the phrase filter of the feed without JavaScript. */
export async function choosePhrases(input: PageInput): Promise<ChosenPhrases> {
  const { query } = input;
  const typed = typeof query.phrases === 'string' ? query.phrases : null;
  if (typed === null) {
    const ids = parseIds(query.words ?? query.word);
    return { ids, typed, error: tooMany(ids) };
  }
  const lines = linesOf(typed);
  const found = await Promise.all(lines.slice(0, filteredWordsMax).map((line) => findTypedPhrase(input, line)));
  const ids = [...new Set(found.map(({ word }) => word))].filter((id) => id !== null);
  const failed = found.flatMap(({ unmatched }) => (unmatched ? `${unmatched.error}: «${unmatched.text}»` : []));
  return { ids, typed, error: failed.length > 0 ? failed.join('. ') : tooMany(lines) };
}

/** A chosen phrase that is not in the list is an option too, so that the form keeps it. */
export async function loadPhraseField(input: PageInput, { ids, typed }: ChosenPhrases): Promise<PhraseField> {
  const { words: options } = await loadPhraseFilter(input, null);
  const listed = options.data ?? [];
  async function findPhrase(id: number): Promise<WordOption> {
    const known = listed.find((option) => option.id === id);
    return known ?? { id, text: (await input.backend.load(loadWord(id))).data?.text ?? String(id) };
  }
  const chosen = await Promise.all(ids.map(findPhrase));
  if (options.data === null) return { options, chosen, typed: typed ?? chosen.map(({ text }) => text).join('\n') };
  const others = chosen.filter((option) => !listed.includes(option));
  return { options: options.error === undefined ? { data: [...others, ...listed] } : options, chosen, typed: '' };
}

/** What the page of analytics shows. */
export type AnalyticsContent = {
  input: PageInput;
  /** The filters of the figures, with the days of the period. */
  query: PostsQuery;
  /** `YYYY-MM-DD`. */
  today: string;
  period: ChosenPeriod;
  phrases: ChosenPhrases;
  phraseField: PhraseField;
  /** Null when the form has an error. */
  analytics: Loaded<Analytics> | null;
  work: WorkOfPeriod | null;
  /** Names of the filters; null without a filter and when unknown. */
  owner: string | null;
  city: string | null;
};
