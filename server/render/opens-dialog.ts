/** The attributes of a button that opens a dialog; without JavaScript the style sheet hides the button. */
import type { ShellDialog } from '../../shared/dialogs.ts';

export const opensDialog = (dialog: ShellDialog) =>
  ({ 'aria-haspopup': 'dialog', 'data-opens': dialog, 'data-scripted': '' }) as const;
