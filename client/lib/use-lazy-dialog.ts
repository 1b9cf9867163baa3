/** A dialog or popup of an island. Its code loads before it opens, and the pressed button is busy meanwhile. */
import { type ComponentType, useState } from 'react';
import * as messages from '../../shared/messages.ts';
import { useNotify } from '../components/message-bar.tsx';
import { type PreloadHandlers, useLazyComponent } from './use-lazy-component.ts';

/** The dialog's props without event handlers. */
type Subject<Props> = { [Name in keyof Props as Name extends `on${string}` ? never : Name]: Props[Name] };

/** Props of a button that opens a dialog. */
export type OpenerProps = PreloadHandlers & { onClick: () => void };

/** `importDialog` must be the same function in every render. The message bar reports load failures. */
export function useLazyDialog<Props>(importDialog: () => Promise<ComponentType<Props>>) {
  const { Component, load, preload } = useLazyComponent(importDialog);
  const [subject, setSubject] = useState<Subject<Props> | null>(null);
  const notify = useNotify();

  async function open(next: Subject<Props>) {
    const button = document.activeElement?.closest('button');
    if (button) button.ariaBusy = 'true';
    const loaded = await load();
    if (button) button.ariaBusy = null;
    if (loaded) setSubject(next);
    else notify({ kind: 'failure', text: messages.unexpected });
  }

  return {
    /** Null while the dialog is closed. */
    opened: Component && subject && { Component, subject },
    open,
    close: () => setSubject(null),
    preload,
    openerProps: (next: Subject<Props>): OpenerProps => ({ ...preload, onClick: () => void open(next) }),
  };
}
