/** The dialogs that a button with `data-opens` opens on any page. */
export type ShellDialog = 'impersonation' | 'password' | 'query-help' | 'shortcuts';

/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;
