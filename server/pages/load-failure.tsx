/** Shown in a page without an island in place of data that failed to load. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import * as messages from '../../shared/messages.ts';

/** An empty URL resolves to the URL of the page, including its query. */
const samePage = '';

export function LoadFailure({ text }: { text: string }) {
  return (
    <div role="alert" className={`${controls.card} ${styles.errorCard}`}>
      <p>{text}</p>
      <p>
        <a href={samePage} className={controls.button}>
          {messages.retry}
        </a>
      </p>
    </div>
  );
}
