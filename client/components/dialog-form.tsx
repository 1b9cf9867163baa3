/** A modal dialog that is a form: a failure above its fields, and «Отмена» and «Сохранить» below them. */
import type { FormEvent, ReactNode } from 'react';
import controls from '../styles/controls.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type DialogFormProps = {
  title: string;
  failure: string | null;
  /** What was achieved; it cannot be sent again then. */
  success?: string | null;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

export function DialogForm({ title, failure, success = null, busy, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <form className={controls.form} noValidate onSubmit={onSubmit}>
        {failure && (
          <p role="alert" className={controls.noticeFailure}>
            {failure}
          </p>
        )}
        {children}
        <p role="status" className={controls.notice}>
          {success}
        </p>
        <div className={controls.actions}>
          <button type="button" className={controls.button} disabled={busy} onClick={onClose}>
            Отмена
          </button>
          <BusyButton type="submit" kind="primary" busy={busy} disabled={success !== null}>
            Сохранить
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
