/** Runs the dialog «Вход от имени клиента», which every administrator's page holds closed (server/render/impersonation-dialog.tsx). */
import { impersonate } from '../../../shared/api/auth.ts';
import { type Client, loadClients } from '../../../shared/api/clients.ts';
import * as messages from '../../../shared/messages.ts';
import { userName } from '../../../shared/roles.ts';
import { landingPaths, routes } from '../../../shared/routes.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { ApiFailure, callApi } from '../../lib/api.ts';
import { readScriptContext } from '../../lib/script-context.ts';
import { type DialogForm, dialogForms } from '../../shell/dialog-form.ts';

/** Where to go as the client: the same page anew (section 4 of the specification), unless it is for administrators only. */
export function pathAfterStart(path: string, basePath: string): string {
  const route = routes.find((candidate) => basePath + candidate.path === path);
  return route?.access === 'signed-in' ? path : basePath + landingPaths.client;
}

const failureText = (error: unknown): string => (error instanceof ApiFailure ? error.message : messages.unexpected);

async function submitStart({ textOf, ...form }: DialogForm): Promise<void> {
  const clientId = textOf('client_id');
  if (form.showFieldErrors({ client_id: clientId === '' ? messages.enterClientId : undefined })) return;
  const context = readScriptContext();
  const admin = context.viewer ? userName(context.viewer.user) : '';
  form.setBusy(true);
  try {
    await callApi(impersonate(admin, clientId, Date.now()), context);
    location.assign(pathAfterStart(location.pathname, context.basePath));
  } catch (error) {
    form.showFailure(failureText(error));
  }
}

const toOption = (client: Client): HTMLOptionElement => new Option(clientLabel(client), client.id);

/** Before the clients are loaded, the one that the dialog is opened for is already there. */
function choose(select: HTMLSelectElement, { clientId = '', clientLabel: label }: DOMStringMap): void {
  if (![...select.options].some(({ value }) => value === clientId)) select.append(new Option(label, clientId));
  select.value = clientId;
}

async function fillChoices(select: HTMLSelectElement, form: DialogForm): Promise<void> {
  select.setAttribute('aria-busy', 'true');
  try {
    const clients = await callApi(loadClients(), readScriptContext());
    const { value } = select;
    select.replaceChildren(new Option(messages.chooseClient, ''), ...clients.map(toOption));
    select.value = clients.some(({ id }) => id === value) ? value : '';
  } catch (error) {
    form.showFailure(failureText(error));
  } finally {
    select.setAttribute('aria-busy', 'false');
  }
}

const formOf = dialogForms(submitStart);

/** The client of the opener's `data-client-id` is chosen: the clients table opens the dialog for one of its rows. */
export function openDialog(dialog: HTMLDialogElement, opener: HTMLElement): void {
  const form = formOf(dialog);
  form.open();
  const select = dialog.querySelector('select');
  if (!select) return;
  choose(select, opener.dataset);
  fillChoices(select, form);
}
