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

/** The maximum number of labels that fit below a chart. Narrow charts hide every second one. */
const labelsMax = 5;

export type AxisProps = {
  columns: number;
  labelOf: (column: number) => string;
  /** Time that is not collected. */
  hatched?: readonly Stretch[];
};

type ChartFrameProps = AxisProps & {
  max: number;
  /** Renders the plot; `y` returns the position of a value from the top. */
  plot: (y: (value: number) => number) => ReactNode;
  /** To the right of the plot. */
  aside?: (y: (value: number) => number) => ReactNode;
};

/** The columns with a label, in the middle of equal parts of the axis. */
function labelledColumns(columns: number): number[] {
  const count = Math.min(columns, labelsMax);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * columns) / count));
}

export function ChartFrame({ columns, labelOf, hatched = [], max, plot, aside }: ChartFrameProps) {
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
        <path className={styles.grid} d={ticks.map((tick) => `M0 ${y(tick)}H${columns}`).join('')} />
        {plot(y)}
      </svg>
      <Hatching stretches={hatched} columns={columns} />
      {aside?.(y)}
      <ol aria-hidden="true" className={styles.labels}>
        {labelledColumns(columns).map((column) => (
          <li key={column}>{labelOf(column)}</li>
        ))}
      </ol>
    </div>
  );
}
