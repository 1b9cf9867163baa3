/** What helps to read a chart over time: shaded weekends, and texts at its peak and its ends. */

import type { Bar } from '../../client/charts/bar-chart.tsx';
import { plotHeight, textPlace, type ValueScale } from '../../client/charts/chart-frame.tsx';
import { shortMarkName } from '../../client/charts/mark-name.ts';
import styles from '../../client/styles/chart-frame.module.css';
import type { HistogramBar } from '../../shared/api/analytics.ts';
import { formatNumber } from '../../shared/format.ts';
import { dayOf } from '../../shared/pages/post-filters.ts';

/** With more columns, the stretches would be too narrow to tell apart. */
const shadedColumnsMax = 100;

const isWeekend = ({ from }: HistogramBar): boolean => [0, 6].includes(new Date(dayOf(from)).getUTCDay());

/** Whether `Weekends` shades columns of the bars. */
export const hasWeekends = (bars: readonly HistogramBar[]): boolean =>
  bars.length <= shadedColumnsMax && bars.some(isWeekend);

/** Adjacent columns are one area, because edges between them would be visible. `bars`: one per column, of hours or days. */
export function Weekends({ bars }: { bars: readonly HistogramBar[] }) {
  if (!hasWeekends(bars)) return null;
  const edges = bars.map((bar, column) => {
    const [before, after] = [bars[column - 1], bars[column + 1]];
    if (!isWeekend(bar)) return '';
    const start = before && isWeekend(before) ? '' : `M${column} 0V${plotHeight}`;
    const end = after && isWeekend(after) ? '' : `H${column + 1}V0z`;
    return start + end;
  });
  return <path className={styles.weekends} d={edges.join('')} />;
}

export const WeekendMark = () => (
  <svg aria-hidden="true" width="12" height="12">
    <path className={styles.weekends} d="M0 0H12V12H0Z" />
  </svg>
);

type Note = Pick<Bar, 'column' | 'value'> & { text: string };

/** An end has no text within this part of the axis from the peak, because the texts would overlap. */
const endDistance = 0.2;

/** The highest bar; null if all are 0. */
export const peakOf = (bars: readonly Bar[]): Bar | null =>
  bars.reduce<Bar | null>((best, bar) => (bar.value > (best?.value ?? 0) ? bar : best), null);

/** The time and the value of the peak. */
export function peakNotes(bars: readonly Bar[]): Note[] {
  const peak = peakOf(bars);
  return peak ? [{ ...peak, text: shortMarkName(peak.name) }] : [];
}

/** The peak, and the values of both ends. */
export function notesOf(bars: readonly Bar[], columns: number): Note[] {
  const peak = peakOf(bars);
  const ends = [bars.at(0), bars.at(-1)].filter(
    (bar) => peak && bar && Math.abs(bar.column - peak.column) >= endDistance * columns,
  );
  return [...peakNotes(bars), ...ends.flatMap((bar) => (bar ? { ...bar, text: formatNumber(bar.value) } : []))];
}

/** In pixels, between a mark and its text. */
const gap = 4;

/** The finding and the table state the same. */
export function Notes({ notes, columns, y }: { notes: readonly Note[]; columns: number; y: ValueScale }) {
  return (
    <svg aria-hidden="true" className={styles.notes}>
      {notes.map(({ column, value, text }) => (
        <text key={column} {...textPlace(column, columns)} y={`${Math.round(y(value))}%`} dy={-gap}>
          {text}
        </text>
      ))}
    </svg>
  );
}
