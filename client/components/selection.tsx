/**
 * The selected rows of a list, by ID, and the column of checkboxes that selects them. Each checkbox subscribes, so that a
 * change renders only the affected ones.
 */

import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isolate } from '../../shared/isolate.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { keepState, takeState } from '../lib/kept-state.ts';
import controls from '../styles/controls.module.css';
import type { Column, ControlProps } from './table-column.ts';

export type RowId = string | number;

export type Selection<Id extends RowId> = {
  subscribe: (listener: () => void) => () => void;
  has: (id: Id) => boolean;
  count: () => number;
  /** In the order of selection. */
  ids: () => Id[];
  toggle: (id: Id) => void;
  /** Replaces the selection. */
  select: (ids: readonly Id[]) => void;
  deselect: (ids: readonly Id[]) => void;
};

export function createSelection<Id extends RowId>(): Selection<Id> {
  let selected = new Set<Id>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    has: (id) => selected.has(id),
    count: () => selected.size,
    ids: () => [...selected],
    toggle(id) {
      if (!selected.delete(id)) selected.add(id);
      notify();
    },
    select(ids) {
      selected = new Set(ids);
      notify();
    },
    deselect(ids) {
      for (const id of ids) selected.delete(id);
      notify();
    },
  };
}

const keptMax = 1000;

/**
 * A reload of the page for new code keeps up to 1,000 selected rows (lib/kept-state.ts). With `loaded`, the IDs of the rows in
 * the table, each is selected again when its row is loaded; without it all are selected at once.
 */
export function useKeptSelection<Id extends RowId>(selection: Selection<Id> | null, loaded?: readonly Id[]): void {
  const { viewer } = useIslandContext();
  /** What is not selected again yet; null before the kept state is read. */
  const waiting = useRef<readonly Id[] | null>(null);

  useEffect(
    () =>
      selection?.subscribe(() => {
        // Another query, or the user, ends the selection.
        if (selection.count() === 0) waiting.current = [];
      }),
    [selection],
  );
  useEffect(
    () => (selection ? keepState('selection', viewer.user.id, () => selection.ids().slice(0, keptMax)) : undefined),
    [selection, viewer.user.id],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection or new rows can select kept rows
  useEffect(() => {
    if (!selection) return;
    const kept = waiting.current ?? (takeState('selection', viewer.user.id) as readonly Id[]);
    const isBack = loaded ? new Set(loaded) : new Set(kept);
    waiting.current = kept.filter((id) => !isBack.has(id));
    const back = kept.filter((id) => isBack.has(id));
    if (back.length > 0) selection.select([...selection.ids(), ...back]);
  }, [selection, loaded]);
}

type SelectBoxProps<Id extends RowId> = { selection: Selection<Id>; id: Id; name: string; control: ControlProps };

/** Makes the whole cell clickable. A label around the box would add an element to every row. */
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
      aria-label={`Выбрать: ${isolate(name)}`}
      checked={checked}
      onChange={() => selection.toggle(id)}
    />
  );
}

/** Only our own backend changes many rows at once. `nameOf` returns the row's name for screen readers. */
export const selectColumn = <Row, Id extends RowId>(
  selection: Selection<Id>,
  idOf: (row: Row) => Id,
  nameOf: (row: Row) => string,
): Column<Row, never> => ({
  title: 'Выбрать',
  on: 'own',
  width: '2.5rem',
  align: 'select',
  leading: true,
  cell: (row, control) => <SelectBox selection={selection} id={idOf(row)} name={nameOf(row)} control={control} />,
});
