/** Renders a shell dialog in its own React root, because pages without an island have no root. */
import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { IslandRoot } from '../components/island-root.tsx';
import { readScriptContext } from '../lib/page.ts';

/** `opener` is the button that opened the dialog; null when a key did. */
export type HostedDialogProps = { opener: HTMLElement | null; onClose: () => void };

type HostProps = { component: ComponentType<HostedDialogProps>; opener: HTMLElement | null };

/**
 * The browser returns the focus to the opener, except to a button in the menu of narrow screens, which closes when a dialog
 * opens.
 */
function returnFocus(opener: HTMLElement): void {
  if (opener.checkVisibility()) return;
  opener.closest<HTMLElement>('[popover]')?.showPopover();
  opener.focus();
}

function DialogHost({ component: Dialog, opener }: HostProps) {
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!open && opener) returnFocus(opener);
  }, [open, opener]);
  return open && <Dialog opener={opener} onClose={() => setOpen(false)} />;
}

/** Removes the root of the last dialog, which may still show its message. */
let removeLast = () => {};

export function showDialog(
  name: string,
  component: ComponentType<HostedDialogProps>,
  opener: HTMLElement | null,
): void {
  const { viewer, ...context } = readScriptContext();
  if (!viewer) return;
  removeLast();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  removeLast = () => {
    root.unmount();
    container.remove();
  };
  const props = { component, opener };
  root.render(<IslandRoot name={name} component={DialogHost} props={props} context={{ viewer, ...context }} />);
}
