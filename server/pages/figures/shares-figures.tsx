/**
 * «По фразам», «По источникам», «По городам»: the items with the most posts; «По дням недели и часам»: when posts are
 * written.
 */

import { ChartFigure, ChartLegend, ChartTable } from '../../../client/charts/chart-figure.tsx';
import type { Analytics, RankedItem, Ranking } from '../../../shared/api/analytics.ts';
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';
import { weekdayHourName } from '../../../shared/rules/days.ts';
import { HeatMap, LevelMark, levelRanges, RankedBars, shortWeekdays } from '../../charts/shares.tsx';
import type { LinkToPosts } from '../feed-filters.ts';
import { notCollected } from './mentions-figure.tsx';

/** `filter`: the filter that selects the posts of an item. */
const rankings = {
  words: { name: 'По фразам', head: 'Фраза', filter: 'word' },
  owners: { name: 'По источникам', head: 'Источник', filter: 'owner' },
  cities: { name: 'По городам', head: 'Город', filter: 'city' },
} as const;

/** A share that rounds to 0 is «меньше 1 %». */
export const percentOf = (value: number, total: number): string => {
  const percent = Math.round((100 * value) / Math.max(1, total));
  return percent === 0 ? 'меньше 1\u00a0%' : `${percent}\u00a0%`;
};

/** Whether the item stands for the posts without a city. */
const isNotGiven = ({ id }: RankedItem): boolean => id === cityCode.none;

function findingOf({ items, distinct }: Ranking, total: number, nameOf: (item: RankedItem) => string): string {
  const notGiven = items.find(isNotGiven);
  const first = items.find((item) => !isNotGiven(item)) ?? notGiven;
  if (!first) return 'Нет постов.';
  const others = notGiven && first !== notGiven ? `; ${percentOf(notGiven.total, total)} без города` : '';
  const shown = distinct > items.length ? ` Показаны ${items.length} из ${formatNumber(distinct)}.` : '';
  return `Больше всего — ${isolate(nameOf(first))}: ${percentOf(first.total, total)} постов${others}.${shown}`;
}

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

type RankingFigureProps = { by: keyof typeof rankings; analytics: Analytics; linkTo: LinkToPosts };

export function RankingFigure({ by, analytics, linkTo }: RankingFigureProps) {
  const { name, head, filter } = rankings[by];
  const { total, incompleteWords, [by]: ranking } = analytics;
  const nameOf = (item: RankedItem) => (by === 'cities' && cityCode.nameOf(item.id)) || item.name || String(item.id);
  const isIncomplete = (item: RankedItem) => by === 'words' && incompleteWords.includes(item.id);
  const items = ranking.items.map((item) => ({
    id: item.id,
    label: nameOf(item),
    value: item.total,
    href: linkTo({ [filter]: item.id }),
    note: isIncomplete(item) ? notCollected.toLowerCase() : undefined,
  }));
  return <ShareFigure name={name} items={items} heads={[head, 'Посты']} finding={findingOf(ranking, total, nameOf)} />;
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
      name="По дням недели и часам"
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
