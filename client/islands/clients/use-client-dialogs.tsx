/** The dialogs of a row of the clients table: their openers, and the one that is open. */

import { useChangeDialog, useChangeProps, useLazyDialog } from '../../components/lazy.tsx';
import type { ClientActions } from './client-columns.tsx';

const importEditor = () => import('./client-dialog.tsx').then(({ ClientDialog }) => ClientDialog);
const importPassword = () =>
  import('./client-password-dialog.tsx').then(({ ClientPasswordDialog }) => ClientPasswordDialog);
const importImpersonation = () =>
  import('../../dialogs/impersonation-dialog.tsx').then(({ ImpersonationDialog }) => ImpersonationDialog);
const importRemoval = () => import('./client-removal.tsx').then(({ ClientRemoval }) => ClientRemoval);

/** `reload` loads the list again after a change. */
export function useClientDialogs(mayImpersonate: boolean, reload: () => void, onRemoved?: (id: string) => void) {
  const changeProps = useChangeProps();
  const editor = useChangeDialog(importEditor, reload);
  const password = useLazyDialog(importPassword);
  const impersonation = useLazyDialog(importImpersonation);
  const removal = useChangeDialog(importRemoval, (_text, { id }) => {
    onRemoved?.(id);
    reload();
  });

  const actions: ClientActions = {
    edit: (client) => editor.openerProps({ client }),
    setPassword: (client) => changeProps(password.openerProps({ client })),
    impersonate: mayImpersonate ? (client) => changeProps(impersonation.openerProps({ client })) : null,
    remove: (client) => removal.openerProps({ client }),
  };

  const dialogs = (
    <>
      {editor.element}
      {password.render({})}
      {impersonation.render({})}
      {removal.element}
    </>
  );
  return { actions, dialogs };
}
