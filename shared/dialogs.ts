/** The dialogs that a button with `data-opens` opens on any page. `print` is the browser's own. */
export type ShellDialog = 'impersonation' | 'password' | 'print' | 'query-help' | 'saved-view' | 'shortcuts';

/** What the dialog `saved-view` does with a view, as `data-action` of its button. Without it, it saves the feed's filters. */
export type SavedViewAction = 'rename' | 'delete';

/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;
