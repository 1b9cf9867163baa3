/** The dialogs of a row of the clients table: their openers, and the one that is open. */

import { useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import type { ClientActions } from './client-columns.tsx';

const importEditor = () => import('./client-dialog.tsx').then(({ ClientDialog }) => ClientDialog);
const importPassword = () =>
  import('./client-password-dialog.tsx').then(({ ClientPasswordDialog }) => ClientPasswordDialog);
const importImpersonation = () =>
  import('../../dialogs/impersonation-dialog.tsx').then(({ ImpersonationDialog }) => ImpersonationDialog);
const importRemoval = () => import('./client-removal.tsx').then(({ ClientRemoval }) => ClientRemoval);

/** `reload` loads the list again after a change. */
export function useClientDialogs(mayImpersonate: boolean, reload: () => void, onRemoved?: (id: string) => void) {
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const password = useLazyDialog(importPassword);
  const impersonation = useLazyDialog(importImpersonation);
  const removal = useLazyDialog(importRemoval);

  const actions: ClientActions = {
    edit: (client) => editor.openerProps({ client }),
    setPassword: (client) => password.openerProps({ client }),
    impersonate: mayImpersonate ? (client) => impersonation.openerProps({ client }) : null,
    remove: (client) => removal.openerProps({ client }),
  };

  function onChanged(text: string) {
    editor.close();
    removal.close();
    notify({ kind: 'success', text });
    reload();
  }

  function onClientRemoved(text: string) {
    if (removal.subject) onRemoved?.(removal.subject.client.id);
    onChanged(text);
  }

  const dialogs = (
    <>
      {editor.render({ onDone: onChanged })}
      {password.render({})}
      {impersonation.render({})}
      {removal.render({ onDone: onClientRemoved })}
    </>
  );
  return { actions, onChanged, dialogs };
}
