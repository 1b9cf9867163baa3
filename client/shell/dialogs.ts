/** Opens the shell's dialogs. They are React components; their code and React load on first use. */
import type { ShellDialog } from '../../shared/page-names.ts';

const load = (name: ShellDialog) => import('./load-dialog.ts').then(({ loadDialog }) => loadDialog(name));

function findOpener({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-opens]') : null;
}

const dialogOf = (opener: HTMLElement) => opener.dataset.opens as ShellDialog;

let loading = false;

/** `opener` is busy while the dialog's code loads. Calls during that time have no effect. */
export async function openDialog(name: ShellDialog, opener: HTMLElement | null = null): Promise<void> {
  if (loading) return;
  loading = true;
  if (opener) opener.ariaBusy = 'true';
  try {
    const [{ showDialog }, { HostedDialog }] = await load(name);
    showDialog(name, HostedDialog, opener);
  } catch {
    // A new deployment may have removed this page's scripts. The reloaded page has the new file names.
    location.reload();
  } finally {
    loading = false;
    if (opener) opener.ariaBusy = null;
  }
}

/** Handles all buttons with `data-opens`. */
export function startDialogs(): void {
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, (event) => {
      const opener = findOpener(event);
      // The click handles a load failure.
      if (opener) load(dialogOf(opener)).catch(() => undefined);
    });
  }
  addEventListener('click', (event) => {
    const opener = findOpener(event);
    if (opener) void openDialog(dialogOf(opener), opener);
  });
}
