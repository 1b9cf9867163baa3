/** Charts of totals by name and by hour of the week. */

import marks from '../../client/styles/bar-chart.module.css';
import styles from '../../client/styles/heat-map.module.css';
import barStyles from '../../client/styles/ranked-bars.module.css';
import { formatNumber, twoDigits } from '../../shared/format.ts';
import { weekdayHourName } from '../../shared/rules/days.ts';

/** `note` follows the count, outside the link. */
type RankedBar = { id: number | string; label: string; value: number; href: string; note?: string | undefined };

export function RankedBars({ items }: { items: readonly RankedBar[] }) {
  const max = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ol className={barStyles.items}>
      {items.map(({ id, label, value, href, note }) => (
        <li key={id}>
          <a href={href}>
            <bdi>{label}</bdi>: <b>{formatNumber(value)}</b>
          </a>
          {note && <span> {note}</span>}
          <svg aria-hidden="true">
            <rect width={`${Number(((100 * value) / max).toFixed(1))}%`} height="100%" />
          </svg>
        </li>
      ))}
    </ol>
  );
}

const hours = 24;

export const shortWeekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'] as const;

/** Sides of the squares as fractions of a cell; the largest leaves gaps. Level 0 has no square. */
const sides = [0, 0.3, 0.45, 0.6, 0.75, 0.9] as const;
const levels = sides.length - 1;

/**
 * The highest count of each level. Each level has about as many hours with posts as the others, so that one extreme hour does
 * not make all others equal. Equal counts have the same level.
 */
function levelEnds(totals: readonly number[]): number[] {
  const counts = totals.filter((total) => total > 0).sort((a, b) => a - b);
  return sides.map((_, level) => counts[Math.ceil((level * counts.length) / levels) - 1] ?? 0);
}

const levelOf = (value: number, ends: readonly number[]): number => ends.findIndex((end) => value <= end);

const levelClass = (level: number) => styles[`level${level}`];

const short = (value: number): string => String(Number(value.toFixed(3))).replace(/^(-?)0\./, '$1.');

/**
 * The square, and two corners of its cell as points, so that the clickable bounding box is the whole cell. Lines would be
 * printed.
 */
function cellPath(column: number, row: number, side: number): string {
  const [gap, length, rest] = [short((1 - side) / 2), short(side), short((1 + side) / 2)];
  return `M${column} ${row}zm${gap} ${gap}h${length}v${length}h-${length}zm${rest} ${rest}z`;
}

type HeatMapProps = {
  /** 168 totals by weekday and hour, from Monday 00:00 on. */
  totals: readonly number[];
  /** The weekday 1 is Monday. */
  hrefOf: (weekday: number, hour: number) => string;
};

/** Only the cell with the highest count is a tab stop (client/shell/shortcuts.ts). */
function Cells({ totals, hrefOf }: HeatMapProps) {
  const ends = levelEnds(totals);
  const reached = totals.indexOf(Math.max(...totals));
  return totals.map((value, index) => {
    const [row, hour] = [Math.floor(index / hours), index % hours];
    const name = weekdayHourName(row + 1, hour);
    const level = levelOf(value, ends);
    return (
      <a key={name} href={hrefOf(row + 1, hour)} tabIndex={index === reached ? 0 : -1}>
        <title>{`${name}: ${formatNumber(value)}`}</title>
        <path className={levelClass(level)} d={cellPath(hour, row, sides[level] ?? 0)} />
      </a>
    );
  });
}

const labelledHours = Array.from({ length: hours / 3 }, (_, index) => twoDigits(3 * index));

/** The counts of each level. Fewer than five different counts have fewer levels. */
export function levelRanges(totals: readonly number[]): { level: number; from: number; to: number }[] {
  const ends = levelEnds(totals);
  const ranges = ends.slice(1).map((to, index) => ({ level: index + 1, from: (ends[index] ?? 0) + 1, to }));
  return ranges.filter(({ from, to }) => from <= to);
}

export const LevelMark = ({ level }: { level: number }) => (
  <svg aria-hidden="true" viewBox="0 0 1 1" width="16" height="16">
    <path className={levelClass(level)} d={cellPath(0, 0, sides[level] ?? 0)} />
  </svg>
);

/**
 * A map of counts by weekday and hour: 7 × 24 cells, each a link. Counts have five levels; a higher one has a stronger shade
 * and a larger square, so that it does not depend on colours. The arrow keys find the rows by `data-columns`.
 */
export function HeatMap(props: HeatMapProps) {
  return (
    <div className={styles.map}>
      <ol aria-hidden="true" className={styles.weekdays}>
        {shortWeekdays.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure around the map has the name */}
      <svg
        viewBox={`0 0 ${hours} ${shortWeekdays.length}`}
        preserveAspectRatio="none"
        data-columns={hours}
        className={`${styles.cells} ${marks.marks}`}
      >
        <Cells {...props} />
      </svg>
      <ol aria-hidden="true" className={styles.hours}>
        {labelledHours.map((hour) => (
          <li key={hour}>{hour}</li>
        ))}
      </ol>
    </div>
  );
}
