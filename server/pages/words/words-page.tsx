/** Phrases: the filters, the page and the order that the URL selects (docs/product.md, sections 2 and 22). */
import { WordsIsland } from '../../../client/islands/words/words-island.tsx';
import { defaultWordSort, loadWordsPage } from '../../../shared/api/words.ts';
import { wordSortColumns } from '../../../shared/fields/words.ts';
import { orderOf, parsePage, parseSort } from '../../../shared/list-query.ts';
import { parseWordFilters } from '../../../shared/pages/words-query.ts';
import { wordsPageSize } from '../../../shared/rules/limits.ts';
import { islandPage } from '../page.tsx';
import { WordFiltersForm } from './word-filters-form.tsx';

export const wordsPage = islandPage('words', WordsIsland, async ({ viewer, query, backend, capabilities }) => {
  const { type } = viewer.user;
  const sort = parseSort(query.sort, wordSortColumns, defaultWordSort);
  const filters = parseWordFilters(query, type, capabilities);
  const page = parsePage(query.page);
  const offset = (page - 1) * wordsPageSize;
  const first = await backend.load(loadWordsPage(type, { offset, ...orderOf(sort) }, filters));
  const slot = <WordFiltersForm filters={filters} sort={sort} viewer={type} capabilities={capabilities} />;
  return { sort, page, filters, first, slot };
});
