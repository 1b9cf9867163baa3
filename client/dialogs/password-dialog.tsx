/** Changes the password of the signed-in user. */
import { useState } from 'react';
import { changePassword } from '../../shared/api/auth.ts';
import * as messages from '../../shared/messages.ts';
import { userName } from '../../shared/roles.ts';
import { passwordChangeErrors, passwordMaxLength } from '../../shared/rules/password.ts';
import { DialogForm } from '../components/dialogs.tsx';
import { TextField } from '../components/form-field.tsx';
import { ApiFailure, callApi } from '../lib/api.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useSubmission } from '../lib/use-submission.ts';

const names = ['current', 'next', 'confirmation'] as const;

const fields = {
  current: { label: 'Текущий пароль', autoComplete: 'current-password' },
  next: { label: 'Новый пароль', autoComplete: 'new-password' },
  confirmation: { label: 'Подтверждение пароля', autoComplete: 'new-password' },
};

/**
 * Keeps the error of a read-only session and the message of a 400; a 400 without a message means a wrong current password. All
 * other errors have one text (docs/product/api.md).
 */
export function passwordFailureText(error: unknown): string {
  if (!(error instanceof ApiFailure)) return messages.passwordNotChanged;
  if (error.code === 'read-only') return error.message;
  return error.status === 400 ? (error.explanation ?? messages.wrongCurrentPassword) : messages.passwordNotChanged;
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const context = useIslandContext();
  const { user } = context.viewer;
  const [done, setDone] = useState(false);
  const submission = useSubmission({
    names,
    check: (change) => passwordChangeErrors(change, [userName(user)]),
    send: async ({ current, next }) => {
      await callApi(changePassword(user.type, current, next)).catch((error) => {
        throw new Error(passwordFailureText(error));
      });
      setDone(true);
    },
  });

  return (
    <DialogForm
      title="Изменение пароля"
      status={done ? messages.passwordChanged : null}
      done={done}
      onClose={onClose}
      {...submission}
    >
      {/* Password managers read the account name from this field. */}
      <input type="text" name="username" autoComplete="username" value={userName(user)} readOnly hidden />
      {names.map((name) => (
        <TextField key={name} {...fields[name]} name={name} type="password" maxLength={2 * passwordMaxLength} />
      ))}
    </DialogForm>
  );
}

export { PasswordDialog as HostedDialog };
