/** A modal dialog with a form. An error appears above the fields; «Отмена» and the submit button are below them. */
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { passwordDialogCloseMs } from '../../shared/rules/limits.ts';
import controls from '../styles/controls.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

type DialogFormProps = {
  title: string;
  submitLabel?: string;
  /** Identifies the form and its subject. client/lib/drafts.ts then saves the values when the session ends. */
  draft?: string;
  failure: string | null;
  status?: string | null;
  /** True after success: the form cannot be sent again, and the dialog closes after a delay. */
  done?: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

export function DialogForm(props: DialogFormProps) {
  const { title, submitLabel = 'Сохранить', draft, failure, status = null, done = false, busy, children } = props;
  const { onSubmit, onClose } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: onClose is a new but equivalent function in every render
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, passwordDialogCloseMs);
    return () => clearTimeout(timer);
  }, [done]);

  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <form className={controls.form} data-draft={draft} noValidate onSubmit={onSubmit}>
        <FailureNotice text={failure} />
        {children}
        <p role="status" className={controls.notice}>
          {status}
        </p>
        <div className={controls.actions}>
          <button type="button" className={controls.button} disabled={busy} onClick={onClose}>
            Отмена
          </button>
          <BusyButton type="submit" kind="primary" busy={busy} disabled={done}>
            {submitLabel}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
