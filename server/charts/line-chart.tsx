/** Charts of counts over time: lines of several series. */

import type { Bar } from '../../client/charts/bar-chart.tsx';
import { type AxisProps, ChartFrame, linePath, plotHeight, type ValueScale } from '../../client/charts/chart-frame.tsx';
import controls from '../../client/styles/controls.module.css';
import lineStyles from '../../client/styles/line-chart.module.css';
import { isolate } from '../../shared/isolate.ts';

/**
 * Moves labels on an axis apart. Returns their positions in the given order, at least `distance` apart, between 0 and `end`,
 * and as near as possible to the given ones.
 */
export function spreadPlaces(places: readonly number[], distance: number, end: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let least = 0;
  for (const index of order) {
    spread[index] = Math.max(least, spread[index] ?? 0);
    least = (spread[index] ?? 0) + distance;
  }
  let most = end;
  for (const index of order.reverse()) {
    spread[index] = Math.min(most, spread[index] ?? 0);
    most = (spread[index] ?? 0) - distance;
  }
  return spread;
}

/**
 * `values`: a value per column. At most 6 series, because the style sheet has as many kinds of lines. `points`: the links of
 * the columns; empty when they would be too many.
 */
type Series = { name: string; values: readonly number[]; points: readonly Bar[] };

/** A longer name is cut, because the end of a chart has no more space. */
const nameMax = 16;
/** Names at the ends are at least this far apart, in units of the plot. */
const nameDistance = 9;

const cut = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax - 1).trimEnd()}…` : name);

const seriesClass = (index: number): string => `${lineStyles.series} ${lineStyles[`series${index}`]}`;

const SeriesMark = ({ index }: { index: number }) => (
  <svg aria-hidden="true" width="28" height="12">
    <path className={seriesClass(index)} d="M0 6H28" />
  </svg>
);

/** The class of the parts of a series that its entry in the legend hides (see the style sheet). */
const partClass = (index: number) => lineStyles[`part${index}`];

/** Shows and hides the line of a series. Works without a script. */
export const SeriesSwitch = ({ index, name }: { index: number; name: string }) => (
  <label className={lineStyles.switch}>
    <input
      type="checkbox"
      value={index}
      defaultChecked
      autoComplete="off"
      aria-label={`Показывать линию «${isolate(name)}»`}
      className={`${controls.checkbox} ${lineStyles[`switch${index}`]}`}
    />
    <SeriesMark index={index} />
  </label>
);

/** Lines of zero length with round ends are circles in a plot of any proportions. Only the last point is a tab stop. */
function Points({ name, points, y }: Pick<Series, 'name' | 'points'> & { y: ValueScale }) {
  const pathOf = ({ column, value }: Bar) => `M${column}.5 ${Math.round(y(value))}h0`;
  return (
    <g data-marks="" className={lineStyles.points}>
      <path d={points.map(pathOf).join('')} />
      {points.map((point, index) => (
        <a key={point.column} href={point.href} tabIndex={index === points.length - 1 ? 0 : -1}>
          <title>{`${isolate(name)}, ${point.name}`}</title>
          <path d={pathOf(point)} />
        </a>
      ))}
    </g>
  );
}

/** The number of a series stays on narrow screens, the name does not. */
function Names({ series, y }: { series: readonly Series[]; y: ValueScale }) {
  const ends = series.map(({ values }) => y(values.at(-1) ?? 0));
  const places = spreadPlaces(ends, nameDistance, plotHeight);
  return (
    <svg aria-hidden="true" className={lineStyles.names}>
      {series.map(({ name }, index) => (
        <text
          key={name}
          className={partClass(index)}
          x="0"
          y={`${places[index]?.toFixed(1)}%`}
          dominantBaseline="middle"
        >
          {index + 1}
          <tspan> {cut(name)}</tspan>
        </text>
      ))}
    </svg>
  );
}

/** Lines differ in colour and dashes, and have their names at the ends. */
export function LineChart({ series, ...axis }: AxisProps & { series: readonly Series[] }) {
  return (
    <ChartFrame
      {...axis}
      max={Math.max(0, ...series.flatMap(({ values }) => values))}
      plot={(y) =>
        series.map(({ name, values, points }, index) => (
          <g key={name} className={`${lineStyles[`series${index}`]} ${partClass(index)}`}>
            <path className={lineStyles.series} d={linePath(values, y)} />
            {points.length > 0 && <Points name={name} points={points} y={y} />}
          </g>
        ))
      }
      aside={(y) => <Names series={series} y={y} />}
    />
  );
}
