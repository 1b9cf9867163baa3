/** A chart of counts over time: each bar is a link. The same counts of an earlier period may stand behind the bars. */
import styles from '../../client/styles/bar-chart.module.css';
import { type AxisProps, ChartFrame, plotHeight } from './chart-frame.tsx';

/** `column` counts from 0 and may be missing between bars. `name` is the accessible name and the tooltip. */
export type Bar = { column: number; value: number; name: string; href: string };

/** `previous` has a value per column. Bars of 0 are left out. */
type BarChartProps = AxisProps & { bars: readonly Bar[]; previous?: readonly number[] };

/** In units of the plot: a bar of one post beside one of thousands stays visible. */
const minBarHeight = 2;

type PlotProps = Pick<BarChartProps, 'bars'> & { y: (value: number) => number };

/**
 * Only the last bar is in the order of Tab: the arrow keys lead from it to the others (client/shell/chart-keys.ts).
 * A bar leaves a tenth of its column at each side. Its path includes a point
 * at the top, so that its bounding box, which is pressed, is as high as the plot. A line of no width would be printed.
 */
function Bars({ bars, y }: PlotProps) {
  const barTop = (value: number) => Math.round(Math.min(y(value), plotHeight - minBarHeight));
  const drawn = bars.filter(({ value }) => value > 0);
  return drawn.map(({ column, value, name, href }, index) => (
    <a key={column} href={href} tabIndex={index === drawn.length - 1 ? 0 : -1}>
      <title>{name}</title>
      <path d={`M${column}.1 0zm0 ${barTop(value)}h.8V${plotHeight}h-.8z`} />
    </a>
  ));
}

/** Steps as wide as the columns. */
function Previous({ values, y }: { values: readonly number[]; y: PlotProps['y'] }) {
  const steps = values.map((value) => `V${Math.round(y(value))}h1`);
  return <path className={styles.previous} d={`M0 ${plotHeight}${steps.join('')}V${plotHeight}`} />;
}

export function BarChart({ bars, previous = [], ...axis }: BarChartProps) {
  return (
    <ChartFrame
      {...axis}
      max={Math.max(0, ...bars.map(({ value }) => value), ...previous)}
      plot={(y) => (
        <g className={styles.bars}>
          {previous.length > 0 && <Previous values={previous} y={y} />}
          <Bars bars={bars} y={y} />
        </g>
      )}
    />
  );
}
