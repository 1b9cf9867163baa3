/** Phrases: the filters, the page and the order that the URL selects (docs/product/phrases.md). */

import firstRun from '../../client/components/first-run.module.css';
import { FirstRun } from '../../client/components/first-run.tsx';
import { SelectField, TextField } from '../../client/components/form-field.tsx';
import { WordsIsland } from '../../client/islands/words/words-island.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/word-filters.module.css';
import { defaultWordSort, loadWordsPage, type WordFilters } from '../../shared/api/words.ts';
import { type WordSortColumn, wordSortColumns } from '../../shared/fields/words.ts';
import { formatQuery, formatSort, orderOf, parsePage, parseSort, type Sort } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { hasWordFilters, parseWordFilters } from '../../shared/pages/words-query.ts';
import { signInNameMax, wordsPageSize, wordTextMax } from '../../shared/rules/limits.ts';
import { healthLabels } from '../../shared/rules/word-health.ts';
import { wordStateLabels } from '../../shared/rules/word-states.ts';
import type { PageInput } from '../session/page-input.ts';
import { isFirstRun } from './first-run.ts';
import { islandPage } from './page.tsx';

type WordFiltersFormProps = { filters: WordFilters; sort: Sort<WordSortColumn>; input: PageInput };

const SearchFields = ({ filters: { text, state, health } }: Pick<WordFiltersFormProps, 'filters'>) => (
  <>
    <TextField label="Найти фразу" type="search" name="text" defaultValue={text ?? ''} maxLength={wordTextMax} />
    <SelectField label="Статус" name="state" defaultValue={state ?? ''} options={{ '': 'Любой', ...wordStateLabels }} />
    <SelectField label="Оценка" name="health" defaultValue={health ?? ''} options={{ '': 'Любая', ...healthLabels }} />
  </>
);

function WordFiltersForm({ filters, sort, input: { viewer, backendKind } }: WordFiltersFormProps) {
  if (backendKind !== 'own') return null;
  const isAdmin = viewer.user.type === 'admin';
  const sortName = formatSort(sort);
  const isSorted = sortName !== formatSort(defaultWordSort);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form role="search" aria-label="Фильтры" className={styles.filters} autoComplete="off">
      <SearchFields filters={filters} />
      {isAdmin && (
        <TextField
          label="Клиент: ID или имя"
          type="search"
          name="client"
          defaultValue={filters.client ?? ''}
          maxLength={signInNameMax}
        />
      )}
      {isAdmin && (
        <SelectField
          label="Показать"
          name="show"
          defaultValue={filters.deleted ? 'deleted' : ''}
          options={{ '': 'Действующие', deleted: 'Удалённые' }}
        />
      )}
      {isSorted && <input type="hidden" name="sort" value={sortName} />}
      <div className={styles.actions}>
        <button type="submit" className={controls.button}>
          Найти
        </button>
        {hasWordFilters(filters) && (
          <a href={formatQuery({ sort: isSorted ? sortName : null }) || '?'}>{messages.resetFilters}</a>
        )}
      </div>
    </form>
  );
}

export const wordsPage = islandPage('words', WordsIsland, async (input) => {
  const { viewer, query, backend, backendKind } = input;
  const { type } = viewer.user;
  const sort = parseSort(query.sort, wordSortColumns, defaultWordSort);
  const filters = parseWordFilters(query, type, backendKind);
  const page = parsePage(query.page);
  const offset = (page - 1) * wordsPageSize;
  const first = await backend.load(loadWordsPage(type, { offset, ...orderOf(sort) }, filters));
  const starts = !hasWordFilters(filters) && isFirstRun(input, first.data?.total);
  const main = starts ? (
    <div className={firstRun.untilRows}>
      <FirstRun {...input} />
    </div>
  ) : (
    <WordFiltersForm filters={filters} sort={sort} input={input} />
  );
  return { sort, page, filters, isFirstRun: starts, first, main };
});
