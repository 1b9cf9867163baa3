/** A field for a search, with a button that explains the query language. Only our own backend has the button. */
import type { ReactNode } from 'react';
import { opensDialog } from '../../shared/page-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { IconButton } from './buttons.tsx';
import styles from './query-field.module.css';

export function QueryField({ children }: { children: ReactNode }) {
  const { backendKind } = useIslandContext();
  if (backendKind !== 'own') return children;
  return (
    <div className={styles.field}>
      {children}
      <IconButton label="Язык запросов" icon="help" {...opensDialog('query-help')} />
    </div>
  );
}
