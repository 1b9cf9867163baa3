/** «Скачать отчёт»: links to the figures of a page as files. Works without scripts. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/popover-menu.module.css';
import { type ReportPage, reportFiles } from '../../shared/export.ts';
import { pathOf } from '../../shared/routes.ts';
import { ShellIcon } from '../render/icons.tsx';

const menuId = 'report-menu';
const name = 'Скачать отчёт';

/** `search`: the query of the page, with its question mark. */
export const ReportMenu = ({ page, basePath, search }: { page: ReportPage; basePath: string; search: string }) => (
  <div>
    <button type="button" className={controls.button} popoverTarget={menuId}>
      <ShellIcon name="export" />
      {name}
    </button>
    <div id={menuId} popover="auto" className={styles.menu}>
      {Object.entries(reportFiles).map(([format, { label }]) => (
        <a key={format} href={`${basePath}${pathOf(page)}/report.${format}${search}`} className={styles.choice}>
          {label}
        </a>
      ))}
    </div>
  </div>
);
