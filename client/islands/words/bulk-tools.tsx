/** What can be done with the selected phrases. */
import { useState } from 'react';
import { type BulkAction, loadWordIds } from '../../../shared/api/word-bulk.ts';
import type { WordFilters } from '../../../shared/api/words.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { formatWordFilters } from '../../../shared/words-query.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { Selection } from '../../lib/selection.ts';
import { bulkTexts } from './bulk-texts.ts';
import { WordsBulkDialog } from './words-bulk-dialog.tsx';

type BulkToolsProps = {
  selection: Selection<number>;
  /** Those of the page, and the number of phrases that they find. */
  filters: WordFilters;
  found: number;
  /** Called after phrases have changed. */
  onChanged: () => void;
};

const liveActions: readonly BulkAction[] = ['freeze', 'activate', 'full-search', 'delete'];
const deletedActions: readonly BulkAction[] = ['restore'];

export function BulkTools({ selection, filters, found, onChanged }: BulkToolsProps) {
  const context = useIslandContext();
  const [opened, setOpened] = useState<{ action: BulkAction; ids: readonly number[] } | null>(null);
  return (
    <>
      <SelectionBar
        selection={selection}
        filters={formatQuery(formatWordFilters(filters))}
        found={found}
        loadIds={() => callApi(loadWordIds(filters), context)}
      >
        {(none) =>
          (filters.deleted ? deletedActions : liveActions).map((action) => (
            <BusyButton
              key={action}
              busy={false}
              disabled={none}
              onClick={() => setOpened({ action, ids: selection.ids() })}
            >
              {bulkTexts(action, context.viewer.user.type).label}
            </BusyButton>
          ))
        }
      </SelectionBar>
      {opened && (
        <WordsBulkDialog
          {...opened}
          onStep={selection.deselect}
          onChanged={onChanged}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
