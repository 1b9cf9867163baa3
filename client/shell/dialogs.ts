/** Opens the shell's dialogs, and loads the labels of charts. Dialogs are React components; their code loads on first use. */
import type { ShellDialog } from '../../shared/page-names.ts';

const load = (name: ShellDialog) => import('./load-dialog.ts').then(({ loadDialog }) => loadDialog(name));

const find = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const openers = '[data-opens]';

const dialogOf = (opener: HTMLElement) => opener.dataset.opens as ShellDialog;

let loading = false;

/** `opener` is `aria-busy` while the dialog's code loads. Calls during that time have no effect. */
export async function openDialog(name: ShellDialog, opener: HTMLElement | null = null): Promise<void> {
  if (loading) return;
  loading = true;
  if (opener) opener.ariaBusy = 'true';
  try {
    const show = await load(name);
    show(opener);
  } catch {
    // A new deployment may have removed this page's scripts. The reloaded page has the new file names. While the server is
    // unreachable, a reload would replace the page with the browser's error.
    fetch('').then(
      ({ ok }) => ok && location.reload(),
      () => undefined,
    );
  } finally {
    loading = false;
    if (opener) opener.ariaBusy = null;
  }
}

/** Handles all buttons with `data-opens`, and the first hover or focus of a chart mark. */
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
