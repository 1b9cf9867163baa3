/**
 * A chart of counts over time, drawn on the server: each bar is a link. Its parts scale without distorting text: the bars
 * are an SVG that fills its box, the labels are HTML around it. Sizes and colours are in the style sheet.
 */
import { scaleLinear } from 'd3-scale';
import styles from '../../client/styles/bar-chart.module.css';
import { formatNumber } from '../../shared/format.ts';
import { valueAxis } from './value-axis.ts';

/** `column` counts from 0 and may be missing between bars. `name` is the accessible name and the tooltip. */
export type Bar = { column: number; value: number; name: string; href: string };

type BarChartProps = {
  bars: readonly Bar[];
  columns: number;
  /** Returns the label below a column. */
  labelOf: (column: number) => string;
};

/** The SVG is this high in its own units, and as wide as the number of columns. */
const height = 100;
/** A share of a column. */
const gap = 0.1;
/** In units: a bar of one post beside one of thousands stays visible. */
const minBarHeight = 2;
/** More labels do not fit below a chart. Narrow charts hide every second one. */
const labelsMax = 5;

/** Columns in the middle of as many equal parts of the axis. */
function labelledColumns(columns: number): number[] {
  const count = Math.min(columns, labelsMax);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * columns) / count));
}

type BarsProps = Pick<BarChartProps, 'bars'> & { top: number };

/**
 * Only the last bar is in the order of Tab: the arrow keys lead from it to the others (client/islands/posts/overview.ts).
 * The path of a bar includes a line of no width up to the top, so that its bounding box, which is pressed, is the column.
 */
function Bars({ bars, top }: BarsProps) {
  const y = scaleLinear([0, top], [height, 0]);
  const barTop = (value: number) => Number(Math.min(y(value), height - minBarHeight).toFixed(1));
  return bars.map(({ column, value, name, href }, index) => (
    <a key={column} href={href} tabIndex={index === bars.length - 1 ? 0 : -1}>
      <title>{name}</title>
      <path d={`M${column + gap} 0V${barTop(value)}h${1 - 2 * gap}V${height}H${column + gap}Z`} />
    </a>
  ));
}

export function BarChart({ bars, columns, labelOf }: BarChartProps) {
  const { ticks, top } = valueAxis(Math.max(1, ...bars.map(({ value }) => value)));
  const y = scaleLinear([0, top], [height, 0]);
  return (
    <div className={styles.chart}>
      <ol aria-hidden="true" className={styles.values}>
        {ticks.toReversed().map((tick) => (
          <li key={tick}>{formatNumber(tick)}</li>
        ))}
      </ol>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure around the chart has the name */}
      <svg viewBox={`0 0 ${columns} ${height}`} preserveAspectRatio="none" className={styles.bars}>
        <path className={styles.grid} d={ticks.map((tick) => `M0 ${y(tick)}H${columns}`).join('')} />
        <Bars bars={bars} top={top} />
      </svg>
      <ol aria-hidden="true" className={styles.labels}>
        {labelledColumns(columns).map((column) => (
          <li key={column}>{labelOf(column)}</li>
        ))}
      </ol>
    </div>
  );
}
