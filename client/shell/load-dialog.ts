/**
 * Loads the code of each shell dialog on first use. A module of its own, because this list would make up a tenth of the script
 * that every page loads.
 */
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

/** Returns a function that shows the dialog. */
export async function loadDialog(name: ShellDialog): Promise<(opener: HTMLElement | null) => void> {
  if (name === 'print') return () => print();
  const [{ showDialog }, { HostedDialog }] = await Promise.all([import('../dialogs/dialog-host.tsx'), imports[name]()]);
  return (opener) => showDialog(name, HostedDialog, opener);
}
