/** Opens the shell's dialogs and the labels of charts. Dialogs are React components; all code loads on first use. */
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

const load = async (name: ShellDialog) =>
  name === 'print' ? null : Promise.all([import('../dialogs/dialog-host.tsx'), imports[name]()]);

const find = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const openers = '[data-opens]';

const dialogOf = (opener: HTMLElement) => opener.dataset.opens as ShellDialog;

let loading = false;

/** `opener` is busy while the dialog's code loads. Calls during that time have no effect. */
export async function openDialog(name: ShellDialog, opener: HTMLElement | null = null): Promise<void> {
  if (loading) return;
  loading = true;
  if (opener) opener.ariaBusy = 'true';
  try {
    const [host, dialog] = (await load(name)) ?? [];
    if (host && dialog) host.showDialog(name, dialog.HostedDialog, opener);
    else print();
  } catch {
    // A new deployment may have removed this page's scripts. The reloaded page has the new file names.
    location.reload();
  } finally {
    loading = false;
    if (opener) opener.ariaBusy = null;
  }
}

/** Handles all buttons with `data-opens`, and the first mark of a chart that is pointed at or gets the focus. */
export function startOpeners(): void {
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, (event) => {
      const opener = find(event, openers);
      // The click handles a load failure.
      if (opener) load(dialogOf(opener)).catch(() => undefined);
      if (find(event, 'figure svg a')) import('./chart-labels.ts').then(({ showLabel }) => showLabel(event));
    });
  }
  addEventListener('click', (event) => {
    const opener = find(event, openers);
    if (opener) void openDialog(dialogOf(opener), opener);
  });
}
