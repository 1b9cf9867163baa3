/**
 * The dialog or popup that is open on a screen, and what it is about: its code is fetched before it opens, and the button
 * that was pressed is busy meanwhile.
 */
import { useState } from 'react';
import * as messages from '../../shared/messages.ts';
import type { Message } from '../components/message-bar.tsx';
import type { LazyComponent } from './use-lazy-component.ts';

/** `tell` is told when the code does not come. */
export function useOpened<Opened>(tell: (message: Message) => void) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const open = async (part: Pick<LazyComponent<never>, 'load'>, next: Opened) => {
    const button = document.activeElement?.closest('button');
    if (button) button.ariaBusy = 'true';
    const loaded = await part.load();
    if (button) button.ariaBusy = null;
    if (loaded) setOpened(next);
    else tell({ kind: 'failure', text: messages.unexpected });
  };
  return { opened, open, close: () => setOpened(null) };
}
