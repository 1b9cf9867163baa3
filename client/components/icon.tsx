/** A small line icon beside a text or inside a named button; it is never read aloud. */
import styles from './icon.module.css';

/** `path` is one of icon-paths.ts, drawn on 16 × 16. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
