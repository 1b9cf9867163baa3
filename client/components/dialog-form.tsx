/** A modal dialog with a form: a failure above its fields, «Отмена» and the submit button below them. */
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { passwordDialogCloseMs } from '../../shared/rules/limits.ts';
import controls from '../styles/controls.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type DialogFormProps = {
  title: string;
  submitLabel?: string;
  /** Names the form and its subject, so that typed values survive the end of a session (client/lib/drafts.ts). */
  draft?: string;
  failure: string | null;
  status?: string | null;
  /** The action is complete: the form cannot be sent again, and the dialog closes after a moment. */
  done?: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

export function DialogForm(props: DialogFormProps) {
  const { title, submitLabel = 'Сохранить', draft, failure, status = null, done = false, busy, children } = props;
  const { onSubmit, onClose } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: onClose changes at every render and does the same
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, passwordDialogCloseMs);
    return () => clearTimeout(timer);
  }, [done]);

  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <form className={controls.form} data-draft={draft} noValidate onSubmit={onSubmit}>
        {failure && (
          <p role="alert" className={controls.noticeFailure}>
            {failure}
          </p>
        )}
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
