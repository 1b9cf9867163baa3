/** The menu «Экспорт», a popover of links that work without JavaScript. client/shell/export-menu.ts adds what follows the filters. */

import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/popover-menu.module.css';
import { exportFormats, exportTotalText } from '../../shared/export.ts';
import { exportMenuId } from '../../shared/page-names.ts';
import { ShellIcon } from './shell-icon.tsx';

/** `address` is that of the page, with its filters in `search`. `total` is -1 when unknown. */
type ExportMenuProps = { address: string; search: string; total: number };

export function ExportMenu({ address, search, total }: ExportMenuProps) {
  return (
    <div>
      <button
        type="button"
        className={`${controls.button} ${controls.buttonGhost}`}
        popoverTarget={exportMenuId}
        aria-haspopup="menu"
      >
        <ShellIcon name="export" />
        <span className={styles.title}>Экспорт</span>
      </button>
      <div id={exportMenuId} popover="auto" data-state={`${address}/export`} className={styles.menu}>
        <p className={styles.note}>{exportTotalText(total)}</p>
        <div role="menu" aria-label="Экспорт">
          {Object.entries(exportFormats).map(([format, { label }]) => (
            <a key={format} role="menuitem" href={`${address}/export.${format}${search}`} className={styles.choice}>
              {label}
            </a>
          ))}
        </div>
        <p role="status" className={styles.note} />
      </div>
    </div>
  );
}
