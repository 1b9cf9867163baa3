/** Analytics: the figures of a period and of filters of the feed (docs/product.md, section 23). */
import { type Analytics, loadAnalytics } from '../../../shared/api/analytics.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { type PostsQuery, parsePostSort, parsePostsQuery, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { filteredWordsMax } from '../../../shared/rules/limits.ts';
import { localDay } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import { findCityName, findOwnerName } from '../filter-names.ts';
import type { LoadedPage } from '../page.tsx';
import { analyticsFilters } from './analytics-filters.ts';
import { AnalyticsView } from './analytics-view.tsx';
import { type ChosenPhrases, choosePhrases, loadPhraseField } from './chosen-phrases.ts';
import { type ChosenPeriod, parsePeriod } from './period.ts';

/** The filters of the feed that apply, with the days and phrases that the figures show. */
function filtersOf({ query, preferences }: PageInput, { from, to }: ChosenPeriod, phrases: ChosenPhrases): PostsQuery {
  const parsed = parsePostsQuery(query, parsePostSort(preferences.postsSort));
  const words = phrases.ids.slice(0, filteredWordsMax);
  const [only = null] = words;
  const chosen = words.length > 1 ? { word: null, words } : { word: only, words: [] };
  return { ...analyticsFilters(parsed), ...chosen, from, to };
}

/** Null while the form has an error that leaves nothing to show. */
async function loadFigures(
  { backend, capabilities }: PageInput,
  query: PostsQuery,
  period: ChosenPeriod,
  { ids, error }: ChosenPhrases,
): Promise<Loaded<Analytics> | null> {
  if (period.error !== null || (ids.length === 0 && error !== null)) return null;
  return backend.load(loadAnalytics(postFiltersOf(query, capabilities)));
}

const nameIn = (items: Analytics['owners']['items'] | undefined, id: number | null) =>
  items?.find((item) => item.id === id)?.name;

export const analyticsPage: LoadedPage = {
  kind: 'loaded',
  load: async (input) => {
    const { backend, viewer, now, timeZone } = input;
    const today = localDay(now, timeZone);
    const period = parsePeriod(input.query, today);
    const phrases = await choosePhrases(input);
    const query = filtersOf(input, period, phrases);
    const [analytics, phraseField] = await Promise.all([
      loadFigures(input, query, period, phrases),
      loadPhraseField(input, phrases),
    ]);
    const { owners, cities } = analytics?.data ?? {};
    const [owner, cityName] = await Promise.all([
      findOwnerName(backend, query.owner, nameIn(owners?.items, query.owner)),
      findCityName(backend, viewer.user, query.city, nameIn(cities?.items, query.city)),
    ]);
    const city = query.city === 0 ? messages.cityNotGiven : cityName;
    return {
      main: <AnalyticsView {...{ input, query, today, period, phrases, phraseField, analytics, owner, city }} />,
    };
  },
};
