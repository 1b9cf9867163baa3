/** Asks for the address of a trial. */

import { type Report, sendReportTrial } from '../../../shared/api/reports.ts';
import * as messages from '../../../shared/messages.ts';
import { recipientError } from '../../../shared/rules/alert-form.ts';
import { alertAddressMax } from '../../../shared/rules/alerts.ts';
import { DialogForm } from '../../components/dialogs.tsx';
import { TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useSubmission } from '../../lib/use-submission.ts';

type TrialDialogProps = { report: Report; onDone: (text: string) => void; onClose: () => void };

const addressError = (address: string): string | null =>
  address.trim() === '' ? messages.enterAddress : recipientError(address.trim());

export function TrialDialog({ report, onDone, onClose }: TrialDialogProps) {
  const submission = useSubmission({
    names: ['address'],
    check: ({ address }) => ({ address: addressError(address) }),
    send: async ({ address }) => {
      await callApi(sendReportTrial(report.id, address.trim()));
      onDone(messages.trialQueued);
    },
    fields: { 'bad-email': 'address', 'mail-domain-forbidden': 'address' },
  });
  return (
    <DialogForm title="Отправить себе" submitLabel="Отправить" onClose={onClose} {...submission}>
      <TextField name="address" label="Адрес *" type="email" maxLength={alertAddressMax} />
    </DialogForm>
  );
}
