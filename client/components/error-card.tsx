/** Says what failed to load and offers to try again (docs/product.md, section 8, Table error card). */
import * as messages from '../../shared/messages.ts';
import controls from '../styles/controls.module.css';
import styles from './error-card.module.css';

type ErrorCardProps = { text: string; busy?: boolean; onRetry: () => void };

export function ErrorCard({ text, busy = false, onRetry }: ErrorCardProps) {
  return (
    <div role="alert" className={styles.card}>
      <p>{text}</p>
      <button type="button" className={controls.button} disabled={busy} aria-busy={busy} onClick={onRetry}>
        {messages.retry}
      </button>
    </div>
  );
}
