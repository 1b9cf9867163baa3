/** A modal dialog: the browser's own, so that focus stays inside, Escape closes it and focus returns to what opened it. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './dialog.module.css';

type DialogProps = {
  /** Its heading and accessible name. */
  title: string;
  role?: 'dialog' | 'alertdialog';
  /** While its action is under way it does not close. */
  busy?: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function Dialog({ title, role = 'dialog', busy = false, onClose, children }: DialogProps) {
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
      className={styles.dialog}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
