/** The dialog «Вид таблицы», closed in every page with a table; client/shell/table-view.ts runs it and lists the columns. */
import controls from '../../client/styles/controls.module.css';
import menu from '../../client/styles/popover-menu.module.css';
import styles from '../../client/styles/shell-dialogs.module.css';
import { type Density, densities } from '../../shared/preferences.ts';

export const tableViewDialogId = 'table-view-dialog';

const labels: Record<Density, string> = { comfortable: 'Свободно', compact: 'Плотно' };

export function TableViewDialog({ density }: { density: Density }) {
  return (
    <dialog id={tableViewDialogId} aria-labelledby="table-view-title" className={styles.tableView}>
      <form method="dialog" className={controls.form}>
        <h2 id="table-view-title">Вид таблицы</h2>
        <fieldset>
          <legend className={controls.hint}>Строки</legend>
          {densities.map((choice) => (
            <label key={choice} className={menu.choice}>
              <input type="radio" name="density" value={choice} defaultChecked={choice === density} />
              {labels[choice]}
            </label>
          ))}
        </fieldset>
        <fieldset name="columns">
          <legend className={controls.hint}>Столбцы</legend>
          <div />
        </fieldset>
        <div className={controls.actions}>
          <button type="submit" className={controls.button}>
            Закрыть
          </button>
        </div>
      </form>
    </dialog>
  );
}
