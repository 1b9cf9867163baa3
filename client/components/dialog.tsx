/** A native modal dialog. The browser traps the focus, closes the dialog on Escape and returns the focus to the opener. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

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

export function Dialog({ title, role = 'dialog', className = '', busy = false, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      className={`${styles.dialog} ${className}`}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      // Chromium closes the dialog on a second Escape even if the first one was prevented.
      onClose={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
