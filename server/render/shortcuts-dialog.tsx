/** The list of keys, closed in every signed-in page; client/shell/shortcuts.ts runs it. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/shell-dialogs.module.css';
import { shortcuts } from '../../shared/shortcuts.ts';

export const shortcutsDialogId = 'shortcuts-dialog';

export function ShortcutsDialog() {
  return (
    <dialog id={shortcutsDialogId} aria-labelledby="shortcuts-title" className={styles.shortcuts}>
      <form method="dialog" className={controls.form}>
        <h2 id="shortcuts-title">Горячие клавиши</h2>
        <dl className={styles.keys}>
          {shortcuts.map(({ key, text }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        <p className={controls.hint}>Раскладка клавиатуры не важна. Стрелки ведут по ячейкам таблицы.</p>
        <label className={styles.switch}>
          <input type="checkbox" name="shortcuts" className={controls.checkbox} defaultChecked />
          Горячие клавиши включены
        </label>
        <div className={controls.actions}>
          <button type="submit" className={controls.button}>
            Закрыть
          </button>
        </div>
      </form>
    </dialog>
  );
}
