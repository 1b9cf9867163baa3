/**
 * The frame of a chart of counts over time: values on the left, labels below, the plot between them. The plot is an SVG that
 * fills its box. The texts around it are HTML, so that they are not distorted. Sizes and colours are in the style sheet.
 */
import { type ReactNode, useId } from 'react';
import { formatNumber } from '../../shared/format.ts';
import styles from '../styles/chart-frame.module.css';

/** The approximate number of ticks; a lower chart has no space for more. */
const tickCount = 3;

/** The distance between ticks: 1, 2 or 5 times a power of ten. */
function stepOf(top: number): number {
  const power = 10 ** Math.floor(Math.log10(top / tickCount));
  const rest = top / tickCount / power;
  const factor = rest >= Math.sqrt(50) ? 10 : rest >= Math.sqrt(10) ? 5 : rest >= Math.sqrt(2) ? 2 : 1;
  return Math.max(1, factor * power);
}

/**
 * Whole numbers at equal distances, from 0 to a round number. `ticks` ascend and end with the highest value of the axis.
 * `max` is at least 1. A library of scales would be larger than the rest of the chart.
 */
export function valueAxis(max: number): { ticks: number[]; top: number } {
  let [top, step] = [max, 0];
  // A rounded top may need larger steps.
  for (let next = stepOf(top); next !== step; next = stepOf(top)) {
    step = next;
    top = Math.ceil(top / step) * step;
  }
  return { ticks: Array.from({ length: top / step + 1 }, (_, index) => index * step), top };
}

/** Positions on the axis, in columns from its start. */
export type Stretch = { start: number; end: number };

/** Whether a stretch overlaps the column. */
export const stretchesCover = (stretches: readonly Stretch[], column: number): boolean =>
  stretches.some(({ start, end }) => start < column + 1 && end > column);

/** In percent. Keeps a short stretch visible. */
const minWidth = 0.4;

/**
 * Time that is not collected, above the marks of the chart. The SVG does not scale, because that would distort the pattern.
 */
export function Hatching({ stretches, columns }: { stretches: readonly Stretch[]; columns: number }) {
  const id = useId();
  if (stretches.length === 0) return null;
  const percent = (value: number) => `${Number(((100 * value) / columns).toFixed(2))}%`;
  return (
    <svg aria-hidden="true" className={styles.hatching}>
      <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V6" />
      </pattern>
      {stretches.map(({ start, end }) => (
        <rect
          key={start}
          x={percent(start)}
          width={percent(Math.max(end - start, (minWidth * columns) / 100))}
          height="100%"
          fill={`url(#${id})`}
        />
      ))}
    </svg>
  );
}

/** The plot is this high in its own units, and as wide as the number of columns. */
export const plotHeight = 100;

/** Returns the position of a value from the top of the plot. */
export type ValueScale = (value: number) => number;

/** A path with a point in the middle of each column. Its positions are relative, which halves the length of the text. */
export function linePath(values: readonly number[], y: ValueScale): string {
  const places = values.map((value) => Math.round(y(value)));
  const steps = places.slice(1).map((place, index) => {
    const rise = place - (places[index] ?? 0);
    return rise < 0 ? `1${rise}` : `1 ${rise}`;
  });
  return `M.5 ${places[0] ?? plotHeight}${steps.length > 0 ? `l${steps.join(' ')}` : ''}`;
}

/** The place of a text about a column, in percent. Near an end of the axis the text begins or ends at the edge of the column. */
export function textPlace(column: number, columns: number) {
  const middle = (column + 0.5) / columns;
  const [anchor, place] =
    middle < 0.15
      ? (['start', column] as const)
      : middle > 0.85
        ? (['end', column + 1] as const)
        : (['middle', column + 0.5] as const);
  return { x: `${Number(((100 * place) / columns).toFixed(2))}%`, textAnchor: anchor };
}

/** The maximum number of labels that fit below a chart. Narrow charts hide every second one. */
const labelsMax = 5;

export type AxisProps = {
  columns: number;
  labelOf: (column: number) => string;
  /** Time that is not collected. */
  hatched?: readonly Stretch[];
  /** Behind the grid of the plot. */
  behind?: ReactNode;
  /** Over the plot. */
  over?: (y: ValueScale) => ReactNode;
};

type ChartFrameProps = AxisProps & {
  max: number;
  plot: (y: ValueScale) => ReactNode;
  /** To the right of the plot. */
  aside?: (y: ValueScale) => ReactNode;
};

/** The columns with a label: both ends of the axis, and columns at equal distances between them. */
function labelledColumns(columns: number): number[] {
  const count = Math.min(columns, labelsMax);
  return Array.from({ length: count }, (_, index) => Math.round((index * (columns - 1)) / Math.max(1, count - 1)));
}

export function ChartFrame({ columns, labelOf, hatched = [], behind, over, max, plot, aside }: ChartFrameProps) {
  const { ticks, top } = valueAxis(Math.max(1, max));
  const y = (value: number) => plotHeight * (1 - value / top);
  return (
    <div className={aside ? `${styles.chart} ${styles.tall}` : styles.chart}>
      <ol aria-hidden="true" className={styles.values}>
        {[...ticks].reverse().map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure around the chart has the name */}
      <svg viewBox={`0 0 ${columns} ${plotHeight}`} preserveAspectRatio="none" className={styles.plot}>
        {behind}
        <path className={styles.grid} d={ticks.map((tick) => `M0 ${y(tick)}H${columns}`).join('')} />
        {plot(y)}
      </svg>
      <Hatching stretches={hatched} columns={columns} />
      {over?.(y)}
      {aside?.(y)}
      <svg aria-hidden="true" className={styles.labels}>
        {labelledColumns(columns).map((column) => (
          <text key={column} {...textPlace(column, columns)} y="100%" dy="-4">
            {labelOf(column)}
          </text>
        ))}
      </svg>
    </div>
  );
}
