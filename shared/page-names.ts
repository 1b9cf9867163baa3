/** Names that connect the HTML of the server with its scripts: dialogs, element IDs and events. */
import type { AuthUser } from './roles.ts';

/** The dialogs that a button with `data-opens` opens on any page. `print` is the print dialog of the browser. */
export type ShellDialog =
  | 'api-key'
  | 'impersonation'
  | 'password'
  | 'phrases'
  | 'print'
  | 'query-help'
  | 'saved-view'
  | 'shortcuts';

/**
 * What the dialog `saved-view` does with a view: `data-action` of its button. Without it, the dialog saves the feed's filters
 * as a new view.
 */
export type SavedViewAction = 'update' | 'rename' | 'pin' | 'unpin' | 'delete';

/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;

/** Element IDs. `reload` is a hidden button that scripts click after changing what the overview shows. */
export const overviewIds = {
  views: 'saved-views',
  save: 'save-view',
  /** The menu of rare actions, which may hold the button `save`. */
  more: 'more-actions',
  toggle: 'histogram-toggle',
  reload: 'overview-reload',
} as const;

/** The element IDs of the shell's messages, which are hidden in the HTML of each page, so that scripts can show them at once. */
export type Notice = 'connection-lost' | 'connection-found' | 'draft-kept' | 'new-version' | 'part-failed';

/** The element ID of what is around them. */
export const noticesId = 'notices';

export const localViewsId = 'local-views';

/** Dispatched on the window when the saved views in local storage or the URL of the feed have changed. */
export const localViewsEvent = 'local-views-change';

export const localViewsKey = ({ type, id }: AuthUser): string => `saved_views:${type}:${id}`;

/** The element ID of the export menu; its `data-state` is the URL that returns its `ExportState`. */
export const exportMenuId = 'export-menu';
