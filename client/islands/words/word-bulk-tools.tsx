/** What can be done with the selected phrases. */
import { type BulkAction, changeWords, loadWordIds } from '../../../shared/api/word-bulk.ts';
import type { WordFilters } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { formatWordFilters } from '../../../shared/words-query.ts';
import { SelectionTools } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { PagedList } from '../../lib/paged-list.ts';
import type { Selection } from '../../lib/selection.ts';
import { wordBulkTexts } from './word-bulk-texts.ts';

type WordBulkToolsProps = {
  selection: Selection<number>;
  list: PagedList<Word>;
  /** Those of the list. */
  filters: WordFilters;
  /** Called after phrases have changed. */
  onChanged: () => void;
};

const liveActions: readonly BulkAction[] = ['freeze', 'activate', 'full-search', 'delete'];
const deletedActions: readonly BulkAction[] = ['restore'];

export function WordBulkTools({ selection, list, filters, onChanged }: WordBulkToolsProps) {
  const context = useIslandContext();
  return (
    <SelectionTools
      selection={selection}
      list={list}
      filters={formatQuery(formatWordFilters(filters))}
      loadIds={() => callApi(loadWordIds(filters), context)}
      actions={(filters.deleted ? deletedActions : liveActions).map((action) => ({
        ...wordBulkTexts(action, context.viewer.user.type),
        danger: action === 'delete',
        send: (ids: number[]) => callApi(changeWords(action, ids), context),
      }))}
      onChanged={onChanged}
    />
  );
}
