/** Opens the shell's dialogs, and loads the labels of charts. Dialogs are React components; their code loads on first use. */

import type { ShellDialog } from '../../shared/page-names.ts';
import { setBusy } from '../lib/busy.ts';
import { notePress } from '../lib/connection.ts';
import { loadPart } from '../lib/load-part.ts';
import { noteOpener } from '../lib/openers.ts';

const importLoader = () => import('./load-dialog.ts');

/** Does not reload the page if the code fails to load: only a press may do that. */
const preload = (name: ShellDialog) =>
  importLoader()
    .then(({ preloadDialog }) => preloadDialog(name))
    .catch(() => undefined);

const importLabels = () => import('./chart-labels.ts');

const find = ({ target }: Event, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

const openers = '[data-opens]';

const dialogOf = (opener: HTMLElement) => opener.dataset.opens as ShellDialog;

let loading = false;
/** An opener whose code failed to load stays noted until the next press, so that a reload presses it again. */
let noteClosed = () => {};

/** `opener` is `aria-busy` while the dialog's code loads. Calls during that time have no effect. */
export async function openDialog(name: ShellDialog, opener: HTMLElement | null = null): Promise<void> {
  if (loading) return;
  loading = true;
  noteClosed();
  noteClosed = noteOpener(opener);
  const isLast = notePress();
  setBusy(opener, true);
  try {
    const { loadDialog } = await loadPart(importLoader);
    const show = await loadDialog(name);
    if (isLast()) show(opener, noteClosed);
  } catch {
    // The page shows the failure.
  } finally {
    loading = false;
    setBusy(opener, false);
  }
}

/** Handles all buttons with `data-opens`, and the first hover or focus of a chart mark. */
export function startOpeners(): void {
  for (const type of ['pointerover', 'focusin']) {
    addEventListener(type, (event) => {
      const opener = find(event, openers);
      if (opener) void preload(dialogOf(opener));
      if (find(event, 'figure svg a'))
        importLabels().then(
          ({ showLabel }) => showLabel(event),
          () => undefined,
        );
    });
  }
  addEventListener('click', (event) => {
    const opener = find(event, openers);
    if (opener) void openDialog(dialogOf(opener), opener);
  });
}
