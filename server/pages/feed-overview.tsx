/** What the feed shows above its table: posts since the last visit, saved views, and the histogram. */

import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import { IconButton } from '../../client/components/buttons.tsx';
import viewsStyles from '../../client/saved-views/saved-views-list.module.css';
import { SavedViewsList, type ShownView } from '../../client/saved-views/saved-views-list.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/feed-overview.module.css';
import menu from '../../client/styles/popover-menu.module.css';
import { type Histogram, type HistogramUnit, loadHistogram } from '../../shared/api/analytics.ts';
import { loadVisit, type Visit } from '../../shared/api/posts.ts';
import { loadViews, openView, type SavedView } from '../../shared/api/views.ts';
import { formatNumber } from '../../shared/format.ts';
import { localViewsId, opensDialog, overviewIds } from '../../shared/page-names.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { dayOf, isTime, type PostsQuery } from '../../shared/pages/post-filters.ts';
import {
  formatPostsQuery,
  hasReversedDays,
  hidesCopies,
  noPostFilters,
  postFiltersOf,
  viewHref,
} from '../../shared/pages/posts-query.ts';
import { ChartFigure, ChartTable } from '../charts/chart-figure.tsx';
import { type Bounds, type TimeRow, timeAxis, unitTexts } from '../charts/time-axis.ts';
import { BarChart } from '../charts/time-charts.tsx';
import type { PageInput } from '../session/page-input.ts';
import { analyticsHref } from './feed-filters.ts';
import { loadReadyCounts, ReadyViews } from './ready-views.tsx';
import { refuses } from './simple-views.tsx';

/** Returns the stricter of two bounds: for lower bounds the later one. A time is stricter than its day. */
function narrower(own: string, filter: string, lower: boolean): string {
  if (filter === '') return own;
  if (isTime(own) && isTime(filter)) return Date.parse(filter) > Date.parse(own) === lower ? filter : own;
  if (dayOf(own) === dayOf(filter)) return isTime(filter) ? filter : own;
  return dayOf(filter) > dayOf(own) === lower ? filter : own;
}

/** Keeps the other filters. Leaves the view, because the link selects other posts. */
function hrefOf(query: PostsQuery, bounds: Bounds): string {
  const from = narrower(bounds.from, query.from, true);
  const to = narrower(bounds.to, query.to, false);
  return formatPostsQuery({ ...query, from, to, view: null, page: 1 });
}

/** `copies` is null when the backend does not distinguish copies from other posts. */
type CopiesIncluded = boolean | null;

/** A story counts once in each bar, so that the sum of the bars may exceed the total of the feed. */
function findingOf(rows: readonly TimeRow[], unit: HistogramUnit, copies: CopiesIncluded): string {
  const { per, within } = unitTexts[unit];
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const peak = rows.reduce((best, row) => (row.value > best.value ? row : best));
  const note = { true: ' С повторами.', false: ` Без повторов в пределах ${within}.`, null: '' }[`${copies}`];
  return `Всего ${per}: ${formatNumber(sum)}. Больше всего — ${peak.name}.${note}`;
}

const RowsTable = ({ rows, unit }: { rows: readonly TimeRow[]; unit: HistogramUnit }) => (
  <ChartTable
    heads={[unitTexts[unit].column, 'Посты']}
    rows={rows.map(({ title, value, href }) => ({ title, href, cells: [{ value }] }))}
  />
);

/** `toggle`: the button that hides the figure. */
type HistogramFigureProps = { histogram: Histogram; query: PostsQuery; input: PageInput; toggle: ReactElement };

/** Null when the filters match no post. On narrow screens the figure opens from its summary. */
function HistogramFigure({ histogram, query, input, toggle }: HistogramFigureProps) {
  const { unit } = histogram;
  const copies = !hidesCopies(query, input);
  const { rows, columns, labelOf } = timeAxis(histogram, (bounds) => hrefOf(query, bounds), input.timeZone);
  if (rows.length === 0) return null;
  const name = `Посты ${unitTexts[unit].per}`;
  return (
    <details className={styles.fold}>
      <summary>{name}</summary>
      <ChartFigure
        name={name}
        finding={findingOf(rows, unit, copies)}
        tools={toggle}
        table={<RowsTable rows={rows} unit={unit} />}
      >
        <BarChart bars={rows} columns={columns} labelOf={labelOf} />
      </ChartFigure>
    </details>
  );
}

const Failure = ({ text }: { text: string }) => <p className={controls.fieldError}>{text}</p>;

function VisitLine({ visit, query }: { visit: Loaded<Visit>; query: PostsQuery }) {
  if (visit.error !== undefined) return <Failure text={visit.error} />;
  const { since, total } = visit.data;
  const text = `С прошлого визита: ${formatNumber(total)}`;
  const href = formatPostsQuery({ ...query, ...noPostFilters, since });
  return <p>{total > 0 ? <a href={href}>{text}</a> : text}</p>;
}

const ghostButton = `${controls.button} ${controls.buttonGhost}`;

const SaveViewButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" id={overviewIds.save} {...opensDialog('saved-view')} {...props}>
    Сохранить фильтр
  </button>
);

/** Where the list of saved views in local storage is rendered (client/saved-views), with an existing backend. */
const LocalViewsLine = () => (
  <div className={styles.localLine}>
    <div id={localViewsId} className={viewsStyles.local} />
    <SaveViewButton className={ghostButton} />
  </div>
);

const MoreActions = ({ children }: { children: ReactNode }) => (
  <>
    <IconButton id={`${overviewIds.more}-button`} label="Ещё действия" icon="more" popoverTarget={overviewIds.more} />
    <div id={overviewIds.more} popover="auto" className={menu.menu}>
      {children}
    </div>
  </>
);

function HistogramToggle({ hidden }: { hidden: boolean }) {
  return (
    <button type="button" id={overviewIds.toggle} data-scripted="" aria-expanded={!hidden} className={ghostButton}>
      {hidden ? 'Показать график' : 'Скрыть график'}
    </button>
  );
}

type FeedOverviewProps = { parts: Awaited<ReturnType<typeof loadParts>>; input: PageInput; query: PostsQuery };

/** `data-overview` identifies the fragment (client/islands/posts/overview-slot.tsx). */
function FeedOverview({ parts, input, query }: FeedOverviewProps) {
  const { visit, ready, views, histogram, analytics } = parts;
  const refusal = refuses(input.viewer);
  const hidden = histogram === 'hidden';
  const figure = histogram === 'hidden' ? undefined : histogram?.data;
  const toggle = <HistogramToggle hidden={hidden} />;
  const toShown = (view: SavedView): ShownView => ({ ...view, href: viewHref(view, query.sort) });
  return (
    <div data-overview="" className={styles.overview}>
      <button type="button" id={overviewIds.reload} hidden />
      <div className={styles.lines}>
        {visit && <VisitLine visit={visit} query={query} />}
        <div className={viewsStyles.chips}>
          {ready !== undefined && <ReadyViews counts={ready} query={query} />}
          {views?.error !== undefined && <Failure text={views.error} />}
          {views?.data && <SavedViewsList views={views.data.map(toShown)} current={query.view} refusal={refusal} />}
        </div>
        {histogram && !figure && toggle}
        <MoreActions>
          {analytics && (
            <a href={analytics} className={menu.choice}>
              Аналитика
            </a>
          )}
          {views && <SaveViewButton className={menu.choice} {...refusal} />}
        </MoreActions>
      </div>
      {histogram && !hidden && histogram.error !== undefined && <Failure text={histogram.error} />}
      {figure && <HistogramFigure histogram={figure} {...{ query, input, toggle }} />}
    </div>
  );
}

/**
 * Reports no new posts for the opened view: its count may have been read before it was opened. An administrator who acts as a
 * client does not open it in the client's name.
 */
async function loadSavedViews({ backend, viewer }: PageInput, opened: number | null): Promise<Loaded<SavedView[]>> {
  const [views] = await Promise.all([
    backend.load(loadViews()),
    opened === null || viewer.impersonation ? null : backend.load(openView(opened)),
  ]);
  if (views.error !== undefined) return views;
  return { data: views.data.map((view) => (view.id === opened ? { ...view, fresh: 0 } : view)) };
}

const noBars: Loaded<Histogram> = { data: { unit: 'day', bars: [] } };

/** `hidden`: by choice of the user. */
async function loadHistogramPart({ backend, backendKind, hasWork, preferences, now }: PageInput, query: PostsQuery) {
  if (preferences.histogramHidden) return 'hidden';
  if (hasReversedDays(query)) return noBars;
  const histogram = await backend.load(loadHistogram(postFiltersOf(query, { backendKind, hasWork }), now));
  // The field of the search shows the error of a search that cannot be parsed.
  return histogram.error !== undefined && histogram.code === 'query-unreadable' ? noBars : histogram;
}

/** `analytics`: the address of the analytics of these posts. */
async function loadParts(input: PageInput, query: PostsQuery) {
  const { backend, hasWork, basePath } = input;
  const [visit, ready, views, histogram] = await Promise.all([
    backend.load(loadVisit()),
    hasWork ? loadReadyCounts(input) : undefined,
    loadSavedViews(input, query.view),
    loadHistogramPart(input, query),
  ]);
  return { visit, ready, views, histogram, analytics: analyticsHref(basePath, query) };
}

/** Null with an existing backend. */
export const loadOverview = async (input: PageInput, query: PostsQuery): Promise<ReactElement | null> =>
  input.backendKind === 'own' ? <FeedOverview parts={await loadParts(input, query)} {...{ input, query }} /> : null;

/** Returns the overview, or the line of local views with an existing backend. */
export const loadOverviewSlot = async (input: PageInput, query: PostsQuery): Promise<ReactElement | null> =>
  (await loadOverview(input, query)) ?? <LocalViewsLine />;
