/** The checkbox in the table's head: selects the loaded rows, or ends the selection. */
import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { PagedList } from '../lib/paged-list.ts';
import type { RowId, Selection } from '../lib/selection.ts';
import controls from '../styles/controls.module.css';
import { onServer } from './static-children.ts';

export type SelectAllBoxProps<Id extends RowId> = {
  selection: Selection<Id>;
  list: Pick<PagedList<{ id: Id }>, 'rows' | 'stale'>;
};

function stateOf<Id extends RowId>({ selection, list }: SelectAllBoxProps<Id>): 'none' | 'some' | 'all' {
  const count = selection.count();
  if (count === 0) return 'none';
  return list.rows.every(({ id }) => selection.has(id)) ? 'all' : 'some';
}

/** The code of the head loads with the page, this component with the first input: it renders into the head. */
export function SelectAllBox<Id extends RowId>(props: SelectAllBoxProps<Id>) {
  const { selection, list } = props;
  const [head] = useState(() => (onServer ? null : document.querySelector('[role="columnheader"].select')));
  const getState = () => stateOf(props);
  const state = useSyncExternalStore(selection.subscribe, getState, getState);

  if (!head) return null;
  return createPortal(
    <label>
      <input
        ref={(box) => {
          if (box) box.indeterminate = state === 'some';
        }}
        type="checkbox"
        className={controls.checkbox}
        aria-label="Выбрать все загруженные строки"
        disabled={list.rows.length === 0 || list.stale}
        checked={state === 'all'}
        onChange={() => selection.select(state === 'all' ? [] : [...selection.ids(), ...list.rows.map(({ id }) => id)])}
      />
    </label>,
    head,
  );
}
