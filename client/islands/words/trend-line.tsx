/** The line in the column «Динамика»: posts per day of the last 30 days. */
import { useRef } from 'react';
import type { Word } from '../../../shared/fields/words.ts';
import type { RowFigures } from './row-figures.ts';
import { type Trend, trendSize } from './trend.ts';
import styles from './trend-line.module.css';
import { useRowFigure } from './use-row-figure.ts';

type TrendLineProps = { word: Word; trends: RowFigures<Trend | null> };

export function TrendLine({ word, trends }: TrendLineProps) {
  const element = useRef<SVGSVGElement>(null);
  const trend = useRowFigure(element, word, trends);
  return (
    <svg {...trendSize} ref={element} role="img" aria-label={trend?.text} aria-hidden={!trend} className={styles.trend}>
      <path d={trend?.path} />
    </svg>
  );
}
