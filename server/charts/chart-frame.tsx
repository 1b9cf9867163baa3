/**
 * The frame of a chart of counts over time: values at the left, labels below, the plot between them. The plot is an SVG that
 * fills its box, the texts are HTML around it, so that they are not distorted. Sizes and colours are in the style sheet.
 */
import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import styles from '../../client/styles/chart-frame.module.css';
import { formatNumber } from '../../shared/format.ts';
import { Hatching, type Stretch } from './hatching.tsx';
import { valueAxis } from './value-axis.ts';

/** The plot is this high in its own units, and as wide as the number of columns. */
export const plotHeight = 100;

/** More labels do not fit below a chart. Narrow charts hide every second one. */
const labelsMax = 5;

export type AxisProps = {
  columns: number;
  /** Returns the label below a column. */
  labelOf: (column: number) => string;
  /** Time that is not collected. */
  hatched?: readonly Stretch[];
};

type ChartFrameProps = AxisProps & {
  /** The highest value. */
  max: number;
  /** Renders the plot; `y` returns the place of a value from the top. */
  plot: (y: (value: number) => number) => ReactNode;
  /** Beside the plot, at its right. */
  aside?: (y: (value: number) => number) => ReactNode;
};

/** Columns in the middle of as many equal parts of the axis. */
function labelledColumns(columns: number): number[] {
  const count = Math.min(columns, labelsMax);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * columns) / count));
}

export function ChartFrame({ columns, labelOf, hatched = [], max, plot, aside }: ChartFrameProps) {
  const { ticks, top } = valueAxis(Math.max(1, max));
  const y = scaleLinear([0, top], [plotHeight, 0]);
  return (
    <div className={aside ? `${styles.chart} ${styles.tall}` : styles.chart}>
      <ol aria-hidden="true" className={styles.values}>
        {ticks.toReversed().map((tick) => (
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
