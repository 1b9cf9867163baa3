/** Reads the period and the phrases from the address of analytics, and loads the data of the page. */

import { type Analytics, loadAnalytics } from '../../../shared/api/analytics.ts';
import { loadPeriodReach, type PeriodReach } from '../../../shared/api/reach.ts';
import { loadWorkCounts, loadWorkTimes } from '../../../shared/api/story-work.ts';
import { loadWord } from '../../../shared/api/words.ts';
import { loadWork } from '../../../shared/api/work.ts';
import { parseDay, type QuerySource } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded, WordOption } from '../../../shared/pages/islands.ts';
import { dayOf, type PostsQuery, parseIds } from '../../../shared/pages/post-filters.ts';
import {
  analyticsFilters,
  parsePostSort,
  parsePostsQuery,
  phraseFilter,
  postFiltersOf,
} from '../../../shared/pages/posts-query.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';
import { completePeriod, type Days, isTooLong, shortenPeriod } from '../../../shared/rules/days.ts';
import { filteredWordsMax } from '../../../shared/rules/limits.ts';
import { localDay } from '../../platform/zone-offset.ts';
import { findTypedPhrase } from '../../session/feed-query.ts';
import { type PageInput, textOf } from '../../session/page-input.ts';
import { findCityName, findOwnerName, loadPhraseFilter } from '../feed-filters.ts';
import type { WorkOfPeriod } from '../figures/work-figures.tsx';
import { loadExplainedBar } from '../standouts.tsx';

/** `typed`: the fields as they were entered, or the default. `error`: whether a day or the order of days is wrong. */
export type ChosenPeriod = Days & { typed: Days; error: 'day' | 'order' | null; shortened: boolean };

/**
 * Times of the feed's filters count as their days. Without a last day the period ends today, or for a future first day, on that
 * day.
 */
export function parsePeriod({ from, to }: QuerySource, today: string): ChosenPeriod {
  const entered = { from: dayOf(textOf(from)), to: dayOf(textOf(to)) };
  const [first, last] = [parseDay(entered.from), parseDay(entered.to)];
  const isWrong = (first === null && entered.from !== '') || (last === null && entered.to !== '');
  const days = completePeriod({ ...(first !== null && { from: first }), ...(last !== null && { to: last }) }, today);
  if (isWrong) return { ...days, typed: entered, error: 'day', shortened: false };
  if (days.from > days.to) return { ...days, typed: days, error: 'order', shortened: false };
  return { ...shortenPeriod(days), typed: days, error: null, shortened: isTooLong(days) };
}

/** `ids` may be more than the figures can show. `typed`: the text of the form, null without one. */
type ChosenPhrases = { ids: number[]; typed: string | null; error: string | null };

/** `options` is null when a text field replaces the list. The options include the chosen phrases. */
type PhraseField = { options: Loaded<readonly WordOption[] | null>; chosen: readonly WordOption[]; typed: string };

const linesOf = (text: string): string[] =>
  [...new Set(text.split(/\r?\n/).map((line) => line.trim()))].filter(Boolean);

const tooMany = (ids: readonly unknown[]): string | null =>
  ids.length > filteredWordsMax ? messages.tooManyPhrases(filteredWordsMax) : null;

/** Each line of a typed text is matched like the phrase filter of the feed without JavaScript. */
async function choosePhrases(input: PageInput): Promise<ChosenPhrases> {
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
async function loadPhraseField(input: PageInput, { ids, typed }: ChosenPhrases): Promise<PhraseField> {
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

/** The filters of the feed that apply to analytics, with the days and the phrases that the figures show. */
function filtersOf({ query, preferences }: PageInput, { from, to }: ChosenPeriod, phrases: ChosenPhrases): PostsQuery {
  const parsed = parsePostsQuery(query, parsePostSort(preferences.postsSort));
  return { ...analyticsFilters(parsed), ...phraseFilter(phrases.ids.slice(0, filteredWordsMax)), from, to };
}

/** False when an error of the form leaves nothing to show. */
const canShow = (period: ChosenPeriod, { ids, error }: ChosenPhrases): boolean =>
  period.error === null && (ids.length > 0 || error === null);

/** Null when there is nothing to show. */
async function loadFigures(
  input: PageInput,
  query: PostsQuery,
  hasFigures: boolean,
): Promise<Loaded<Analytics> | null> {
  if (!hasFigures) return null;
  return input.backend.load(loadAnalytics(postFiltersOf(query, input)));
}

/** Null when it failed to load, or when the other figures cannot be shown: the page shows what it has. */
async function loadReach(input: PageInput, query: PostsQuery, hasFigures: boolean): Promise<PeriodReach | null> {
  if (!hasFigures) return null;
  return (await input.backend.load(loadPeriodReach(postFiltersOf(query, input)))).data ?? null;
}

/** Null for viewers who do not work on stories, or when a part failed to load: the page still shows the other figures. */
async function loadWorkOfPeriod(input: PageInput, query: PostsQuery): Promise<WorkOfPeriod | null> {
  if (!input.hasWork) return null;
  const { backend } = input;
  const filters = postFiltersOf(query, input);
  const [counts, times, lists] = await Promise.all([
    backend.load(loadWorkCounts(filters)),
    backend.load(loadWorkTimes(filters)),
    backend.load(loadWork()),
  ]);
  if (!counts.data || !times.data || !lists.data) return null;
  return { counts: counts.data, times: times.data, lists: lists.data };
}

const nameIn = (items: Analytics['owners']['items'] | undefined, id: number | null) =>
  items?.find((item) => item.id === id)?.name;

/** `query`: the filters of the figures, with the days of the period. `today`: `YYYY-MM-DD`. */
export async function chooseFigures(input: PageInput) {
  const today = localDay(input.now, input.timeZone);
  const period = parsePeriod(input.query, today);
  const phrases = await choosePhrases(input);
  return { today, period, phrases, query: filtersOf(input, period, phrases) };
}

/** Loads the content of the page. */
export async function loadAnalyticsContent(input: PageInput) {
  const { today, period, phrases, query } = await chooseFigures(input);
  const hasFigures = canShow(period, phrases);
  const [analytics, reach, phraseField, work, explained] = await Promise.all([
    loadFigures(input, query, hasFigures),
    loadReach(input, query, hasFigures),
    loadPhraseField(input, phrases),
    loadWorkOfPeriod(input, query),
    loadExplainedBar(input, query),
  ]);
  const { owners, cities } = analytics?.data ?? {};
  const [owner, cityName] = await Promise.all([
    findOwnerName(input, query.owner, nameIn(owners?.items, query.owner)),
    findCityName(input, query.city, nameIn(cities?.items, query.city)),
  ]);
  const city = cityCode.nameOf(query.city) ?? cityName;
  return { input, query, today, period, phrases, phraseField, analytics, reach, work, explained, owner, city };
}

export type AnalyticsContent = Awaited<ReturnType<typeof loadAnalyticsContent>>;
