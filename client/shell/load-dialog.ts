/** Loads the code of the shell's dialogs, each on first use. */
import type { ComponentType } from 'react';
import type { ShellDialog } from '../../shared/dialogs.ts';
import type { HostedDialogProps } from '../dialogs/dialog-host.tsx';

const imports: Record<ShellDialog, () => Promise<{ HostedDialog: ComponentType<HostedDialogProps> }>> = {
  impersonation: () => import('../dialogs/impersonation-dialog.tsx'),
  password: () => import('../dialogs/password-dialog.tsx'),
  'query-help': () => import('../dialogs/query-help-dialog.tsx'),
  'saved-view': () => import('../saved-views/saved-view-dialog.tsx'),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx'),
};

export const loadDialog = (name: ShellDialog) => Promise.all([import('../dialogs/dialog-host.tsx'), imports[name]()]);
