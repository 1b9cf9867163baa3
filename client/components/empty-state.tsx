/** What stands in place of an empty list: what is missing, one sentence that explains it, and what to press, if it is not above. */
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

type EmptyStateProps = { title: string; hint: string | null; children?: ReactNode };

export const EmptyState = ({ title, hint, children }: EmptyStateProps) => (
  <div className={styles.empty}>
    <p className={styles.title}>{title}</p>
    {hint && <p>{hint}</p>}
    {children}
  </div>
);
