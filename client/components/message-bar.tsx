/** Shows success (`role=status`) or failure (`role=alert`) that belongs to no field; a success disappears by itself. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './message-bar.module.css';

export type Message = { kind: 'success' | 'failure'; text: string };

const successShownMs = 6000;

/** Both live regions are rendered from the start, because one that appears with its text may not be read aloud. */
export function MessageBar({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const textOf = (kind: Message['kind']) => (message?.kind === kind ? message.text : null);
  return (
    <div className={styles.bar} data-kind={message?.kind}>
      <p role="status">{textOf('success')}</p>
      <p role="alert">{textOf('failure')}</p>
      {message && <IconButton label="Закрыть сообщение" icon="close" onClick={onClose} />}
    </div>
  );
}

const NotifyContext = createContext<(message: Message) => void>(() => undefined);

/** A function that shows a message in place of the current one. */
export const useNotify = () => useContext(NotifyContext);

export function MessageProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message?.kind !== 'success') return;
    const timer = setTimeout(setMessage, successShownMs, null);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <NotifyContext value={setMessage}>
      {children}
      <MessageBar message={message} onClose={() => setMessage(null)} />
    </NotifyContext>
  );
}
