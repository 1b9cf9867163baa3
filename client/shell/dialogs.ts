/** Opens and closes the shell's dialogs; the code of each is fetched when its button is pointed at or focused. */

/** `opener` is the button that was pressed; the focus goes back to it. */
export type OpenDialog = (dialog: HTMLDialogElement, opener: HTMLElement) => void;

const codes: Record<string, () => Promise<{ openDialog: OpenDialog }>> = {
  'password-dialog': () => import('../islands/password/password-dialog.ts'),
  'impersonation-dialog': () => import('../islands/impersonation/impersonation-dialog.ts'),
  'shortcuts-dialog': () => import('./shortcuts.ts'),
  'table-view-dialog': () => import('./table-view.ts'),
};

function findAround(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

/** The browser gives the focus back by itself, except to a button of the narrow screens' menu, which the dialog closed. */
function returnFocus(opener: HTMLElement): void {
  if (opener.checkVisibility()) return;
  opener.closest<HTMLElement>('[popover]')?.showPopover();
  opener.focus();
}

async function openFrom(opener: HTMLElement): Promise<void> {
  const id = opener.dataset.opens ?? '';
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  opener.ariaBusy = 'true';
  const code = await codes[id]?.();
  opener.ariaBusy = null;
  code?.openDialog(dialog, opener);
  dialog.addEventListener('close', () => returnFocus(opener), { once: true });
}

/** A button with `data-opens="<dialog's id>"` opens it, wherever in the page it stands; one with `data-closes` closes. */
export function startDialogs(): void {
  for (const type of ['pointerover', 'focusin']) {
    // A failure to preload shows when the button is pressed.
    addEventListener(type, (event) => {
      const id = findAround(event, '[data-opens]')?.dataset.opens ?? '';
      codes[id]?.().catch(() => undefined);
    });
  }
  addEventListener('click', (event) => {
    const opener = findAround(event, '[data-opens]');
    // After a deployment the page's code may be gone from the server: the new page has the new code's name.
    if (opener) openFrom(opener).catch(() => location.reload());
    findAround(event, '[data-closes]')?.closest('dialog')?.close();
  });
}
