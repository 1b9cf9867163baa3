/** The dialogs that a button with `data-opens` opens on any page. */
export type ShellDialog = 'impersonation' | 'password' | 'shortcuts';
