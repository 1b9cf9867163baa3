/** A dialog or popup of an island. Its code loads before it opens, and the pressed button is busy meanwhile. */
import { type ComponentType, useState } from 'react';
import * as messages from '../../shared/messages.ts';
import { useNotify } from '../components/message-bar.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

/** The dialog's props without event handlers. */
type Subject<Props> = { [Name in keyof Props as Name extends `on${string}` ? never : Name]: Props[Name] };

/** `importDialog` must not change between renders. A failure to load is reported in the message bar. */
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
    /** Event handlers for the button that opens the dialog. */
    preload,
  };
}
