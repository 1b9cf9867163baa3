/** The empty state of the feed. When filters hide all posts, it has a button that resets them. */
import * as messages from '../../../shared/messages.ts';
import controls from '../../styles/controls.module.css';
import styles from './posts-island.module.css';

export function NoPosts({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) return messages.noPosts;
  return (
    <span className={styles.hidden}>
      <span>{messages.noPosts}</span>
      <span>{messages.hiddenPosts}</span>
      <button type="button" data-scripted="" className={controls.button} onClick={onReset}>
        {messages.resetFilters}
      </button>
    </span>
  );
}
