/** Shows a success (`role=status`) or failure (`role=alert`) message. Success messages disappear after a delay. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './message-bar.module.css';

export type Message = { kind: 'success' | 'failure'; text: string };

const successDurationMs = 6000;

/** Both live regions are always rendered, because screen readers may not announce a region that appears with its text. */
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

/** Returns a function that replaces the current message. */
export const useNotify = () => useContext(NotifyContext);

export function MessageProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message?.kind !== 'success') return;
    const timer = setTimeout(setMessage, successDurationMs, null);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <NotifyContext value={setMessage}>
      {children}
      <MessageBar message={message} onClose={() => setMessage(null)} />
    </NotifyContext>
  );
}
