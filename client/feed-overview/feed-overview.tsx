/** The part of the feed above its table: how to start, and the histogram. */

import * as messages from '../../shared/messages.ts';
import type { FeedOverview as Loads } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { FirstRun } from '../components/first-run.tsx';
import { useIslandContext } from '../lib/island-context.ts';
import controls from '../styles/controls.module.css';
import styles from '../styles/feed-overview.module.css';
import type { ChartView } from './chart-toggle.tsx';
import { HistogramFigure, useHistogram } from './histogram.tsx';

type OverviewProps = {
  query: PostsQuery;
  /** The data in the page. */
  first: Loads;
  /** A change of the number loads everything again. */
  refreshes: number;
  chart: ChartView;
  /** The search text cannot be parsed. */
  unreadable: boolean;
};

function Overview({ query, first, refreshes, chart, unreadable }: OverviewProps) {
  const bars = first.histogram === 'hidden' ? null : first.histogram;
  const histogram = useHistogram({ query, first: bars, hidden: chart === 'hidden', unreadable, refreshes });
  const { data, error, loading } = histogram;
  return (
    <div className={styles.overview} aria-busy={(loading || unreadable) && data !== undefined}>
      {error !== null && data !== undefined && (
        <p role="status" className={controls.fieldError}>
          {messages.updateOverview}
        </p>
      )}
      {error !== null && data === undefined && <p className={controls.fieldError}>{error}</p>}
      {data && (
        <div data-chart={chart} className={styles.chart}>
          <HistogramFigure bars={data} query={histogram.query} />
        </div>
      )}
    </div>
  );
}

export type FeedOverviewProps = Omit<OverviewProps, 'first'> & {
  /** Null with an existing backend. */
  first: Loads | null;
  isFirstRun: boolean;
};

/** Around it, the feed follows its links. */
export function FeedOverview({ first, isFirstRun, ...overview }: FeedOverviewProps) {
  const context = useIslandContext();
  return (
    <div id="overview">
      {isFirstRun && <FirstRun {...context} />}
      {first && <Overview first={first} {...overview} />}
    </div>
  );
}
