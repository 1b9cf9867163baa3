/** The menus in the header of a page. Loads when a popover first opens. */
import { exportMenuId, themeMenuId } from '../../shared/page-names.ts';
import { startExportMenu } from './export-menu.ts';
import { startThemeMenu } from './theme-menu.ts';

const exportMenu = document.getElementById(exportMenuId);
if (exportMenu) startExportMenu(exportMenu);
const themeMenu = document.getElementById(themeMenuId);
if (themeMenu) startThemeMenu(themeMenu);
