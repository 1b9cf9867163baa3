/** A dialog whose only action is «Закрыть»: it informs, or its changes apply at once. */
import type { Ref } from 'react';
import controls from '../styles/controls.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';

type ClosableDialogProps = Pick<DialogProps, 'title' | 'className' | 'onClose' | 'children'> & {
  closeRef?: Ref<HTMLButtonElement>;
};

export function ClosableDialog({ closeRef, children, ...dialog }: ClosableDialogProps) {
  return (
    <Dialog {...dialog}>
      {children}
      <div className={controls.actions}>
        <button ref={closeRef} type="button" className={controls.button} onClick={dialog.onClose}>
          Закрыть
        </button>
      </div>
    </Dialog>
  );
}
