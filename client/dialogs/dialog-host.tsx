/** Renders a shell dialog in its own React root, because pages without an island have no root. */
import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IslandRoot } from '../components/island-root.tsx';
import { showPartFailed } from '../lib/load-part.ts';
import { readScriptContext } from '../lib/page.ts';

/** `opener` is the button that opened the dialog; null after a keyboard shortcut. */
export type HostedDialogProps = { opener: HTMLElement | null; onClose: () => void };

type HostProps = {
  component: ComponentType<HostedDialogProps>;
  opener: HTMLElement | null;
  onClosed: () => void;
};

/**
 * The browser returns the focus to the opener, unless it is in a menu, which closes when a dialog opens. A menu of the page
 * stays closed, and its button gets the focus; the main menu of narrow screens opens again.
 */
function returnFocus(opener: HTMLElement): void {
  if (opener.getClientRects().length > 0 || document.activeElement !== document.body) return;
  const menu = opener.closest<HTMLElement>('[popover]');
  const button = document.querySelector<HTMLElement>(`main [popovertarget="${menu?.id}"]`);
  if (!button) menu?.showPopover();
  (button ?? opener).focus();
}

function DialogHost({ component: Dialog, opener, onClosed }: HostProps) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!open && opener) returnFocus(opener);
  }, [open, opener]);
  const close = () => {
    onClosed();
    setOpen(false);
  };
  return open && <Dialog opener={opener} onClose={close} />;
}

/** The rest of the page goes on. */
function onUncaughtError(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only place that logs the error of a dialog
  console.error('A dialog failed', error);
  showPartFailed();
}

/** Removes the root of the previous dialog, which stays mounted after closing to show its message. */
let removeLast = () => {};

export function showDialog(props: HostProps) {
  const { viewer, ...context } = readScriptContext();
  if (!viewer) return;
  removeLast();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container, { onUncaughtError });
  removeLast = () => {
    root.unmount();
    container.remove();
  };
  root.render(<IslandRoot component={DialogHost} props={props} context={{ viewer, ...context }} />);
}
