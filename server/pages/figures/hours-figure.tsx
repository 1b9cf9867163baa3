/** «По дням недели и часам»: when posts are written. */
import { formatNumber, weekdayHourName } from '../../../shared/format.ts';
import { ChartFigure } from '../../charts/chart-figure.tsx';
import { ChartTable } from '../../charts/chart-table.tsx';
import { HeatMap, shortWeekdays } from '../../charts/heat-map.tsx';
import type { LinkToPosts } from './link-to-posts.ts';

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
    </ChartFigure>
  );
}
