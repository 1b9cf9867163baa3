/** A chart of counts over time whose bars are links. */
import { useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import styles from '../styles/bar-chart.module.css';
import { type AxisProps, ChartFrame, linePath, plotHeight, type ValueScale } from './chart-frame.tsx';

/**
 * `column` counts from 0 and may be missing between bars. `name` is the accessible name and the tooltip, `title` the name
 * without the value. `from`: the start of its time.
 */
export type Bar = { column: number; value: number; title: string; name: string; href: string; from: string };

/**
 * `previous`: a value per column. Bars of 0 are omitted. `whyHref`: the address that says what stands out in a bar, up to the
 * start of its time, for the labels of the bars (client/shell/chart-labels.ts); null if there is none.
 */
type BarChartProps = AxisProps & { bars: readonly Bar[]; previous?: readonly number[]; whyHref: string | null };

/** In units of the plot. Keeps a bar of one post visible beside a bar of thousands. */
const minBarHeight = 2;

type PlotProps = Pick<BarChartProps, 'bars' | 'previous'> & { y: ValueScale };

/**
 * Only the bar that last had the focus is a tab stop (initially the last bar): the arrow keys lead from it to the others
 * (client/shell/shortcuts.ts). A bar leaves a tenth of its column on each side. Its path includes a point at the top, so that
 * the clickable bounding box is as high as the plot. A line of zero width would be printed.
 */
function Bars({ bars, previous = [], y }: PlotProps) {
  const barTop = (value: number) => Math.round(Math.min(y(value), plotHeight - minBarHeight));
  const [focused, setFocused] = useState('');
  const drawn = bars.filter(({ value }) => value > 0);
  const stop = drawn.find(({ title }) => title === focused) ?? drawn.at(-1);
  const before = previous.map(formatNumber);
  return drawn.map((bar) => {
    const { column, value, title, name, href, from } = bar;
    return (
      <a
        key={title}
        href={href}
        tabIndex={bar === stop ? 0 : -1}
        data-before={before[column]}
        data-from={from}
        onFocus={() => setFocused(title)}
      >
        <title>{name}</title>
        <path d={`M${column}.1 0zm0 ${barTop(value)}h.8V${plotHeight}h-.8z`} />
      </a>
    );
  });
}

/** A line over the bars. The first path is its edge, which separates it from them. */
function Previous({ values, y }: { values: readonly number[]; y: ValueScale }) {
  const line = linePath(values, y);
  return (
    <g className={styles.previous}>
      <path d={line} />
      <path d={line} />
    </g>
  );
}

export function BarChart({ bars, previous = [], whyHref, ...axis }: BarChartProps) {
  return (
    <ChartFrame
      {...axis}
      max={Math.max(0, ...bars.map(({ value }) => value), ...previous)}
      plot={(y) => (
        <g className={`${styles.marks} ${styles.bars}`} data-why={whyHref ?? undefined}>
          <Bars bars={bars} previous={previous} y={y} />
          {previous.length > 0 && <Previous values={previous} y={y} />}
        </g>
      )}
    />
  );
}
