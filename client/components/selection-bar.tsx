/** The bar below a table with the number of selected rows, a button that selects all found rows, and the bulk actions. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import type { RowId, Selection } from '../lib/selection.ts';
import { BusyButton } from './busy-button.tsx';
import { useNotify } from './message-bar.tsx';
import styles from './selection-bar.module.css';

export type SelectionBarProps<Id extends RowId> = {
  selection: Selection<Id>;
  /** The filters of the list. Other filters end the selection. */
  filters: string;
  /** The total of the list with its filters; negative when unknown. */
  found: number;
  /** Loads the IDs of the whole list with its filters. */
  loadIds: () => Promise<readonly Id[]>;
  /** Buttons. `none` is true while nothing is selected. */
  children: (none: boolean) => ReactNode;
};

export function SelectionBar<Id extends RowId>(props: SelectionBarProps<Id>) {
  const { selection, filters, found, loadIds, children } = props;
  const count = useSyncExternalStore(selection.subscribe, selection.count, () => 0);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
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
    try {
      const ids = await loadIds();
      if (shownFilters.current === filters) selection.select(ids);
    } catch (error) {
      notify({ kind: 'failure', text: error instanceof Error ? error.message : messages.unexpected });
    } finally {
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form
    <div role="group" aria-label="Выбранные строки" className={styles.bar} data-selected={isActive ? '' : undefined}>
      <p role="status">
        Выбрано: <strong>{formatNumber(count)}</strong>
      </p>
      <BusyButton busy={busy} disabled={found <= 0} onClick={selectAll}>
        Выбрать все найденные: {formatNumber(Math.max(found, 0))}
      </BusyButton>
      <div className={styles.actions}>
        <BusyButton busy={false} disabled={!isActive} onClick={() => selection.select([])}>
          Снять выбор
        </BusyButton>
        {children(!isActive)}
      </div>
    </div>
  );
}
