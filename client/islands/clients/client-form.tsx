/** The fields of a client, and the inline form «Новый клиент», which is cleared on success and keeps its values on failure. */

import { useId } from 'react';
import type { NewClient } from '../../../shared/api/clients.ts';
import { clientFormErrors, clientTextMax } from '../../../shared/rules/client.ts';
import { Button } from '../../components/buttons.tsx';
import { FailureNotice, FormContext, TextField } from '../../components/form-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { focusField, useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import styles from './clients.module.css';

export const clientFieldNames = ['name', 'ipaddr', 'macaddr', 'email', 'phone'] as const;
type ClientFieldName = (typeof clientFieldNames)[number];

const fields: Record<ClientFieldName, { label: string; type: string }> = {
  name: { label: 'Имя *', type: 'text' },
  ipaddr: { label: 'IP-адрес *', type: 'text' },
  macaddr: { label: 'MAC-адрес *', type: 'text' },
  email: { label: 'Email', type: 'email' },
  phone: { label: 'Телефон', type: 'tel' },
};

export function ClientFields() {
  return clientFieldNames.map((name) => (
    <TextField
      key={name}
      {...fields[name]}
      name={name}
      maxLength={clientTextMax[name]}
      autoComplete="off"
      spellCheck={false}
    />
  ));
}

export function NewClientForm({ add }: { add: (client: NewClient) => Promise<void> }) {
  const { refusal } = useIslandContext();
  const titleId = useId();
  const { errors, failure, busy, onSubmit, onInput } = useSubmission({
    names: clientFieldNames,
    check: clientFormErrors,
    send: async (client, form) => {
      await add(client);
      form.reset();
      focusField(form, 'name');
    },
  });
  return (
    <form
      aria-labelledby={titleId}
      className={`${controls.card} ${styles.form}`}
      data-scripted=""
      data-draft="client-new"
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <h2 id={titleId}>Новый клиент</h2>
      <FailureNotice text={failure} />
      <FormContext value={{ errors }}>
        <ClientFields />
      </FormContext>
      <div className={styles.send}>
        <Button type="submit" kind="primary" busy={busy} disabled={refusal !== null} title={refusal ?? undefined}>
          Добавить
        </Button>
      </div>
    </form>
  );
}
