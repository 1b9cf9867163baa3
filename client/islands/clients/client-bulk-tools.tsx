/** What can be done with the selected clients. */
import { useState } from 'react';
import { loadClientIds } from '../../../shared/api/client-bulk.ts';
import { type ExportAccess, exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { SelectionBar } from '../../components/selection-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import type { Selection } from '../../lib/selection.ts';
import { ExportAccessDialog } from './export-access-dialog.tsx';

type ClientBulkToolsProps = {
  selection: Selection<string>;
  /** That of the list, and the number of clients that it finds. */
  search: string;
  found: number;
  /** Called after clients have changed. */
  onChanged: () => void;
};

export function ClientBulkTools({ selection, search, found, onChanged }: ClientBulkToolsProps) {
  const context = useIslandContext();
  const [opened, setOpened] = useState<{ access: ExportAccess; ids: readonly string[] } | null>(null);
  return (
    <>
      <SelectionBar
        selection={selection}
        filters={search}
        found={found}
        loadIds={() => callApi(loadClientIds(search), context)}
      >
        {(none) =>
          exportAccesses.map((access) => (
            <BusyButton
              key={access}
              busy={false}
              disabled={none}
              onClick={() => setOpened({ access, ids: selection.ids() })}
            >
              {exportAccessActions[access]}
            </BusyButton>
          ))
        }
      </SelectionBar>
      {opened && (
        <ExportAccessDialog
          {...opened}
          onStep={selection.deselect}
          onChanged={onChanged}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
