/**
 * Loads the code of each shell dialog on first use. This is a separate module, because the list would make up a tenth of the
 * script that every page loads.
 */
import type { ComponentType } from 'react';
import type { ShellDialog } from '../../shared/page-names.ts';
import type { HostedDialogProps } from '../dialogs/dialog-host.tsx';
import { loadPart } from '../lib/load-part.ts';

type LoadedDialog = { HostedDialog: ComponentType<HostedDialogProps> };

const imports: Record<Exclude<ShellDialog, 'print'>, () => Promise<LoadedDialog>> = {
  'api-key': () => import('../dialogs/api-key-dialog.tsx'),
  find: () => import('../dialogs/find-dialog.tsx'),
  impersonation: () => import('../dialogs/impersonation-dialog.tsx'),
  password: () => import('../dialogs/password-dialog.tsx'),
  phrases: () => import('../dialogs/phrases-dialog.tsx'),
  'query-help': () => import('../dialogs/query-help-dialog.tsx'),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx'),
};

const importHost = () => import('../dialogs/dialog-host.tsx');

export async function preloadDialog(name: ShellDialog): Promise<void> {
  if (name !== 'print') await Promise.all([importHost(), imports[name]()]);
}

/** Returns a function that shows the dialog. */
export async function loadDialog(
  name: ShellDialog,
): Promise<(opener: HTMLElement | null, onClosed: () => void) => void> {
  if (name === 'print') {
    return (_opener, onClosed) => {
      onClosed();
      print();
    };
  }
  const [{ showDialog }, { HostedDialog }] = await Promise.all([loadPart(importHost), loadPart(imports[name])]);
  return (opener, onClosed) => showDialog({ component: HostedDialog, opener, onClosed });
}
