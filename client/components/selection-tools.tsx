/**
 * Tools for the selected rows of a table: the checkbox in the header, the bar with bulk actions, and the dialog of the chosen
 * action.
 */

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { formatNumber } from '../../shared/format.ts';
import type { PagedList } from '../lib/loaded-pages.ts';
import { onServer } from '../lib/on-server.ts';
import controls from '../styles/controls.module.css';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';
import { Button, IconButton } from './buttons.tsx';
import { useChangeProps } from './lazy.tsx';
import { useAttempt } from './message-bar.tsx';
import type { RowId, Selection } from './selection.tsx';
import styles from './selection-bar.module.css';

/** The checkbox in the table's header: selects the loaded rows, or ends the selection. */
export type SelectAllBoxProps<Id extends RowId> = {
  selection: Selection<Id>;
  list: Pick<PagedList<{ id: Id }>, 'rows' | 'stale'>;
};

function stateOf<Id extends RowId>({ selection, list }: SelectAllBoxProps<Id>): 'none' | 'some' | 'all' {
  const count = selection.count();
  if (count === 0) return 'none';
  return list.rows.every(({ id }) => selection.has(id)) ? 'all' : 'some';
}

/** The header loads with the page, but this component with the first input, so it renders through a portal. */
export function SelectAllBox<Id extends RowId>(props: SelectAllBoxProps<Id>) {
  const { selection, list } = props;
  const [header] = useState(() => (onServer ? null : document.querySelector('[role="columnheader"].select')));
  const getState = () => stateOf(props);
  const state = useSyncExternalStore(selection.subscribe, getState, getState);

  if (!header) return null;
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
    header,
  );
}

type SelectionBarProps<Id extends RowId> = {
  selection: Selection<Id>;
  /** Identifies the filters of the list. A change of filters ends the selection. */
  filters: string;
  /** The total of the filtered list; negative if unknown. */
  found: number;
  /** The number to show instead of the number of selected IDs. */
  shownCount?: number | null;
  /** Loads the IDs of the whole filtered list. */
  loadIds: () => Promise<readonly Id[]>;
  /** Called after the whole filtered list has been selected. */
  onAll?: () => void;
  /** On phones only those with `data-frequent` are shown, and the others after a press of «Ещё действия». */
  children: ReactNode;
};

/** The bar below a table while rows are selected: their number, a button that selects all found rows, and the bulk actions. */
export function SelectionBar<Id extends RowId>(props: SelectionBarProps<Id>) {
  const { selection, filters, found, shownCount = null, loadIds, onAll, children } = props;
  const count = useSyncExternalStore(selection.subscribe, selection.count, () => 0);
  const attempt = useAttempt();
  const [busy, setBusy] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const shownFilters = useRef(filters);
  useEffect(() => {
    if (shownFilters.current !== filters) selection.select([]);
    shownFilters.current = filters;
  }, [selection, filters]);
  const isActive = count > 0;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-selection', isActive);
  }, [isActive]);

  async function selectAll() {
    setBusy(true);
    await attempt(async () => {
      const ids = await loadIds();
      if (shownFilters.current !== filters) return;
      selection.select(ids);
      onAll?.();
    });
    setBusy(false);
  }

  function deselect() {
    selection.select([]);
    // The pressed button disappears.
    document.querySelector<HTMLElement>('[role="columnheader"].select input')?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div
      role="group"
      aria-label="Выбранные строки"
      className={isActive ? styles.bar : controls.visuallyHidden}
      data-unfolded={unfolded ? '' : undefined}
    >
      <p role="status">
        Выбрано: <strong>{formatNumber(shownCount ?? count)}</strong>
      </p>
      {isActive && (
        <>
          <Button busy={busy} disabled={found <= 0} onClick={selectAll}>
            Выбрать все найденные: {formatNumber(Math.max(found, 0))}
          </Button>
          <div className={styles.actions}>
            <Button onClick={deselect}>Снять выбор</Button>
            {children}
            <IconButton
              label="Ещё действия"
              icon="more"
              aria-expanded={unfolded}
              data-unfolds=""
              onClick={() => setUnfolded(!unfolded)}
            />
          </div>
        </>
      )}
    </div>
  );
}

/** `question` has no number; the number of rows is appended. */
export type SelectionAction<Id extends RowId> = Pick<BulkDialogProps<Id>, 'question' | 'note' | 'danger' | 'send'> & {
  label: string;
};

export type SelectionToolsProps<Id extends RowId> = SelectAllBoxProps<Id> &
  Pick<SelectionBarProps<Id>, 'filters' | 'loadIds'> & {
    list: { total: number };
    actions: readonly SelectionAction<Id>[];
    /** Called after rows have changed. */
    onChanged: () => void;
  };

/** On a phone there is room for so many actions. */
const frequentMax = 2;

export function SelectionTools<Id extends RowId>(props: SelectionToolsProps<Id>) {
  const { selection, list, filters, loadIds, actions, onChanged } = props;
  const changeProps = useChangeProps();
  const [opened, setOpened] = useState<{ action: SelectionAction<Id>; ids: readonly Id[] } | null>(null);
  return (
    <>
      <SelectAllBox selection={selection} list={list} />
      <SelectionBar selection={selection} filters={filters} found={list.total} loadIds={loadIds}>
        {actions.map((action, index) => (
          <Button
            key={action.label}
            data-frequent={index < frequentMax ? '' : undefined}
            {...changeProps({ onClick: () => setOpened({ action, ids: selection.ids() }) })}
          >
            {action.label}
          </Button>
        ))}
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
