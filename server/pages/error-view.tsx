/** Shown instead of a page that failed: what happened, what to do, and the request id for support. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import * as messages from '../../shared/messages.ts';

type ErrorViewProps = { text: string; requestId: string; retryHref: string };

export function ErrorView({ text, requestId, retryHref }: ErrorViewProps) {
  return (
    <div role="alert" className={`${controls.card} ${styles.errorCard}`}>
      <p>{text}</p>
      <p className={controls.hint}>
        Номер запроса: <code>{requestId}</code>
      </p>
      <p>
        <a href={retryHref} className={controls.button}>
          {messages.retry}
        </a>
      </p>
    </div>
  );
}
