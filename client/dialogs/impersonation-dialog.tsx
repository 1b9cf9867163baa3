/**
 * Starts an impersonation of the selected client. `client` is the initial selection. With our own backend, the
 * administrator enters a reason, and the session is read-only unless they choose otherwise.
 */
import { impersonate } from '../../shared/api/auth.ts';
import type { Client } from '../../shared/fields/clients.ts';
import * as messages from '../../shared/messages.ts';
import { userName } from '../../shared/roles.ts';
import { landingPaths, routes } from '../../shared/routes.ts';
import { reasonError, reasonMax } from '../../shared/rules/impersonation-reason.ts';
import { ClientSelect } from '../components/client-select.tsx';
import { DialogForm } from '../components/dialogs.tsx';
import { Checkbox, TextField } from '../components/form-field.tsx';
import { callApi } from '../lib/api.ts';
import { serverNow } from '../lib/clock.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useSubmission } from '../lib/use-submission.ts';

/** Returns the same page (docs/product/sign-in.md), or the client's landing page if clients may not open it. */
export function pathAfterStart(path: string, basePath: string): string {
  const route = routes.find((candidate) => basePath + candidate.path === path);
  return route?.access === 'signed-in' ? path : basePath + landingPaths.client;
}

export function ImpersonationDialog({ client, onClose }: { client?: Client; onClose: () => void }) {
  const context = useIslandContext();
  const hasMode = context.backendKind === 'own';
  const submission = useSubmission({
    names: ['client_id', 'reason', 'read_only'],
    check: ({ client_id, reason }) => ({
      client_id: client_id === '' ? messages.enterClientId : null,
      reason: hasMode ? reasonError(reason) : null,
    }),
    send: async ({ client_id, reason, read_only }) => {
      const mode = hasMode ? { reason, readOnly: read_only !== '' } : null;
      await callApi(impersonate(userName(context.viewer.user), client_id, serverNow(), mode));
      location.assign(pathAfterStart(location.pathname, context.basePath));
      // The form stays busy until the next page replaces this one.
      await new Promise(() => undefined);
    },
  });
  return (
    <DialogForm title="Вход от имени клиента" submitLabel="Войти как клиент" onClose={onClose} {...submission}>
      <ClientSelect label="Клиент" name="client_id" initial={client ?? null} />
      {hasMode && (
        <>
          <TextField label="Причина *" type="text" name="reason" maxLength={reasonMax} autoComplete="off" />
          <Checkbox name="read_only" defaultChecked>
            Только просмотр
          </Checkbox>
        </>
      )}
    </DialogForm>
  );
}

export { ImpersonationDialog as HostedDialog };
