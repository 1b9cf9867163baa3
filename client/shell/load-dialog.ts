/** Loads the code of the shell's dialogs, each on first use. */
import type { ComponentType } from 'react';
import type { ShellDialog } from '../../shared/page-names.ts';
import type { HostedDialogProps } from '../dialogs/dialog-host.tsx';

type LoadedDialog = { HostedDialog: ComponentType<HostedDialogProps> };

const imports: Record<Exclude<ShellDialog, 'print'>, () => Promise<LoadedDialog>> = {
  'api-key': () => import('../dialogs/api-key-dialog.tsx'),
  impersonation: () => import('../dialogs/impersonation-dialog.tsx'),
  password: () => import('../dialogs/password-dialog.tsx'),
  phrases: () => import('../dialogs/phrases-dialog.tsx'),
  'query-help': () => import('../dialogs/query-help-dialog.tsx'),
  'saved-view': () => import('../saved-views/saved-view-dialog.tsx'),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx'),
};

const browserDialog = [{ showDialog: () => print() }, { HostedDialog: () => null }] as const;

export const loadDialog = async (name: ShellDialog) =>
  name === 'print' ? browserDialog : Promise.all([import('../dialogs/dialog-host.tsx'), imports[name]()]);
