/** Names that connect the HTML of the server with its scripts: dialogs, element IDs and events. */
/** The dialogs that a button with `data-opens` opens on any page. `print` is the print dialog of the browser. */
export type ShellDialog =
  | 'api-key'
  | 'find'
  | 'impersonation'
  | 'password'
  | 'phrases'
  | 'print'
  | 'query-help'
  | 'shortcuts';

/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;

/** The element ID of the button that saves the feed's filters, which a shortcut presses. */
export const saveViewId = 'save-view';

/** The element ID of the filters in the sidebar. */
export const sidebarFiltersId = 'sidebar-filters';

/** The element IDs of the shell's messages, which are hidden in the HTML of each page, so that scripts can show them at once. */
export type Notice = 'connection-lost' | 'connection-found' | 'draft-kept' | 'new-version' | 'part-failed';

/** The element ID of their container. */
export const noticesId = 'notices';

/** The element ID of the export menu; its `data-state` is the URL that returns its `ExportState`. */
export const exportMenuId = 'export-menu';

export const themeMenuId = 'theme-menu';

/** The region that says what stands out in a bar of a chart, and the parameter that names the bar. */
export const standoutsTitle = 'Что выделяется';
export const standoutsId = 'standouts';

/** The address of the region for the bar that starts at `from`. `href` ends where the start follows. */
export const standoutsHref = (href: string, from: string): string =>
  `${href}${encodeURIComponent(from)}#${standoutsId}`;
