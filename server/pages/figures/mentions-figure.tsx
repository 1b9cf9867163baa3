/** «Упоминания по дням»: the posts of a period and of the previous one over time, and the time that was not collected. */

import { type Bar, BarChart } from '../../../client/charts/bar-chart.tsx';
import {
  BarMark,
  ChartFigure,
  ChartLegend,
  ChartTable,
  comparedHead,
  HatchedMark,
  linkToStandouts,
  PreviousMark,
} from '../../../client/charts/chart-figure.tsx';
import { type Stretch, stretchesCover } from '../../../client/charts/chart-frame.tsx';
import { type TimeAxis, timeAxis } from '../../../client/charts/time-axis.ts';
import controls from '../../../client/styles/controls.module.css';
import type { Analytics, MissingTime, Period } from '../../../shared/api/analytics.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import { standoutsHref, standoutsTitle } from '../../../shared/page-names.ts';
import type { LinkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { describeChange, notCollected, periodName } from '../../../shared/rules/figure-texts.ts';
import { unitTexts } from '../../../shared/rules/time-units.ts';
import { hasWeekends, Notes, notesOf, peakOf, WeekendMark, Weekends } from '../../charts/notes.tsx';
import { zoneOffsets } from '../../platform/zone-offset.ts';

/** The other stretches are in the charts and their tables. */
const shownMax = 5;

export function MissingTimeNote({ missing, timeZone }: { missing: readonly MissingTime[]; timeZone: string }) {
  if (missing.length === 0) return null;
  const textOf = ({ from, to, words }: MissingTime) =>
    `с ${formatDateTime(from, zoneOffsets(timeZone))} по ${formatDateTime(to, zoneOffsets(timeZone))} (фраз: ${formatNumber(words)})`;
  const rest = missing.length - shownMax;
  return (
    <p className={controls.noticeWarning}>
      {notCollected}: {missing.slice(0, shownMax).map(textOf).join('; ')}
      {rest > 0 && `; и ещё промежутков: ${formatNumber(rest)}`}. В это время постов могло быть больше.
    </p>
  );
}

/** `whyHref`: see `BarChart`. */
export type MentionsProps = { analytics: Analytics; linkTo: LinkToPosts; timeZone: string; whyHref: string };

const Total = ({ period, linkTo }: { period: Period; linkTo: LinkToPosts }) => (
  <a href={linkTo({ from: period.from, to: period.to })}>{formatNumber(period.total)}</a>
);

function Change({ analytics, linkTo }: Pick<MentionsProps, 'analytics' | 'linkTo'>) {
  const { total, previous } = analytics;
  const change = describeChange(total, previous.total);
  if (change === null) return <>, {periodName(previous)} постов не было</>;
  return (
    <>
      , {change} {periodName(previous)} (<Total period={previous} linkTo={linkTo} />)
    </>
  );
}

function Finding(props: MentionsProps & { rows: readonly Bar[] }) {
  const { analytics, linkTo, rows } = props;
  const peak = peakOf(rows);
  return (
    <>
      Всего: <Total period={analytics} linkTo={linkTo} />
      <Change {...props} />.{' '}
      {peak && (
        <>
          Больше всего — <a href={peak.href}>{peak.name}</a>.{' '}
          <a href={standoutsHref(props.whyHref, peak.from)}>{standoutsTitle}</a>
        </>
      )}
    </>
  );
}

type SeriesProps = { axis: TimeAxis; before: readonly Bar[]; hatched: readonly Stretch[] };

/** With more rows, the numbers have no links: the page would be too large, and the bars have the same links. */
const linkedRowsMax = 100;

function MentionsTable({
  unit,
  axis,
  before,
  hatched,
  whyHref,
}: SeriesProps & Pick<Analytics, 'unit'> & Pick<MentionsProps, 'whyHref'>) {
  const isLong = axis.rows.length > linkedRowsMax;
  const heads = [unitTexts[unit].column, 'Посты', 'Предыдущий период'];
  const collected = hatched.length > 0 ? ['Сбор'] : [];
  return (
    <ChartTable
      heads={[...heads, ...collected, ...(isLong ? [] : [comparedHead])]}
      rows={axis.rows.map(({ title, value, href, column, from }, index) => ({
        title,
        cells: [
          { value, href: isLong ? undefined : href },
          { value: before[index]?.value ?? 0, href: isLong ? undefined : before[index]?.href },
        ],
        ...(hatched.length > 0 && { note: stretchesCover(hatched, column) ? 'не всё' : '' }),
        link: linkToStandouts(isLong ? null : whyHref, from),
      }))}
    />
  );
}

export const weekendItem = { key: 'weekends', mark: <WeekendMark />, text: 'выходные' };
export const missingItem = { key: 'missing', mark: <HatchedMark />, text: notCollected };

function Legend({ analytics, hatched }: { analytics: Analytics; hatched: readonly Stretch[] }) {
  const items = [
    { key: 'now', mark: <BarMark />, text: periodName(analytics) },
    { key: 'before', mark: <PreviousMark />, text: periodName(analytics.previous) },
    hasWeekends(analytics.bars) && weekendItem,
    hatched.length > 0 && missingItem,
  ];
  return <ChartLegend items={items.filter((item) => item !== false)} />;
}

export function MentionsFigure(props: MentionsProps) {
  const { analytics, linkTo, timeZone, whyHref } = props;
  const { unit, bars, previous, missing } = analytics;
  const zone = zoneOffsets(timeZone);
  const axis = timeAxis({ unit, bars }, linkTo, zone);
  const before = timeAxis({ unit, bars: previous.bars }, linkTo, zone).rows;
  const hatched = axis.stretchesOf(missing);
  return (
    <ChartFigure
      name={`Упоминания ${unitTexts[unit].per}`}
      finding={<Finding {...props} rows={axis.rows} />}
      printsTable
      table={<MentionsTable unit={unit} axis={axis} before={before} hatched={hatched} whyHref={whyHref} />}
    >
      <BarChart
        bars={axis.rows}
        whyHref={whyHref}
        previous={before.slice(0, axis.columns).map(({ value }) => value)}
        columns={axis.columns}
        labelOf={axis.labelOf}
        hatched={hatched}
        behind={<Weekends bars={bars} />}
        over={(y) => <Notes notes={notesOf(axis.rows, axis.columns)} columns={axis.columns} y={y} />}
      />
      <Legend analytics={analytics} hatched={hatched} />
    </ChartFigure>
  );
}
