/**
 * «По фразам», «По источникам», «По городам»: the items with the most posts; «По дням недели и часам»: when posts are
 * written.
 */

import { ChartFigure, ChartLegend, ChartTable } from '../../../client/charts/chart-figure.tsx';
import type { Analytics, RankedItem } from '../../../shared/api/analytics.ts';
import { formatNumber } from '../../../shared/format.ts';
import type { LinkToPosts } from '../../../shared/pages/link-to-posts.ts';
import { weekdayHourName } from '../../../shared/rules/days.ts';
import {
  describeRanking,
  notCollected,
  type RankedBy,
  rankedName,
  rankings,
} from '../../../shared/rules/figure-texts.ts';
import { analyticsSections } from '../../../shared/rules/report-sections.ts';
import { HeatMap, LevelMark, levelRanges, RankedBars, shortWeekdays } from '../../charts/shares.tsx';

type ShareFigureProps = {
  name: string;
  /** Column heads of the table. */
  heads: [item: string, number: string];
  finding: string;
  items: Parameters<typeof RankedBars>[0]['items'];
};

export const ShareFigure = ({ name, heads, finding, items }: ShareFigureProps) => (
  <ChartFigure
    name={name}
    finding={finding}
    table={
      items.length > 0 && (
        <ChartTable
          heads={heads}
          rows={items.map(({ label, value, href }) => ({ title: label, cells: [{ value, href }] }))}
        />
      )
    }
  >
    <RankedBars items={items} />
  </ChartFigure>
);

type RankingFigureProps = { by: RankedBy; analytics: Analytics; linkTo: LinkToPosts };

export function RankingFigure({ by, analytics, linkTo }: RankingFigureProps) {
  const { head, filter } = rankings[by];
  const { total, incompleteWords, [by]: ranking } = analytics;
  const nameOf = (item: RankedItem) => rankedName(by, item);
  const isIncomplete = (item: RankedItem) => by === 'words' && incompleteWords.includes(item.id);
  const items = ranking.items.map((item) => ({
    id: item.id,
    label: nameOf(item),
    value: item.total,
    href: linkTo({ [filter]: item.id }),
    note: isIncomplete(item) ? notCollected.toLowerCase() : undefined,
  }));
  return (
    <ShareFigure
      name={analyticsSections[by]}
      items={items}
      heads={[head, 'Посты']}
      finding={describeRanking(by, ranking, total)}
    />
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** `totals`: 168 by local weekday and hour, from Monday 00:00 on. */
export function HoursFigure({ totals, linkTo }: { totals: readonly number[]; linkTo: LinkToPosts }) {
  const hrefOf = (weekday: number, hour: number) => linkTo({ weekday, hour });
  const most = Math.max(0, ...totals);
  const peak = totals.indexOf(most);
  const [weekday, hour] = [Math.floor(peak / 24) + 1, peak % 24];
  const finding =
    most === 0 ? (
      'Нет постов.'
    ) : (
      <>
        Больше всего — <a href={hrefOf(weekday, hour)}>{`${weekdayHourName(weekday, hour)}: ${formatNumber(most)}`}</a>.
        Чем крупнее отметка, тем больше постов.
      </>
    );
  const cellOf = (index: number, day: number) => {
    const value = totals[day * 24 + index] ?? 0;
    return { value, href: value > 0 ? hrefOf(day + 1, index) : undefined };
  };
  const rows = hours.map((index) => ({
    title: weekdayHourName(null, index),
    cells: shortWeekdays.map((_, day) => cellOf(index, day)),
  }));
  return (
    <ChartFigure
      name={analyticsSections.hours}
      finding={finding}
      printsTable
      table={<ChartTable heads={['Час', ...shortWeekdays]} rows={rows} />}
    >
      <HeatMap totals={totals} hrefOf={hrefOf} />
      <ChartLegend
        items={levelRanges(totals).map(({ level, from, to }) => ({
          key: String(level),
          mark: <LevelMark level={level} />,
          text: from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`,
        }))}
      />
    </ChartFigure>
  );
}
