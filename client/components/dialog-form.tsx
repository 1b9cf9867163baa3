/** A modal dialog that is a form: a failure above its fields, and «Отмена» and «Сохранить» below them. */
import type { FormEvent, ReactNode } from 'react';
import controls from '../styles/controls.module.css';
import { BusyButton } from './busy-button.tsx';
import { Dialog } from './dialog.tsx';

type DialogFormProps = {
  title: string;
  /** Names the form and what it is about, so that what was typed outlives the session (client/lib/drafts.ts). */
  draft?: string;
  failure: string | null;
  /** What was achieved, and whether that ends the matter: the form cannot be sent again then. */
  status?: string | null;
  done?: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
};

export function DialogForm(props: DialogFormProps) {
  const { title, draft, failure, status = null, done = false, busy, onSubmit, onClose, children } = props;
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
            Сохранить
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
