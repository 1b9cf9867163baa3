/** Shows a stack of messages of success (`role=status`) and failure (`role=alert`). */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { messageOf } from '../lib/api.ts';
import controls from '../styles/controls.module.css';
import { Button, IconButton } from './buttons.tsx';
import styles from './message-bar.module.css';

/**
 * A success leaves after a time, unless it has a link. Other messages stay until the user closes them. The style sheet has the
 * times (message-bar.module.css).
 */
export type Message = {
  kind: 'success' | 'failure';
  text: string;
  action?: { label: string; run: () => void } | { label: string; href: string };
  /** A message without an action replaces the earlier one of its topic. The default is its text. */
  topic?: string;
};

/** A new ID makes screen readers announce a repeated text. */
type ShownMessage = Message & { id: number };

/** The newest messages with an action stay; more would cover the page after a series of changes. */
const actionsMax = 3;

/** Returns the messages to show when another one arrives. */
function messagesWith(shown: readonly ShownMessage[], added: ShownMessage): readonly ShownMessage[] {
  const topicOf = ({ topic, text }: Message) => topic ?? text;
  const acting = [...shown, added].filter(({ action }) => action).slice(-actionsMax);
  const others = shown.filter((message) =>
    message.action ? acting.includes(message) : topicOf(message) !== topicOf(added),
  );
  return [...others, added];
}

function MessageBar({ message, onClose }: { message: Message; onClose: () => void }) {
  const { kind, text, action } = message;
  const leaves = action ? 'run' in action && 'late' : 'soon';
  return (
    <div
      className={styles.bar}
      data-kind={kind}
      data-leaves={(kind === 'success' && leaves) || undefined}
      onAnimationEnd={onClose}
    >
      <p>{text}</p>
      {action && 'href' in action && (
        <a className={controls.button} href={action.href}>
          {action.label}
        </a>
      )}
      {action && 'run' in action && (
        <Button
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Закрыть сообщение" icon="close" onClick={onClose} />
    </div>
  );
}

type MessageListProps = { messages: readonly ShownMessage[]; onClose: (message: Message) => void };

/** Both live regions are always rendered, because screen readers may not announce a region that appears with its text. */
function MessageList({ messages, onClose }: MessageListProps) {
  const bars = (kind: Message['kind']) =>
    messages.map(
      (message) =>
        message.kind === kind && <MessageBar key={message.id} message={message} onClose={() => onClose(message)} />,
    );
  return (
    <>
      <div role="status">{bars('success')}</div>
      <div role="alert">{bars('failure')}</div>
    </>
  );
}

const NotifyContext = createContext<(message: Message) => void>(() => undefined);

export const useNotify = () => useContext(NotifyContext);

/** Returns a function that runs a change and shows a message if it fails. */
export function useAttempt() {
  const notify = useNotify();
  return (change: () => Promise<void>): Promise<void> =>
    change().catch((error) => notify({ kind: 'failure', text: messageOf(error) }));
}

/** The ID of the stack in the page's HTML (server/render/shell.tsx). */
export const messagesId = 'messages';

/** The islands of a page share one stack, so that no message covers another's button. */
export function MessageProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ShownMessage[]>([]);
  const [stack, setStack] = useState<HTMLElement | null>(null);
  const [notify] = useState(() => {
    let count = 0;
    return (message: Message) => {
      count += 1;
      const added = { ...message, id: count };
      setMessages((shown) => messagesWith(shown, added));
    };
  });
  useEffect(() => setStack(document.getElementById(messagesId)), []);
  const isShown = useRef(false);
  useEffect(() => {
    if (!stack || isShown.current || messages.length === 0) return;
    isShown.current = true;
    // Without the connection the messages only cover what is below them.
    import('../lib/message-room.ts').then(
      ({ makeRoom }) => makeRoom(stack),
      () => undefined,
    );
  }, [stack, messages]);
  const close = (message: Message) => setMessages((shown) => shown.filter((other) => other !== message));
  return (
    <NotifyContext value={notify}>
      {children}
      {stack && createPortal(<MessageList messages={messages} onClose={close} />, stack)}
    </NotifyContext>
  );
}
