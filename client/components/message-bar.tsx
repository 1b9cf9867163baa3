/** Tells success (`role=status`) or failure (`role=alert`) that belongs to no field; a success goes by itself. */
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './message-bar.module.css';

export type Message = { kind: 'success' | 'failure'; text: string };

const successShownMs = 6000;

/** The message that stands, and how to say another or none. */
export function useMessage(): [Message | null, (message: Message | null) => void] {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message?.kind !== 'success') return;
    const timer = setTimeout(setMessage, successShownMs, null);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage];
}

/** Both live regions stand from the start, because one that appears with its text may not be read aloud. */
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
