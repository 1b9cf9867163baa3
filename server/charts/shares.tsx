/** Charts of totals by name and by hour of the week. */

import styles from '../../client/styles/heat-map.module.css';
import barStyles from '../../client/styles/ranked-bars.module.css';
import { formatNumber, twoDigits, weekdayHourName } from '../../shared/format.ts';

/** `note` follows the count, outside the link. */
type RankedBar = { id: number; label: string; value: number; href: string; note?: string | undefined };

export function RankedBars({ items }: { items: readonly RankedBar[] }) {
  const max = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ol className={barStyles.items}>
      {items.map(({ id, label, value, href, note }) => (
        <li key={id}>
          <a href={href}>
            {label}: <b>{formatNumber(value)}</b>
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

/**
 * A map of counts by weekday and hour: 7 × 24 cells, each a link. The area of a square is its count, so that it does not
 * depend on colours.
 */
const hours = 24;

export const shortWeekdays = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'] as const;

/** A share of a cell: the largest square leaves gaps, the smallest one is visible. */
const maxSide = 0.9;
const minSide = 0.2;
/** Squares have sizes in steps of this share, which makes equal paths and a smaller page. */
const step = 0.05;

function sideOf(value: number, max: number): number {
  if (value === 0) return 0;
  return Math.max(minSide, Math.ceil((Math.sqrt(value / max) * maxSide) / step) * step);
}

const short = (value: number): string => String(Number(value.toFixed(3))).replace(/^(-?)0\./, '$1.');

/**
 * The square and two corners of its cell as points, so that the bounding box, which is pressed, is the cell. Lines would be
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

/** Only the cell with the highest count is in the order of Tab (client/shell/shortcuts.ts). */
function Cells({ totals, hrefOf }: HeatMapProps) {
  const max = Math.max(1, ...totals);
  const reached = totals.indexOf(Math.max(...totals));
  return totals.map((value, index) => {
    const [row, hour] = [Math.floor(index / hours), index % hours];
    const name = weekdayHourName(row + 1, hour);
    return (
      <a key={name} href={hrefOf(row + 1, hour)} tabIndex={index === reached ? 0 : -1}>
        <title>{`${name}: ${formatNumber(value)}`}</title>
        <path d={cellPath(hour, row, sideOf(value, max))} />
      </a>
    );
  });
}

/** Every third hour has a label. */
const labelledHours = Array.from({ length: hours / 3 }, (_, index) => twoDigits(3 * index));

/** The arrow keys find the rows by `data-columns`. */
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
        className={styles.cells}
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
