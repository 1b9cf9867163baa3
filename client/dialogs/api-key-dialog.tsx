/** Creates an API key, which is shown once, or revokes the key of the button that opened the dialog. */
import { useId, useState } from 'react';
import { createKey, keyNameMax, keyScopeNames, keyScopes, revokeKey } from '../../shared/api/keys.ts';
import * as messages from '../../shared/messages.ts';
import { Confirmation, DialogForm } from '../components/dialogs.tsx';
import { Checkbox, TextField } from '../components/form-field.tsx';
import { ShownOnceDialog } from '../components/shown-once-dialog.tsx';
import { callApi } from '../lib/api.ts';
import { useSubmission } from '../lib/use-submission.ts';
import controls from '../styles/controls.module.css';
import type { HostedDialogProps } from './dialog-host.tsx';

const reload = () => location.reload();

function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<string | null>(null);
  const errorId = useId();
  const submission = useSubmission({
    names: ['name', ...keyScopeNames],
    check: ({ name, read, load }) => {
      const scopesError = read === '' && load === '' ? messages.chooseScopes : null;
      return { name: name.trim() === '' ? messages.enterKeyName : null, read: scopesError, load: scopesError };
    },
    send: async ({ name, ...texts }) => {
      const scopes = keyScopeNames.filter((scope) => texts[scope] !== '');
      setMade(await callApi(createKey(name, scopes)));
    },
  });
  if (made !== null) {
    return (
      <ShownOnceDialog
        title="Новый ключ"
        hint="Сохраните ключ: больше он не показывается. Программа передаёт его в заголовке «Authorization: Bearer …»."
        label="Ключ"
        text={made}
        copyLabel="Скопировать ключ"
        onClose={reload}
      />
    );
  }
  return (
    <DialogForm title="Новый ключ" submitLabel="Создать" onClose={onClose} {...submission}>
      <TextField label="Название *" type="text" name="name" maxLength={keyNameMax} autoComplete="off" />
      <fieldset className={controls.field} aria-describedby={errorId}>
        <legend className={controls.fieldLabel}>Права *</legend>
        {keyScopeNames.map((scope) => (
          <Checkbox key={scope} name={scope} defaultChecked={scope === 'read'}>
            {keyScopes[scope]}
          </Checkbox>
        ))}
        <p id={errorId} role="alert" className={controls.fieldError}>
          {submission.errors.read && submission.errors.load}
        </p>
      </fieldset>
    </DialogForm>
  );
}

function ApiKeyDialog({ opener, onClose }: HostedDialogProps) {
  const { key, name } = opener?.dataset ?? {};
  if (key === undefined) return <NewKeyDialog onClose={onClose} />;
  return (
    <Confirmation
      question={messages.confirmKeyRevoke}
      {...(name !== undefined && { subject: name })}
      confirmLabel="Отозвать"
      call={revokeKey(Number(key))}
      done=""
      onDone={reload}
      onClose={onClose}
    />
  );
}

export { ApiKeyDialog as HostedDialog };
