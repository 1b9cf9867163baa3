/** The dialogs of a client: its fields (docs/product/clients.md), its password, and its removal. */

import { useState } from 'react';
import {
  type ClientBelongings,
  deleteClient,
  loadClientBelongings,
  setClientPassword,
  updateClient,
} from '../../../shared/api/client-changes.ts';
import { readClient } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import { formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import {
  clientFormErrors,
  clientLabel,
  clientTextMax,
  type ExportAccess,
  exportAccessLabels,
} from '../../../shared/rules/client.ts';
import { generatePassword, passwordChangeErrors, passwordMaxLength } from '../../../shared/rules/password.ts';
import { Button } from '../../components/buttons.tsx';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { Confirmation, DialogForm } from '../../components/dialogs.tsx';
import { FormField, SelectField, TextField } from '../../components/form-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { OwnOnly } from '../../components/own-only.tsx';
import { callApi } from '../../lib/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { changedTexts, seenVersion } from '../../lib/seen-version.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { ClientFields, clientFieldNames } from './client-form.tsx';

/** `onDone` receives the success message. */
type ClientDialogProps = { client: Client; onDone: (text: string) => void; onClose: () => void };

const clientNames = [...clientFieldNames, 'note', 'export_access', 'keep_comments_days'] as const;
const keepLabel = 'Хранить комментарии, дней';

const textsOf = ({
  name,
  ipAddress: ipaddr,
  macAddress: macaddr,
  email,
  phone,
  note,
  exportAccess,
  keepCommentsDays,
}: Client) => ({
  name,
  ipaddr,
  macaddr,
  email,
  phone,
  note,
  export_access: exportAccess,
  keep_comments_days: String(keepCommentsDays ?? ''),
});

const describeClient = ({
  name,
  ipAddress,
  macAddress,
  email,
  phone,
  note,
  exportAccess,
  keepCommentsDays,
}: Client) => ({
  Имя: name,
  'IP-адрес': ipAddress,
  'MAC-адрес': macAddress,
  Email: email,
  Телефон: phone,
  Примечание: note,
  Экспорт: exportAccessLabels[exportAccess],
  [keepLabel]: String(keepCommentsDays ?? ''),
});

export function ClientDialog({ client, onDone, onClose }: ClientDialogProps) {
  const seen = useSeenChange({
    opened: client,
    read: readClient,
    describe: describeClient,
    onTheirs: () => onDone(messages.othersKept),
  });
  const texts = textsOf(client);
  const submission = useSubmission({
    names: clientNames,
    check: clientFormErrors,
    send: async (entered, form) => {
      const { export_access, keep_comments_days: days, ...changed } = changedTexts(form, texts, entered);
      const access = export_access !== undefined && { export_access: export_access as ExportAccess };
      const keep = days !== undefined && { keep_comments_days: Number(days) || null };
      const call = updateClient(client.id, { ...changed, ...access, ...keep }, seenVersion(form));
      if (await seen.send(form, call)) onDone('Клиент сохранён');
    },
  });
  return (
    <>
      <DialogForm
        title="Редактирование клиента"
        draft={`client-${client.id}`}
        texts={texts}
        onClose={onClose}
        {...submission}
      >
        <VersionField row={client} />
        <ClientFields />
        <FormField label="Примечание" name="note">
          {(control) => <textarea {...control} rows={3} className={controls.input} maxLength={clientTextMax.note} />}
        </FormField>
        <SelectField label="Экспорт" name="export_access" options={exportAccessLabels} />
        <OwnOnly>
          <TextField label={keepLabel} name="keep_comments_days" inputMode="numeric" maxLength={5} />
        </OwnOnly>
      </DialogForm>
      {seen.dialog}
    </>
  );
}

const passwordNames = ['next', 'confirmation'] as const;
const passwordLabels = { next: 'Новый пароль', confirmation: 'Подтверждение пароля' };
const noPassword = { next: '', confirmation: '' };

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** A generated password is shown in plain text, because the administrator passes it on to the client. */
export function ClientPasswordDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const [texts, setTexts] = useState(noPassword);
  const [generated, setGenerated] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const submission = useSubmission({
    names: passwordNames,
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
      {passwordNames.map((name) => (
        <TextField
          key={name}
          label={passwordLabels[name]}
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
        <Button disabled={done} onClick={generate}>
          <Icon name="key" />
          Сгенерировать
        </Button>
        <Button disabled={texts.next === ''} onClick={copy}>
          <Icon name="copy" />
          Копировать
        </Button>
      </div>
    </DialogForm>
  );
}

/** `onDone` receives the success message. */
type ClientRemovalProps = { client: Client; onDone: (text: string, client: Client) => void; onClose: () => void };

function Consequences({ words, ownWords, views, rules, reports, mutes }: ClientBelongings) {
  return (
    <>
      <p>
        {`Будут удалены: сохранённые фильтры — ${formatNumber(views)}, правила оповещений — ${formatNumber(rules)}, `}
        {`отчёты — ${formatNumber(reports)}, скрытые источники и авторы — ${formatNumber(mutes)}, отметки о прочитанном и сеансы.`}
      </p>
      <p>
        {`Фразы (${formatNumber(words)}) и их посты останутся. `}
        {ownWords > 0 && `Фраз, которые больше никто не отслеживает: ${formatNumber(ownWords)}.`}
      </p>
    </>
  );
}

function Belongings({ id }: { id: string }) {
  const { data, error } = useCall(loadClientBelongings(id), { revalidateIfStale: true });
  if (data) return <Consequences {...data} />;
  return <p>{error?.message ?? messages.loading}</p>;
}

/** With our own backend the dialog lists the data that is deleted with the client, and the data that remains. */
export function ClientRemoval({ client, onDone, onClose }: ClientRemovalProps) {
  return (
    <Confirmation
      question={messages.confirmClientDelete}
      subject={clientLabel(client)}
      confirmLabel="Удалить"
      call={deleteClient(client.id)}
      done="Клиент удалён"
      onDone={(text) => onDone(text, client)}
      onClose={onClose}
    >
      <OwnOnly>
        <Belongings id={client.id} />
      </OwnOnly>
    </Confirmation>
  );
}
