/** Starts an impersonation of the client that is selected in the dialog. `client` is the initial selection. */
import { impersonate } from '../../shared/api/auth.ts';
import type { Client } from '../../shared/api/clients.ts';
import * as messages from '../../shared/messages.ts';
import { userName } from '../../shared/roles.ts';
import { landingPaths, routes } from '../../shared/routes.ts';
import { ClientSelect } from '../components/client-select.tsx';
import { DialogForm } from '../components/dialog-form.tsx';
import { callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.tsx';
import { useSubmission } from '../lib/use-submission.ts';

/** The same page (docs/product.md, section 4), or the client's landing page when only administrators may open it. */
export function pathAfterStart(path: string, basePath: string): string {
  const route = routes.find((candidate) => basePath + candidate.path === path);
  return route?.access === 'signed-in' ? path : basePath + landingPaths.client;
}

type ImpersonationDialogProps = { client?: Client; onClose: () => void };

export function ImpersonationDialog({ client, onClose }: ImpersonationDialogProps) {
  const context = useIslandContext();
  const { errors, ...submission } = useSubmission({
    names: ['client_id'],
    check: ({ client_id }) => ({ client_id: client_id === '' ? messages.enterClientId : null }),
    send: async ({ client_id }) => {
      await callApi(impersonate(userName(context.viewer.user), client_id, Date.now()), context);
      location.assign(pathAfterStart(location.pathname, context.basePath));
      // The form stays busy until the next page replaces this one.
      await new Promise(() => undefined);
    },
  });
  return (
    <DialogForm title="Вход от имени клиента" submitLabel="Войти как клиент" onClose={onClose} {...submission}>
      <ClientSelect label="Клиент" name="client_id" initial={client ?? null} error={errors.client_id ?? null} />
    </DialogForm>
  );
}

export { ImpersonationDialog as HostedDialog };
