/** Leads a person without saved views to the feed: rules watch saved views. */
import * as messages from '../../../shared/messages.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import styles from './alerts.module.css';

export function NoViews() {
  const { basePath } = useIslandContext();
  return (
    <>
      {messages.noSavedViews}.{' '}
      <a href={`${basePath}/ldvknf/posts`} className={styles.inText}>
        Сохраните фильтр в новостной ленте
      </a>
      , чтобы создать правило.
    </>
  );
}
