/** Runs the dialog «Изменение пароля», which the profile's page holds closed (server/pages/password-dialog.tsx). */
import { changePassword } from '../../../shared/api/auth.ts';
import * as messages from '../../../shared/messages.ts';
import { passwordDialogCloseMs } from '../../../shared/rules/limits.ts';
import { passwordChangeErrors } from '../../../shared/rules/password.ts';
import { ApiFailure, callApi } from '../../lib/api.ts';
import { readScriptContext } from '../../lib/script-context.ts';
import { type DialogForm, dialogForms } from '../../shell/dialog-form.ts';

/** Section 8 of the specification: a 400 is explained by the server, or is the current password; all else is one text. */
export function passwordFailureText(error: unknown): string {
  if (!(error instanceof ApiFailure) || error.status !== 400) return messages.passwordNotChanged;
  return error.message === messages.passwordNotChanged ? messages.wrongCurrentPassword : error.message;
}

function closeSoon(dialog: HTMLDialogElement): void {
  const timer = setTimeout(() => dialog.close(), passwordDialogCloseMs);
  dialog.addEventListener('close', () => clearTimeout(timer), { once: true });
}

async function submitChange({ dialog, textOf, ...form }: DialogForm): Promise<void> {
  const change = { current: textOf('current'), next: textOf('next'), confirmation: textOf('confirmation') };
  if (form.showFieldErrors(passwordChangeErrors(change))) return;
  const context = readScriptContext();
  form.setBusy(true);
  try {
    await callApi(changePassword(context.viewer?.user.type ?? 'client', change.current, change.next), context);
    form.showSuccess(messages.passwordChanged);
    closeSoon(dialog);
  } catch (error) {
    form.showFailure(passwordFailureText(error));
  }
}

const formOf = dialogForms(submitChange);

export function openDialog(dialog: HTMLDialogElement): void {
  formOf(dialog).open();
}
