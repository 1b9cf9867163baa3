/** The inline form «Новый клиент». It is cleared after a success and keeps its values after a failure. */
import { useId } from 'react';
import { createClient } from '../../../shared/api/clients.ts';
import { clientFormErrors } from '../../../shared/rules/client.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { focusField, useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import { ClientFields, clientFieldNames } from './client-fields.tsx';
import styles from './new-client-form.module.css';

export function NewClientForm({ onAdded }: { onAdded: () => void }) {
  const context = useIslandContext();
  const titleId = useId();
  const { errors, failure, busy, onSubmit } = useSubmission({
    names: clientFieldNames,
    check: clientFormErrors,
    send: async (client, form) => {
      await callApi(createClient(client), context);
      form.reset();
      focusField(form, 'name');
      onAdded();
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
    >
      <h2 id={titleId}>Новый клиент</h2>
      <FailureNotice text={failure} />
      <ClientFields errors={errors} />
      <div className={styles.send}>
        <BusyButton type="submit" kind="primary" busy={busy}>
          Добавить
        </BusyButton>
      </div>
    </form>
  );
}
