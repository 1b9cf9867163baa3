/** The console's sign: the bars of a chart on a tile. */
import styles from '../../client/styles/logo.module.css';

export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" />
      <path d="M6.5 16.5v-3.5M10.2 16.5V8.5M13.8 16.5v-6M17.5 16.5V7" />
    </svg>
  );
}
