/** Sets the row density of all tables and the visible columns of one table. Changes apply at once. */

import { offered } from '../../shared/backend-kind.ts';
import { type Density, densities } from '../../shared/preferences.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { savePreference } from '../lib/preferences.ts';
import controls from '../styles/controls.module.css';
import menu from '../styles/popover-menu.module.css';
import { ClosableDialog } from './dialogs.tsx';
import type { TitledColumn } from './table-column.ts';
import { useTableView } from './table-geometry.ts';
import styles from './table-view-dialog.module.css';

const densityLabels: Record<Density, string> = { comfortable: 'Свободно', compact: 'Плотно' };

/** Only columns with a name can be hidden. */
type TableViewDialogProps = { columns: readonly TitledColumn[]; onClose: () => void };

export function TableViewDialog({ columns, onClose }: TableViewDialogProps) {
  const { backendKind } = useIslandContext();
  const { density, hiddenColumns } = useTableView();

  function setColumnVisible(name: string, visible: boolean) {
    const others = hiddenColumns.filter((hidden) => hidden !== name);
    savePreference('hiddenColumns', (visible ? others : [...others, name]).join(' '));
  }

  return (
    <ClosableDialog title="Вид таблицы" className={styles.tableView} onClose={onClose}>
      <fieldset>
        <legend className={controls.hint}>Строки</legend>
        {densities.map((choice) => (
          <label key={choice} className={menu.choice}>
            <input
              type="radio"
              name="density"
              checked={choice === density}
              onChange={() => savePreference('density', choice)}
            />
            {densityLabels[choice]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend className={controls.hint}>Столбцы</legend>
        {offered(columns, backendKind).map(
          ({ name, title, group = title }, place, all) =>
            name &&
            all[place - 1]?.name !== name && (
              <label key={name} className={menu.choice}>
                <input
                  type="checkbox"
                  checked={!hiddenColumns.includes(name)}
                  onChange={({ target }) => setColumnVisible(name, target.checked)}
                />
                {group}
              </label>
            ),
        )}
      </fieldset>
    </ClosableDialog>
  );
}
