/** Opens the dialog «Вид таблицы» of its table. */
import { useLazyDialog } from '../lib/use-lazy-dialog.ts';
import { IconButton } from './icon-button.tsx';
import type { TitledColumn } from './table-column.ts';

const importDialog = () => import('../dialogs/table-view-dialog.tsx').then(({ TableViewDialog }) => TableViewDialog);

export function TableViewButton({ columns }: { columns: readonly TitledColumn[] }) {
  const { opened, openerProps, close } = useLazyDialog(importDialog);
  return (
    <>
      <IconButton
        label="Вид таблицы"
        icon="table-view"
        aria-haspopup="dialog"
        data-scripted=""
        {...openerProps({ columns })}
      />
      {opened && <opened.Component {...opened.subject} onClose={close} />}
    </>
  );
}
