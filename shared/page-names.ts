/** Names that connect the HTML of the server with its scripts: dialogs, element IDs and events. */
import type { AuthUser } from './roles.ts';

/** The dialogs that a button with `data-opens` opens on any page. `print` is the browser's own. */
export type ShellDialog =
  | 'api-key'
  | 'impersonation'
  | 'password'
  | 'phrases'
  | 'print'
  | 'query-help'
  | 'saved-view'
  | 'shortcuts';

/** What the dialog `saved-view` does with a view, as `data-action` of its button. Without it, it saves the feed's filters. */
export type SavedViewAction = 'update' | 'rename' | 'pin' | 'unpin' | 'delete';

/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;

/** Element IDs. `reload` is a hidden button for scripts that have changed what the overview shows. */
export const overviewIds = {
  views: 'saved-views',
  save: 'save-view',
  /** The menu of rare actions, which may hold the button `save`. */
  more: 'more-actions',
  toggle: 'histogram-toggle',
  reload: 'overview-reload',
} as const;

export const localViewsId = 'local-views';

/** The window's event after a change of the saved views in local storage, or of the feed's address. */
export const localViewsEvent = 'local-views-change';

export const localViewsKey = ({ type, id }: AuthUser): string => `saved_views:${type}:${id}`;

/** The element ID of the menu of exports; `data-state` has the address of its `ExportState`. */
export const exportMenuId = 'export-menu';
