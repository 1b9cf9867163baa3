/** The base dialog, and dialogs that inform, ask for confirmation, or hold a form. */

import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { Call } from '../../shared/api/call.ts';
import { passwordDialogCloseMs } from '../../shared/rules/limits.ts';
import { callApi } from '../lib/api.ts';
import { type FormErrors, useSubmission } from '../lib/use-submission.ts';
import controls from '../styles/controls.module.css';
import { Button } from './buttons.tsx';
import { FailureNotice, FormContext } from './form-field.tsx';

export type DialogProps = {
  /** The heading and accessible name. */
  title: string;
  role?: 'dialog' | 'alertdialog';
  /** A class for size and position. */
  className?: string | undefined;
  /** Escape does not close a busy dialog. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Hides the dialog that is open, so that no dialog stands on another one. Returns a function that shows it again. */
function hideOpenDialog(): () => void {
  const open = document.querySelector<HTMLElement>('dialog:modal:not([hidden])');
  open?.toggleAttribute('hidden', true);
  return () => open?.toggleAttribute('hidden', false);
}

/**
 * A native modal dialog, which replaces another one until it closes. The browser traps the focus, closes the dialog on Escape and
 * returns the focus to the opener.
 */
export function Dialog({ title, role = 'dialog', className, busy = false, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    const showOther = hideOpenDialog();
    dialog?.showModal();
    return () => {
      // Before the focus returns to a button of the other dialog.
      showOther();
      dialog?.close();
    };
  }, []);

  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      className={className}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      // Chromium closes the dialog on a second Escape even if the first one was prevented.
      onClose={(event) => {
        if (event.target !== element.current) return;
        if (busy) element.current.showModal();
        else onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

type ClosableDialogProps = Pick<DialogProps, 'title' | 'className' | 'onClose' | 'children'> & {
  closeRef?: Ref<HTMLButtonElement>;
};

/** A dialog whose only action is «Закрыть»: it informs, or its changes apply at once. */
export function ClosableDialog({ closeRef, children, ...dialog }: ClosableDialogProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className={controls.actions}>
        <Button ref={closeRef} onClick={dialog.onClose}>
          Закрыть
        </Button>
      </div>
    </Dialog>
  );
}

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

/** Asks for confirmation of an action. After a failure the dialog shows the error and stays open for a retry. */
export function ConfirmDialog({ question, subject, confirmKind = 'danger', ...props }: ConfirmDialogProps) {
  const { confirmLabel, onConfirm, onClose, children } = props;
  return (
    <DialogForm
      title={question}
      role="alertdialog"
      submitLabel={confirmLabel}
      submitKind={confirmKind}
      onClose={onClose}
      {...useSubmission({ send: onConfirm })}
    >
      {subject && <p>{subject}</p>}
      {children}
    </DialogForm>
  );
}

/** After the call succeeds, `onDone` receives the text `done` and the affected entity. */
export type ConfirmationProps<Entity> = Omit<ConfirmDialogProps, 'onConfirm'> & {
  entity?: Entity;
  call: Call<unknown>;
  done: string;
  onDone: (text: string, entity?: Entity) => void;
};

/** Asks for confirmation and then makes a call to the API. */
export function Confirmation<Entity>({ entity, call, done, onDone, ...dialog }: ConfirmationProps<Entity>) {
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={async () => {
        await callApi(call);
        onDone(done, entity);
      }}
    />
  );
}

type DialogFormProps = Pick<DialogProps, 'title' | 'role' | 'className' | 'onClose' | 'children'> & {
  submitLabel?: string;
  submitKind?: 'danger' | 'primary';
  /** Identifies the form and its subject, so that client/lib/drafts.ts saves the values when the session ends. */
  draft?: string;
  /** The initial values of fields, by name. */
  texts?: Readonly<Record<string, string>>;
  errors?: FormErrors<string>;
  failure: string | null;
  status?: string | null;
  /** True after success: the form cannot be sent again, and the dialog closes after a delay. */
  done?: boolean;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onInput?: (event: FormEvent<HTMLFormElement>) => void;
};

/** A modal dialog with a form. An error appears above the fields; «Отмена» and the submit button are below them. */
export function DialogForm(props: DialogFormProps) {
  const {
    title,
    role = 'dialog',
    className,
    submitLabel = 'Сохранить',
    submitKind = 'primary',
    draft,
    children,
  } = props;
  const { texts = {}, errors = {}, failure, status = null, done = false, busy, onSubmit, onInput, onClose } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: onClose is a new but equivalent function in every render
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(onClose, passwordDialogCloseMs);
    return () => clearTimeout(timer);
  }, [done]);

  return (
    <Dialog title={title} role={role} className={className} busy={busy} onClose={onClose}>
      <form className={controls.form} data-draft={draft} noValidate onSubmit={onSubmit} onInput={onInput}>
        <FailureNotice text={failure} />
        <FormContext value={{ texts, errors }}>{children}</FormContext>
        <p role="status" className={controls.notice}>
          {status}
        </p>
        <div className={controls.actions}>
          <Button disabled={busy} onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" kind={submitKind} busy={busy} disabled={done}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
