/** What the marks of a chart mean. */
import type { ReactNode } from 'react';
import barStyles from '../../client/styles/bar-chart.module.css';
import styles from '../../client/styles/chart-figure.module.css';
import { Hatching } from './hatching.tsx';

type LegendItem = { key: string; mark: ReactNode; text: ReactNode };

export const BarMark = () => (
  <svg aria-hidden="true" width="12" height="12">
    <path className={barStyles.mark} d="M0 0H12V12H0Z" />
  </svg>
);

export const PreviousMark = () => (
  <svg aria-hidden="true" width="12" height="12">
    <path className={barStyles.previous} d="M1 12V1H11V12" />
  </svg>
);

export const HatchedMark = () => (
  <span className={styles.hatchedMark}>
    <Hatching stretches={[{ start: 0, end: 1 }]} columns={1} />
  </span>
);

export function ChartLegend({ items }: { items: readonly LegendItem[] }) {
  return (
    <ul className={styles.legend}>
      {items.map(({ key, mark, text }) => (
        <li key={key}>
          {mark}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
