/** The part of the feed above its table: posts since the last visit, and the histogram. */

import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { loadVisit, type Visit } from '../../shared/api/posts.ts';
import { formatNumber } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import type { FeedOverview as Loads } from '../../shared/pages/islands.ts';
import type { PostsQuery } from '../../shared/pages/post-filters.ts';
import { analyticsFilters, formatPostsQuery, noPostFilters } from '../../shared/pages/posts-query.ts';
import { refusalOf } from '../../shared/roles.ts';
import { IconButton } from '../components/buttons.tsx';
import { FirstRun } from '../components/first-run.tsx';
import type { ShownFilters } from '../islands/posts/filter-names.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { savePreference } from '../lib/preferences.ts';
import { useFollowedReply } from '../lib/use-followed-reply.ts';
import { SaveViewButton } from '../saved-views/save-view-button.tsx';
import { useViewDialog } from '../saved-views/use-view-dialog.tsx';
import controls from '../styles/controls.module.css';
import styles from '../styles/feed-overview.module.css';
import menu from '../styles/popover-menu.module.css';
import { HistogramFigure, useHistogram } from './histogram.tsx';

const Failure = ({ text }: { text: string }) => <p className={controls.fieldError}>{text}</p>;

function VisitLine({ visit: { since, total }, query }: { visit: Visit; query: PostsQuery }) {
  const text = `С прошлого визита: ${formatNumber(total)}`;
  const href = formatPostsQuery({ ...query, ...noPostFilters, since });
  return <p>{total > 0 ? <a href={href}>{text}</a> : text}</p>;
}

const ghostButton = `${controls.button} ${controls.buttonGhost}`;

const moreActionsId = 'more-actions';

/** `button`: the button of the menu. */
const MoreActions = ({ button, children }: { button: Ref<HTMLButtonElement>; children: ReactNode }) => (
  <>
    <IconButton ref={button} label="Ещё действия" icon="more" popoverTarget={moreActionsId} />
    <div id={moreActionsId} popover="auto" className={menu.menu}>
      {children}
    </div>
  </>
);

type HistogramToggleProps = {
  hidden: boolean;
  /** This button replaces another one that was pressed, and takes its focus. */
  pressed: boolean;
  onClick: () => void;
};

function HistogramToggle({ hidden, pressed, onClick }: HistogramToggleProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (pressed && document.activeElement === document.body) button.current?.focus();
  }, [pressed]);
  return (
    <button
      ref={button}
      type="button"
      data-scripted=""
      aria-expanded={!hidden}
      className={ghostButton}
      onClick={onClick}
    >
      {hidden ? 'Показать график' : 'Скрыть график'}
    </button>
  );
}

type OverviewProps = {
  shown: ShownFilters;
  /** The data in the page. */
  first: Loads;
  /** A change of the number loads everything again. */
  refreshes: number;
  /** The search text cannot be parsed. */
  unreadable: boolean;
};

function Overview({ shown, first, refreshes, unreadable }: OverviewProps) {
  const { query } = shown;
  const { viewer, basePath } = useIslandContext();
  const refusal = refusalOf(viewer);
  const refused = refusal === null ? {} : { disabled: true, title: refusal };
  const [hidden, setHidden] = useState(first.histogram === 'hidden');
  const [pressed, setPressed] = useState(false);
  const more = useRef<HTMLButtonElement>(null);

  const visit = useFollowedReply(loadVisit(), first.visit, refreshes);
  const bars = first.histogram === 'hidden' ? null : first.histogram;
  const histogram = useHistogram({ query, first: bars, hidden, unreadable, refreshes });
  const dialog = useViewDialog(shown, () => more.current?.focus());
  const parts = [visit, histogram];
  const isOutdated = parts.some(({ data, error }) => data !== undefined && error !== null);
  const failureOf = ({ data, error }: (typeof parts)[number]) =>
    data === undefined && error !== null && <Failure text={error} />;

  function toggleHistogram() {
    savePreference('histogramHidden', !hidden);
    setHidden(!hidden);
    setPressed(true);
  }

  const toggle = <HistogramToggle hidden={hidden} pressed={pressed} onClick={toggleHistogram} />;
  return (
    <div className={styles.overview} aria-busy={(histogram.loading || unreadable) && histogram.data !== undefined}>
      {isOutdated && (
        <p role="status" className={controls.fieldError}>
          {messages.updateOverview}
        </p>
      )}
      <div className={styles.lines}>
        {failureOf(visit)}
        {visit.data && <VisitLine visit={visit.data} query={query} />}
        {!histogram.data && toggle}
        <MoreActions button={more}>
          <a href={`${basePath}/ldvknf/analytics${formatPostsQuery(analyticsFilters(query))}`} className={menu.choice}>
            Аналитика
          </a>
          <SaveViewButton className={menu.choice} {...dialog.openerOf({ action: 'create', view: null })} {...refused} />
        </MoreActions>
      </div>
      {failureOf(histogram)}
      {histogram.data && <HistogramFigure bars={histogram.data} query={histogram.query} toggle={toggle} />}
      {dialog.element}
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
