/** What can be done with the selected clients. */
import { loadClientIds, setExportAccess } from '../../../shared/api/clients.ts';
import type { ListedClient } from '../../../shared/fields/clients.ts';
import { exportAccessActions, exportAccesses } from '../../../shared/rules/client.ts';
import type { Selection } from '../../components/selection.tsx';
import { SelectionTools } from '../../components/selection-tools.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ChangeableList } from '../../lib/loaded-pages.ts';

/** `search` is that of the list. */
type ClientBulkToolsProps = { selection: Selection<string>; list: ChangeableList<ListedClient>; search: string };

export function ClientBulkTools({ selection, list, search }: ClientBulkToolsProps) {
  const context = useIslandContext();
  return (
    <SelectionTools
      selection={selection}
      list={list}
      filters={search}
      loadIds={() => callApi(loadClientIds(search), context)}
      actions={exportAccesses.map((access) => ({
        label: exportAccessActions[access],
        question: `${exportAccessActions[access]} клиентам`,
        note: 'Это можно отменить обратным действием.',
        send: (ids: string[]) => callApi(setExportAccess(ids, access), context),
      }))}
      onChanged={list.reload}
    />
  );
}
