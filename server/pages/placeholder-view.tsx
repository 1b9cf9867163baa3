/** A page whose module is not built yet (docs/product.md, section 1). */
import styles from '../../client/styles/views.module.css';
import * as messages from '../../shared/messages.ts';

export function PlaceholderView() {
  return <p className={styles.placeholder}>{messages.placeholder}</p>;
}
