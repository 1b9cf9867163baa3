/** The column of checkboxes that selects rows for bulk actions. */
import { useSyncExternalStore } from 'react';
import type { RowId, Selection } from '../lib/selection.ts';
import controls from '../styles/controls.module.css';
import type { Column, ControlProps } from './table-column.ts';

type SelectBoxProps<Id extends RowId> = { selection: Selection<Id>; id: Id; name: string; control: ControlProps };

/** The whole cell is the target of the pointer. A label around the box would be an element more in every row. */
function pressWithCell(box: HTMLInputElement | null) {
  const cell = box?.parentElement;
  if (!cell) return;
  cell.onclick = ({ target }) => {
    if (target === cell) box.click();
  };
}

function SelectBox<Id extends RowId>({ selection, id, name, control }: SelectBoxProps<Id>) {
  const checked = useSyncExternalStore(
    selection.subscribe,
    () => selection.has(id),
    () => false,
  );
  return (
    <input
      {...control}
      ref={pressWithCell}
      type="checkbox"
      className={controls.checkbox}
      aria-label={`Выбрать: ${name}`}
      checked={checked}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** `nameOf` returns what a screen reader calls the row. */
export const selectColumn = <Row, Id extends RowId>(
  selection: Selection<Id>,
  idOf: (row: Row) => Id,
  nameOf: (row: Row) => string,
): Column<Row, never> => ({
  title: 'Выбрать',
  width: '40px',
  align: 'select',
  leading: true,
  cell: (row, control) => <SelectBox selection={selection} id={idOf(row)} name={nameOf(row)} control={control} />,
});
