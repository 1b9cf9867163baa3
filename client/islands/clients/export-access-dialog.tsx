/** Allows or denies the selected clients to export. */
import { setExportAccess } from '../../../shared/api/client-bulk.ts';
import { formatNumber } from '../../../shared/format.ts';
import { type ExportAccess, exportAccessActions } from '../../../shared/rules/client.ts';
import { BulkDialog, type BulkDialogProps } from '../../components/bulk-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';

type ExportAccessDialogProps = Pick<BulkDialogProps<string>, 'ids' | 'onStep' | 'onChanged' | 'onClose'> & {
  access: ExportAccess;
};

export function ExportAccessDialog({ access, ids, ...handlers }: ExportAccessDialogProps) {
  const context = useIslandContext();
  const action = exportAccessActions[access];
  return (
    <BulkDialog
      {...handlers}
      question={`${action} клиентам: ${formatNumber(ids.length)}?`}
      note="Это можно отменить обратным действием."
      confirmLabel={action}
      ids={ids}
      send={(step) => callApi(setExportAccess(step, access), context)}
    />
  );
}
