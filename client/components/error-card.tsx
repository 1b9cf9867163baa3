/** Reports what failed to load and offers to try again: with JavaScript in place, without it by loading the page again. */

import * as messages from '../../shared/messages.ts';
import controls from '../styles/controls.module.css';
import styles from './error-card.module.css';

/** A relative address without path and query is that of the page, query included. */
const samePage = '';

type ErrorCardProps = { text: string; busy?: boolean; onRetry: () => void };

export function ErrorCard({ text, busy = false, onRetry }: ErrorCardProps) {
  return (
    <div role="alert" className={styles.card}>
      <p>{text}</p>
      <button
        type="button"
        className={controls.button}
        disabled={busy}
        aria-busy={busy}
        onClick={onRetry}
        data-scripted=""
      >
        {messages.retry}
      </button>
      <noscript>
        <a href={samePage} className={controls.button}>
          {messages.retry}
        </a>
      </noscript>
    </div>
  );
}
