/** Shows a success (`role=status`) or failure (`role=alert`) message. Success messages disappear after a delay. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import controls from '../styles/controls.module.css';
import { IconButton } from './buttons.tsx';
import styles from './message-bar.module.css';

/** A message with an action stays until the reader closes it. */
export type Message = {
  kind: 'success' | 'failure';
  text: string;
  action?: { label: string; run: () => void };
};

const successDurationMs = 6000;

/** Both live regions are always rendered, because screen readers may not announce a region that appears with its text. */
export function MessageBar({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const textOf = (kind: Message['kind']) => (message?.kind === kind ? message.text : null);
  const action = message?.action;
  return (
    <div className={styles.bar} data-kind={message?.kind}>
      <p role="status" className={action && styles.offer}>
        {action ? <span>{message.text}</span> : textOf('success')}
        {action && (
          <button
            type="button"
            className={controls.button}
            onClick={() => {
              onClose();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </p>
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
    document.documentElement.toggleAttribute('data-message', message !== null);
    if (message?.kind !== 'success' || message.action) return;
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
