/** Sets a client's password. A generated password is visible, because the administrator passes it on to the client. */
import { useState } from 'react';
import { setClientPassword } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import * as messages from '../../../shared/messages.ts';
import { clientLabel } from '../../../shared/rules/client.ts';
import { generatePassword, passwordChangeErrors, passwordMaxLength } from '../../../shared/rules/password.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { TextField } from '../../components/form-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { callApi } from '../../lib/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';

const names = ['next', 'confirmation'] as const;
const labels = { next: 'Новый пароль', confirmation: 'Подтверждение пароля' };
const empty = { next: '', confirmation: '' };

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

export function ClientPasswordDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const [texts, setTexts] = useState(empty);
  const [generated, setGenerated] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const submission = useSubmission({
    names,
    check: (change) => passwordChangeErrors(change, [client.id, client.name]),
    send: async ({ next }) => {
      await callApi(setClientPassword(client.id, next));
      setStatus(messages.passwordChanged);
      setDone(true);
    },
  });

  function generate() {
    const password = generatePassword(randomBytes);
    setGenerated(password);
    setTexts({ next: password, confirmation: password });
    setStatus(null);
  }

  async function copy() {
    setStatus((await copyText(texts.next)) ? messages.copied : messages.copyFailed);
  }

  return (
    <DialogForm title="Пароль клиента" status={status} done={done} onClose={onClose} {...submission}>
      <p className={controls.hint}>{clientLabel(client)}</p>
      {names.map((name) => (
        <TextField
          key={name}
          label={labels[name]}
          name={name}
          type={texts[name] === generated ? 'text' : 'password'}
          value={texts[name]}
          maxLength={2 * passwordMaxLength}
          autoComplete="new-password"
          spellCheck={false}
          onChange={({ target }) => setTexts((current) => ({ ...current, [name]: target.value }))}
        />
      ))}
      <div className={controls.actions}>
        <button type="button" className={controls.button} disabled={done} onClick={generate}>
          <Icon name="key" />
          Сгенерировать
        </button>
        <button type="button" className={controls.button} disabled={texts.next === ''} onClick={copy}>
          <Icon name="copy" />
          Копировать
        </button>
      </div>
    </DialogForm>
  );
}
