/** The messages of the shell, hidden until a script shows them (client/lib/notices.ts): no code or text has to load for them. */
import type { ReactNode } from 'react';
import styles from '../../client/components/message-bar.module.css';
import controls from '../../client/styles/controls.module.css';
import * as messages from '../../shared/messages.ts';
import { type Notice, noticesId } from '../../shared/page-names.ts';

type BarProps = { id: Notice; text: string; kind: 'success' | 'failure'; isUrgent?: boolean; children?: ReactNode };

function Bar({ id, text, kind, isUrgent = kind === 'failure', children }: BarProps) {
  return (
    <div id={id} role={isUrgent ? 'alert' : 'status'} hidden className={styles.bar} data-kind={kind}>
      <p>{text}</p>
      {children}
    </div>
  );
}

export function Notices() {
  return (
    <div id={noticesId}>
      <Bar id="connection-lost" kind="failure" text={messages.connectionLost} />
      <Bar id="connection-found" kind="success" text={messages.connectionRestored} />
      <Bar id="draft-kept" kind="success" text={messages.draftKept} />
      <Bar id="new-version" kind="success" isUrgent text={messages.newVersion} />
      <Bar id="part-failed" kind="failure" text={messages.partFailed}>
        <button type="button" className={controls.button}>
          {messages.repeat}
        </button>
      </Bar>
    </div>
  );
}
