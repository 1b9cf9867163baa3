/** «Просмотры по дням», «Просмотры по источникам», «Самые просматриваемые»: the views of a period. */

import { BarChart } from '../../../client/charts/bar-chart.tsx';
import { ChartFigure, ChartTable } from '../../../client/charts/chart-figure.tsx';
import { timeAxis } from '../../../client/charts/time-axis.ts';
import analytics from '../../../client/styles/analytics.module.css';
import type { PeriodReach, ViewedPost, ViewsBar, ViewsSum } from '../../../shared/api/reach.ts';
import { formatNumber, shownName } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import type { LinkToPosts } from '../../../shared/pages/link-to-posts.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { percentOf } from '../../../shared/rules/figure-texts.ts';
import { shownRatio } from '../../../shared/rules/measures.ts';
import { analyticsSections } from '../../../shared/rules/report-sections.ts';
import { type Bounds, unitTexts } from '../../../shared/rules/time-units.ts';
import { Notes, peakNotes, peakOf } from '../../charts/notes.tsx';
import { RankedBars } from '../../charts/shares.tsx';
import { zoneOffsets } from '../../platform/zone-offset.ts';

export type ReachProps = { reach: PeriodReach; linkTo: LinkToPosts; timeZone: string };

const measuredText = ({ measured, posts }: ViewsSum): string =>
  `измерено ${formatNumber(measured)} из ${formatNumber(posts)}`;

/** The posts of a figure, the most viewed first. Copies count, because each post has its own views. */
const linkToViewed =
  (linkTo: LinkToPosts): LinkToPosts =>
  (filters) =>
    linkTo({ copies: 'show', sort: { column: 'views', descending: true }, ...filters });

/** With more bars, the page would be too large: it has months instead. */
const barsMax = 100;

/** The months of days, with the sums of their days. */
function toMonths(bars: readonly ViewsBar[]): ViewsBar[] {
  return [...Map.groupBy(bars, ({ from }) => from.slice(0, 7))].map(([from, days]) => {
    const sum = (name: keyof ViewsSum) => days.reduce((total, day) => total + day[name], 0);
    return { from, views: sum('views'), measured: sum('measured'), posts: sum('posts') };
  });
}

function DaysFigure({ reach, linkTo, timeZone }: ReachProps) {
  const isLong = reach.bars.length > barsMax;
  const { unit, bars } = isLong ? ({ unit: 'month', bars: toMonths(reach.bars) } as const) : reach;
  const totals = bars.map(({ from, views }) => ({ from, total: views }));
  // The first and the last month may have days outside the period.
  const linkToBar = ({ from, to }: Bounds) =>
    linkTo({ from: from < reach.from ? reach.from : from, to: isLong && to > reach.to ? reach.to : to });
  const { rows, columns, labelOf } = timeAxis({ unit, bars: totals }, linkToBar, zoneOffsets(timeZone));
  const peak = peakOf(rows);
  const finding = (
    <>
      Всего просмотров: <a href={linkTo({})}>{formatNumber(reach.views)}</a>, {measuredText(reach)}.{' '}
      {peak && (
        <>
          Больше всего — <a href={peak.href}>{peak.name}</a>.
        </>
      )}
    </>
  );
  return (
    <ChartFigure
      name={`Просмотры ${unitTexts[unit].per}`}
      finding={finding}
      printsTable
      table={
        <ChartTable
          heads={[unitTexts[unit].column, 'Просмотры', 'Измерено', 'Посты']}
          rows={bars.map(({ views, measured, posts }, index) => ({
            title: rows[index]?.title ?? '',
            cells: [
              measured === 0 ? { value: null } : { value: views, href: rows[index]?.href },
              { value: measured },
              { value: posts },
            ],
          }))}
        />
      }
    >
      <BarChart
        bars={rows}
        whyHref={null}
        columns={columns}
        labelOf={labelOf}
        hatched={[]}
        over={(y) => <Notes notes={peakNotes(rows)} columns={columns} y={y} />}
      />
    </ChartFigure>
  );
}

function SourcesFigure({ reach, linkTo }: ReachProps) {
  const { owners, measuredOwners } = reach;
  const items = owners.map((owner) => ({
    id: owner.id,
    label: owner.name || String(owner.id),
    value: owner.views,
    href: linkTo({ owner: owner.id }),
  }));
  const [first] = items;
  const shown = measuredOwners > items.length ? ` Показаны ${items.length} из ${formatNumber(measuredOwners)}.` : '';
  const share = first && `${isolate(first.label)}: ${percentOf(first.value, reach.views)} просмотров`;
  return (
    <ChartFigure name={analyticsSections.viewedSources} finding={share && `Больше всего — ${share}.${shown}`}>
      <RankedBars items={items} />
    </ChartFigure>
  );
}

/** Exactly this post: its source, and the second of posting. */
const secondOf = ({ ownerId, postedAt }: ViewedPost): Partial<PostsQuery> => ({
  owner: ownerId,
  from: postedAt,
  to: postedAt,
});

function TopFigure({ reach: { top }, linkTo }: ReachProps) {
  const items = top.map((post) => ({
    id: `${post.ownerId}_${post.postId}`,
    label: `${shownName(post.ownerName)}: ${post.quote || messages.noText}`,
    value: post.views,
    href: linkTo(secondOf(post)),
    note: post.ratio === null ? undefined : `×${formatNumber(shownRatio(post.ratio))} к обычному`,
  }));
  return (
    <ChartFigure name={analyticsSections.viewedPosts} finding="">
      <RankedBars items={items} />
    </ChartFigure>
  );
}

export function ReachFigures(props: ReachProps) {
  const { reach } = props;
  if (reach.posts === 0) return null;
  if (reach.measured === 0) return <p className={analytics.description}>Просмотры: —, {measuredText(reach)}.</p>;
  const linked = { ...props, linkTo: linkToViewed(props.linkTo) };
  return (
    <>
      <DaysFigure {...linked} />
      <div className={analytics.viewed}>
        <SourcesFigure {...linked} />
        <TopFigure {...linked} />
      </div>
    </>
  );
}
