/** Lists the keyboard shortcuts and turns them on or off. */
import { offered } from '../../shared/backend-kind.ts';
import { shortcuts } from '../../shared/shortcuts.ts';
import { ClosableDialog } from '../components/dialogs.tsx';
import { Checkbox } from '../components/form-field.tsx';
import { useIslandContext } from '../lib/island-context.ts';
import { areShortcutsOn, switchShortcuts } from '../lib/shortcut-setting.ts';
import controls from '../styles/controls.module.css';
import styles from './shortcuts-dialog.module.css';

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { backendKind, hasWork } = useIslandContext();
  const shown = offered(shortcuts, backendKind).filter((shortcut) => hasWork || !('ofWork' in shortcut));
  return (
    <ClosableDialog title="Горячие клавиши" className={styles.shortcuts} onClose={onClose}>
      <dl className={styles.keys}>
        {shown.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={controls.hint}>Раскладка клавиатуры не важна. Стрелки ведут по ячейкам таблицы.</p>
      <Checkbox defaultChecked={areShortcutsOn()} onChange={({ target }) => switchShortcuts(target.checked)}>
        Горячие клавиши включены
      </Checkbox>
    </ClosableDialog>
  );
}

export { ShortcutsDialog as HostedDialog };
