/** The page of analytics: form, filters in words, figures. */
import styles from '../../../client/styles/analytics.module.css';
import controls from '../../../client/styles/controls.module.css';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { opensDialog } from '../../../shared/page-names.ts';
import { ShellIcon } from '../../render/shell-icon.tsx';
import { linkToPosts } from '../figures/link-to-posts.ts';
import { LoadFailure } from '../load-failure.tsx';
import type { AnalyticsContent } from './analytics-content.ts';
import { AnalyticsFigures } from './analytics-figures.tsx';
import { AnalyticsForm } from './analytics-form.tsx';
import { describeFilters } from './describe-filters.ts';
import { FilterChips } from './filter-chips.tsx';

const isQueryError = (error: string | undefined): boolean => error?.startsWith(messages.queryErrorStart) ?? false;

function Tools({ input, query }: AnalyticsContent) {
  return (
    <div className={styles.tools}>
      <a href={linkToPosts(input.basePath, query)({})} className={controls.button}>
        <ShellIcon name="posts" />
        Посты в ленте
      </a>
      <button type="button" className={controls.button} {...opensDialog('print')}>
        <ShellIcon name="print" />
        Печать
      </button>
    </div>
  );
}

function Content(props: AnalyticsContent) {
  const { analytics, input, query } = props;
  const { basePath, timeZone, now } = input;
  if (analytics === null || isQueryError(analytics.error)) {
    return <p className={styles.nothing}>{messages.fixAnalytics}</p>;
  }
  if (analytics.error !== undefined) return <LoadFailure text={analytics.error} />;
  return (
    <>
      <p>{describeFilters(props)}</p>
      <p className={styles.printed}>Составлено {formatDateTime(new Date(now).toISOString(), timeZone)}</p>
      <AnalyticsFigures analytics={analytics.data} linkTo={linkToPosts(basePath, query)} timeZone={timeZone} />
    </>
  );
}

export function AnalyticsView(props: AnalyticsContent) {
  const { analytics } = props;
  return (
    <div className={styles.page}>
      <AnalyticsForm {...props} textError={isQueryError(analytics?.error) ? (analytics?.error ?? null) : null} />
      <div className={styles.line}>
        <FilterChips {...props} />
        <Tools {...props} />
      </div>
      <Content {...props} />
    </div>
  );
}
