/** Hatched stretches of a chart's time axis: time that is not collected. It lies above the marks of the chart. */
import { useId } from 'react';
import styles from '../../client/styles/chart-frame.module.css';

/** Places on the axis in columns from its start. */
export type Stretch = { start: number; end: number };

/** Whether a stretch has a part of the column. */
export const stretchesCover = (stretches: readonly Stretch[], column: number): boolean =>
  stretches.some(({ start, end }) => start < column + 1 && end > column);

/** In percent, so that a short stretch stays visible. */
const minWidth = 0.4;

/** An SVG of its own that does not scale, because that would distort the pattern. */
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
