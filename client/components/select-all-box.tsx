/** The checkbox in the table's head: selects the loaded rows, or ends the selection. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type PagedList, rowCountOf } from '../lib/paged-list.ts';
import type { RowId, Selection } from '../lib/selection.ts';
import controls from '../styles/controls.module.css';
import { onServer } from './static-children.ts';

export type SelectAllBoxProps<Id extends RowId> = {
  selection: Selection<Id>;
  list: Pick<PagedList<{ id: Id }>, 'rows' | 'later' | 'stale'>;
};

function stateOf<Id extends RowId>({ selection, list }: SelectAllBoxProps<Id>): 'none' | 'some' | 'all' {
  const count = selection.count();
  if (count === 0) return 'none';
  return count >= rowCountOf(list) && list.rows.every(({ id }) => selection.has(id)) ? 'all' : 'some';
}

/** The code of the head loads with the page, this component with the first input: it renders into the head. */
export function SelectAllBox<Id extends RowId>(props: SelectAllBoxProps<Id>) {
  const { selection, list } = props;
  const { rows, later, stale } = list;
  const [head] = useState(() => (onServer ? null : document.querySelector('th.select')));
  const getState = () => stateOf(props);
  const state = useSyncExternalStore(selection.subscribe, getState, getState);
  const [waiting, setWaiting] = useState(false);
  const checked = waiting || state === 'all';

  useEffect(() => {
    if (!waiting || later || stale) return;
    selection.select([...selection.ids(), ...rows.map(({ id }) => id)]);
    setWaiting(false);
  }, [waiting, later, stale, rows, selection]);

  function toggle() {
    setWaiting(!checked);
    if (checked) selection.select([]);
    // The table reports the failure.
    else later?.load().catch(() => setWaiting(false));
  }

  if (!head) return null;
  return createPortal(
    <label>
      <input
        ref={(box) => {
          if (box) box.indeterminate = !checked && state === 'some';
        }}
        type="checkbox"
        className={controls.checkbox}
        aria-label="Выбрать все загруженные строки"
        disabled={rows.length === 0}
        checked={checked}
        onChange={toggle}
      />
    </label>,
    head,
  );
}
