/** Renders a shell dialog in its own React root, because pages without an island have no root. */
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { IslandRoot } from '../lib/island-context.tsx';
import { readScriptContext } from '../lib/script-context.ts';

export type HostedDialogProps = { onClose: () => void };

/** Calls `onClosed` after the dialog is removed. */
export function showDialog(name: string, component: ComponentType<HostedDialogProps>, onClosed: () => void): void {
  const { viewer, ...context } = readScriptContext();
  if (!viewer) return;
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const onClose = () => {
    root.unmount();
    container.remove();
    onClosed();
  };
  root.render(<IslandRoot name={name} component={component} props={{ onClose }} context={{ viewer, ...context }} />);
}
