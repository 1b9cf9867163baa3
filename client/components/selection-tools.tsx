/** What can be done with the selected rows of a table: the head's checkbox, the bar, and the dialog of the chosen action. */
import { useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import type { RowId } from '../lib/selection.ts';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';
import { BusyButton } from './busy-button.tsx';
import { SelectAllBox, type SelectAllBoxProps } from './select-all-box.tsx';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';

/** The number of rows follows `question`. */
export type SelectionAction<Id extends RowId> = Pick<BulkDialogProps<Id>, 'question' | 'note' | 'danger' | 'send'> & {
  label: string;
};

type SelectionToolsProps<Id extends RowId> = SelectAllBoxProps<Id> &
  Pick<SelectionBarProps<Id>, 'filters' | 'loadIds'> & {
    list: { total: number };
    actions: readonly SelectionAction<Id>[];
    /** Called after rows have changed. */
    onChanged: () => void;
  };

export function SelectionTools<Id extends RowId>(props: SelectionToolsProps<Id>) {
  const { selection, list, filters, loadIds, actions, onChanged } = props;
  const [opened, setOpened] = useState<{ action: SelectionAction<Id>; ids: readonly Id[] } | null>(null);
  return (
    <>
      <SelectAllBox selection={selection} list={list} />
      <SelectionBar selection={selection} filters={filters} found={list.total} loadIds={loadIds}>
        {(none) =>
          actions.map((action) => (
            <BusyButton
              key={action.label}
              busy={false}
              disabled={none}
              onClick={() => setOpened({ action, ids: selection.ids() })}
            >
              {action.label}
            </BusyButton>
          ))
        }
      </SelectionBar>
      {opened && (
        <BulkDialog
          {...opened.action}
          question={`${opened.action.question}: ${formatNumber(opened.ids.length)}?`}
          confirmLabel={opened.action.label}
          ids={opened.ids}
          onStep={selection.deselect}
          onChanged={onChanged}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
