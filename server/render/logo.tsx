/** The console's sign: the bars of a chart on a tile. */
import styles from '../../client/styles/logo.module.css';

export function Logo() {
  return <i className={styles.logo} />;
}
