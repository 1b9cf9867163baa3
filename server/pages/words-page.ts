/** Phrases: the page and the order that the URL selects (docs/product.md, section 2, Phrases screen). */
import { plainRowCount } from '../../client/components/plain-rows.tsx';
import { rowHeight, WordsIsland } from '../../client/islands/words/words-island.tsx';
import { defaultWordSort, loadWordsPage, wordSortColumns } from '../../shared/api/words.ts';
import { orderOf, parsePage, parseSort } from '../../shared/list-query.ts';
import { wordsPageSize } from '../../shared/rules/limits.ts';
import { islandPage } from './page.tsx';

export const wordsPage = islandPage('words', WordsIsland, async ({ viewer, query, backend }) => {
  const sort = parseSort(query.sort, wordSortColumns, defaultWordSort);
  const page = parsePage(query.page);
  const offset = (page - 1) * wordsPageSize;
  const first = await backend.load(loadWordsPage(viewer.user.type, { offset, ...orderOf(sort) }));
  const props = { sort, page, first };
  if (!first.data) return props;
  const { words } = first.data;
  const hydrated = { ...first.data, words: words.slice(0, plainRowCount(rowHeight)) };
  return { ...props, browserProps: { ...props, first: { data: hydrated }, rowsInHtml: words.length } };
});
