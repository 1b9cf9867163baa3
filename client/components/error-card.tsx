/** Shows a load error with a retry button. Without JavaScript a link reloads the page. */
import * as messages from '../../shared/messages.ts';
import controls from '../styles/controls.module.css';
import { Button } from './buttons.tsx';
import styles from './error-card.module.css';

/** An empty URL resolves to the URL of the page, including its query. */
const samePage = '';

type ErrorCardProps = { text: string; busy?: boolean; onRetry: () => void };

export function ErrorCard({ text, busy, onRetry }: ErrorCardProps) {
  return (
    <div role="alert" className={styles.card}>
      <p>{text}</p>
      <Button busy={busy} onClick={onRetry} data-scripted="">
        {messages.retry}
      </Button>
      <noscript>
        <a href={samePage} className={controls.button}>
          {messages.retry}
        </a>
      </noscript>
    </div>
  );
}
