/** A chart of counts over time for several series: lines that differ in colour and dashes, with their names at the ends. */
import styles from '../../client/styles/line-chart.module.css';
import { type AxisProps, ChartFrame, plotHeight } from './chart-frame.tsx';
import { spreadPlaces } from './spread-places.ts';

/** `values` has a value per column. At most 6 series: the style sheet has as many kinds of lines. */
export type Series = { name: string; values: readonly number[] };

/** A longer name is cut, because the end of a chart has no more space. */
const nameMax = 16;
/** Names at the ends are at least this far apart, in units of the plot. */
const nameDistance = 9;

const cut = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax - 1).trimEnd()}…` : name);

const seriesClass = (index: number): string => `${styles.series} ${styles[`series${index}`]}`;

/** The line of a series as a mark in a legend. */
export const SeriesMark = ({ index }: { index: number }) => (
  <svg aria-hidden="true" width="28" height="12">
    <path className={seriesClass(index)} d="M0 6H28" />
  </svg>
);

/** A point in the middle of each column, relative to the one before: shorter by half than absolute places. */
function linePath(values: readonly number[], y: (value: number) => number): string {
  const places = values.map((value) => Math.round(y(value)));
  const steps = places.slice(1).map((place, index) => {
    const rise = place - (places[index] ?? 0);
    return rise < 0 ? `1${rise}` : `1 ${rise}`;
  });
  return `M.5 ${places[0] ?? plotHeight}${steps.length > 0 ? `l${steps.join(' ')}` : ''}`;
}

/** The number of a series stays on narrow screens, the name does not. */
function Names({ series, y }: { series: readonly Series[]; y: (value: number) => number }) {
  const ends = series.map(({ values }) => y(values.at(-1) ?? 0));
  const places = spreadPlaces(ends, nameDistance, plotHeight);
  return (
    <svg aria-hidden="true" className={styles.names}>
      {series.map(({ name }, index) => (
        <text key={name} x="0" y={`${places[index]?.toFixed(1)}%`} dominantBaseline="middle">
          {index + 1}
          <tspan> {cut(name)}</tspan>
        </text>
      ))}
    </svg>
  );
}

export function LineChart({ series, ...axis }: AxisProps & { series: readonly Series[] }) {
  return (
    <ChartFrame
      {...axis}
      max={Math.max(0, ...series.flatMap(({ values }) => values))}
      plot={(y) =>
        series.map(({ name, values }, index) => (
          <path key={name} className={seriesClass(index)} d={linePath(values, y)} />
        ))
      }
      aside={(y) => <Names series={series} y={y} />}
    />
  );
}
