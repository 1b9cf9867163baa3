/** Opens the shell's dialogs. They are React components: they and React load when a dialog is about to open. */
import type { ComponentType } from 'react';
import type { ShellDialog } from '../../shared/dialogs.ts';
import type { HostedDialogProps } from '../dialogs/dialog-host.tsx';

const imports: Record<ShellDialog, () => Promise<ComponentType<HostedDialogProps>>> = {
  impersonation: () =>
    import('../dialogs/impersonation-dialog.tsx').then(({ ImpersonationDialog }) => ImpersonationDialog),
  password: () => import('../dialogs/password-dialog.tsx').then(({ PasswordDialog }) => PasswordDialog),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
};

const load = (name: ShellDialog) => Promise.all([import('../dialogs/dialog-host.tsx'), imports[name]()]);

function findOpener({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-opens]') : null;
}

const dialogOf = (opener: HTMLElement) => opener.dataset.opens as ShellDialog;

/**
 * The browser returns the focus by itself, except to a button of the narrow screens' menu, which closes when a dialog
 * opens.
 */
function returnFocus(opener: HTMLElement): void {
  if (opener.checkVisibility()) return;
  opener.closest<HTMLElement>('[popover]')?.showPopover();
  opener.focus();
}

let loading = false;

/** `opener` is busy while the dialog's code loads; further calls have no effect until then. */
export async function openDialog(name: ShellDialog, opener: HTMLElement | null = null): Promise<void> {
  if (loading) return;
  loading = true;
  if (opener) opener.ariaBusy = 'true';
  try {
    const [{ showDialog }, Dialog] = await load(name);
    showDialog(name, Dialog, () => opener && returnFocus(opener));
  } catch {
    // A new deployment may have removed the page's code: the new page has the new names.
    location.reload();
  } finally {
    loading = false;
    if (opener) opener.ariaBusy = null;
  }
}

/** Serves every button with `data-opens`. */
export function startDialogs(): void {
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, (event) => {
      const opener = findOpener(event);
      // A failure to preload is handled when the button is pressed.
      if (opener) load(dialogOf(opener)).catch(() => undefined);
    });
  }
  addEventListener('click', (event) => {
    const opener = findOpener(event);
    if (opener) void openDialog(dialogOf(opener), opener);
  });
}
