/** What the feed shows above its table: posts since the last visit, saved views, and the histogram. */
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/feed-overview.module.css';
import type { Histogram } from '../../../shared/api/histogram.ts';
import type { Visit } from '../../../shared/api/marks.ts';
import type { SavedView } from '../../../shared/api/views.ts';
import { overviewIds } from '../../../shared/feed-overview.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { Loaded } from '../../../shared/islands.ts';
import { formatPostsQuery, noPostFilters, type PostsQuery, parsePostsQuery } from '../../../shared/posts-query.ts';
import { HistogramFigure } from './histogram-figure.tsx';

/** A part is undefined without its capability. The histogram is `hidden` by choice. */
export type OverviewParts = {
  visit?: Loaded<Visit> | undefined;
  views?: Loaded<SavedView[]> | undefined;
  histogram?: Loaded<Histogram> | 'hidden' | undefined;
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

/** The saved query is read like an address, so that its link is one of the feed's. */
function viewHref({ id, query: saved }: SavedView, { sort }: PostsQuery): string {
  const query = parsePostsQuery(Object.fromEntries(new URLSearchParams(saved)), sort);
  return formatPostsQuery({ ...query, view: id, page: 1 });
}

function ViewsList({ views, query }: { views: Loaded<SavedView[]>; query: PostsQuery }) {
  if (views.error !== undefined) return <Failure text={views.error} />;
  if (views.data.length === 0) return null;
  return (
    <div className={styles.views}>
      <span id={overviewIds.views}>Мои фильтры</span>
      <ul aria-labelledby={overviewIds.views}>
        {views.data.map((view) => (
          <li key={view.id} data-view={view.id} data-editable={view.editable ? '' : undefined}>
            <a
              id={`${overviewIds.views}-${view.id}`}
              href={viewHref(view, query)}
              aria-current={view.id === query.view ? 'true' : undefined}
            >
              {view.name} <span className={controls.badge}>новых: {formatNumber(view.fresh)}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HistogramToggle({ hidden }: { hidden: boolean }) {
  return (
    <button
      type="button"
      id={overviewIds.toggle}
      data-scripted=""
      aria-expanded={!hidden}
      className={`${controls.button} ${controls.buttonGhost}`}
    >
      {hidden ? 'Показать график' : 'Скрыть график'}
    </button>
  );
}

/** `data-overview` tells the fragment from other pages (client/islands/posts/overview.ts). */
export function FeedOverview({ visit, views, histogram, query, copies, timeZone }: FeedOverviewProps) {
  const hidden = histogram === 'hidden';
  return (
    <div data-overview="" className={styles.overview}>
      <div className={styles.lines}>
        {visit && <VisitLine visit={visit} query={query} />}
        {views && <ViewsList views={views} query={query} />}
        {histogram && <HistogramToggle hidden={hidden} />}
      </div>
      {histogram && !hidden && histogram.error !== undefined && <Failure text={histogram.error} />}
      {histogram && !hidden && histogram.data && (
        <HistogramFigure histogram={histogram.data} {...{ query, copies, timeZone }} />
      )}
    </div>
  );
}
