/** The selected rows of a list, by ID. Rows subscribe, so that a change renders only what it concerns. */

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
