/** The dialogs that the shell opens by a button with `data-opens`, on pages with an island and without. */
export type ShellDialog = 'impersonation' | 'password' | 'shortcuts';
