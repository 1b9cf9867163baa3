/** Edits a client (docs/product.md, section 5, Client form). */

import { updateClient } from '../../../shared/api/clients.ts';
import type { Client } from '../../../shared/fields/clients.ts';
import {
  clientFormErrors,
  clientTextMax,
  type ExportAccess,
  exportAccessLabels,
} from '../../../shared/rules/client.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { FormField, SelectField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import styles from './client-dialog.module.css';
import { ClientFields, clientFieldNames } from './client-form.tsx';

/** `onDone` receives the success message. */
type ClientDialogProps = { client: Client; onDone: (text: string) => void; onClose: () => void };

const names = [...clientFieldNames, 'note', 'export_access'] as const;

export function ClientDialog({ client, onDone, onClose }: ClientDialogProps) {
  const submission = useSubmission({
    names,
    check: clientFormErrors,
    send: async ({ export_access, ...texts }) => {
      await callApi(updateClient(client.id, { ...texts, export_access: export_access as ExportAccess }));
      onDone('Клиент сохранён');
    },
  });
  const { name, ipAddress: ipaddr, macAddress: macaddr, email, phone, note, exportAccess: export_access } = client;
  return (
    <DialogForm
      title="Редактирование клиента"
      draft={`client-${client.id}`}
      texts={{ name, ipaddr, macaddr, email, phone, note, export_access }}
      onClose={onClose}
      {...submission}
    >
      <ClientFields />
      <FormField label="Примечание" name="note">
        {(control) => (
          <textarea {...control} className={`${controls.input} ${styles.note}`} maxLength={clientTextMax.note} />
        )}
      </FormField>
      <SelectField label="Экспорт" name="export_access" options={exportAccessLabels} />
    </DialogForm>
  );
}
