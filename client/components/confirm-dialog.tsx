/** Asks for confirmation of an action. After a failure the dialog shows the error and stays open for another try. */
import { type ReactNode, useState } from 'react';
import * as messages from '../../shared/messages.ts';
import controls from '../styles/controls.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

export type ConfirmDialogProps = {
  question: string;
  /** The name of the affected entity. */
  subject?: string;
  confirmLabel: string;
  confirmKind?: 'danger' | 'primary';
  /** Must close the dialog on success. The dialog shows the message of a thrown `Error`. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** What the action changes. */
  children?: ReactNode;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, subject, confirmLabel, confirmKind = 'danger', onConfirm, onClose, children } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : messages.unexpected);
      setBusy(false);
    }
  }

  return (
    <Dialog title={question} role="alertdialog" busy={busy} onClose={onClose}>
      {subject && <p>{subject}</p>}
      {children}
      <FailureNotice text={failure} />
      <div className={controls.actions}>
        <button type="button" className={controls.button} disabled={busy} onClick={onClose}>
          Отмена
        </button>
        <BusyButton kind={confirmKind} busy={busy} onClick={confirm}>
          {confirmLabel}
        </BusyButton>
      </div>
    </Dialog>
  );
}
