/** What the feed shows above its table: posts since the last visit, saved views, and the histogram. */
import viewsStyles from '../../../client/saved-views/saved-views-list.module.css';
import { SavedViewsList, type ShownView } from '../../../client/saved-views/saved-views-list.tsx';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/feed-overview.module.css';
import type { Histogram } from '../../../shared/api/analytics.ts';
import type { Visit } from '../../../shared/api/posts.ts';
import type { SavedView } from '../../../shared/api/views.ts';
import { formatNumber } from '../../../shared/format.ts';
import { localViewsId, opensDialog, overviewIds } from '../../../shared/page-names.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { formatPostsQuery, noPostFilters, type PostsQuery, viewHref } from '../../../shared/pages/posts-query.ts';
import { HistogramFigure } from './histogram-figure.tsx';

/** A part is undefined without its capability. The histogram is `hidden` by choice. */
export type OverviewParts = {
  visit?: Loaded<Visit> | undefined;
  views?: Loaded<SavedView[]> | undefined;
  histogram?: Loaded<Histogram> | 'hidden' | undefined;
  /** The address of the analytics of these posts. */
  analytics?: string | undefined;
};

export type FeedOverviewProps = OverviewParts & {
  query: PostsQuery;
  /** Whether the histogram counts copies; null without the capability. */
  copies: boolean | null;
  timeZone: string;
};

const Failure = ({ text }: { text: string }) => <p className={controls.fieldError}>{text}</p>;

function VisitLine({ visit, query }: { visit: Loaded<Visit>; query: PostsQuery }) {
  if (visit.error !== undefined) return <Failure text={visit.error} />;
  const { since, total } = visit.data;
  const text = `С прошлого визита: ${formatNumber(total)}`;
  const href = formatPostsQuery({ ...query, ...noPostFilters, since });
  return <p>{total > 0 ? <a href={href}>{text}</a> : text}</p>;
}

const ghostButton = `${controls.button} ${controls.buttonGhost}`;

const SaveViewButton = () => (
  <button type="button" id={overviewIds.save} className={ghostButton} {...opensDialog('saved-view')}>
    Сохранить фильтр
  </button>
);

/** The place of the list of saved views in local storage (client/saved-views), without the capability `views`. */
export const LocalViewsLine = () => (
  <div className={styles.localLine}>
    <div id={localViewsId} className={viewsStyles.local} />
    <SaveViewButton />
  </div>
);

function HistogramToggle({ hidden }: { hidden: boolean }) {
  return (
    <button type="button" id={overviewIds.toggle} data-scripted="" aria-expanded={!hidden} className={ghostButton}>
      {hidden ? 'Показать график' : 'Скрыть график'}
    </button>
  );
}

/** `data-overview` identifies the fragment (client/islands/posts/overview.ts). */
export function FeedOverview({ visit, views, histogram, analytics, query, copies, timeZone }: FeedOverviewProps) {
  const hidden = histogram === 'hidden';
  const figure = histogram === 'hidden' ? undefined : histogram?.data;
  const toggle = <HistogramToggle hidden={hidden} />;
  const toShown = (view: SavedView): ShownView => ({ ...view, href: viewHref(view, query.sort) });
  return (
    <div data-overview="" className={styles.overview}>
      <button type="button" id={overviewIds.reload} hidden />
      <div className={styles.lines}>
        {visit && <VisitLine visit={visit} query={query} />}
        {views?.error !== undefined && <Failure text={views.error} />}
        {views?.data && <SavedViewsList views={views.data.map(toShown)} current={query.view} />}
        <div className={styles.actions}>
          {analytics && (
            <a href={analytics} className={ghostButton}>
              Аналитика
            </a>
          )}
          {views && <SaveViewButton />}
          {histogram && !figure && toggle}
        </div>
      </div>
      {histogram && !hidden && histogram.error !== undefined && <Failure text={histogram.error} />}
      {figure && <HistogramFigure histogram={figure} {...{ query, copies, timeZone, toggle }} />}
    </div>
  );
}
