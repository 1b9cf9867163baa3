/** Changes the selected phrases. */
import { type BulkAction, changeWords } from '../../../shared/api/word-bulk.ts';
import { formatNumber } from '../../../shared/format.ts';
import { BulkDialog, type BulkDialogProps } from '../../components/bulk-dialog.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { bulkTexts } from './bulk-texts.ts';

type WordsBulkDialogProps = Pick<BulkDialogProps<number>, 'ids' | 'onStep' | 'onChanged' | 'onClose'> & {
  action: BulkAction;
};

export function WordsBulkDialog({ action, ids, ...handlers }: WordsBulkDialogProps) {
  const context = useIslandContext();
  const { label, question, note } = bulkTexts(action, context.viewer.user.type);
  return (
    <BulkDialog
      {...handlers}
      question={`${question}: ${formatNumber(ids.length)}?`}
      note={note}
      confirmLabel={label}
      danger={action === 'delete'}
      ids={ids}
      send={(step) => callApi(changeWords(action, step), context)}
    />
  );
}
