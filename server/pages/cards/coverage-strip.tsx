/** A strip of the collected time with its gaps: an SVG, a legend, and the same data as a table. */
import { scaleLinear } from 'd3-scale';
import { ChartLegend } from '../../../client/charts/chart-figure.tsx';
import styles from '../../../client/styles/cards.module.css';
import type { Stretch, StretchKind } from '../../../shared/rules/coverage.ts';

const kindLabels: Record<StretchKind, string> = {
  collected: 'Собрано',
  partial: 'Собрано не всё',
  gap: 'Пробел',
  awaited: 'Ждёт следующего сбора',
};

/** Kinds also differ in height, so that they can be told apart without colours. */
const kindHeights: Record<StretchKind, number> = { collected: 100, partial: 50, gap: 100, awaited: 15 };

/** In percent. Keeps a short stretch of a long time visible. */
const minWidth = 0.4;

function StretchBar({ kind, x = 0, width = 100 }: { kind: StretchKind; x?: number; width?: number }) {
  const height = kindHeights[kind];
  const percent = (value: number) => `${Number(value.toFixed(2))}%`;
  return (
    <rect
      className={styles[kind]}
      x={percent(x)}
      width={percent(width)}
      y={percent(100 - height)}
      height={percent(height)}
    />
  );
}

function Strip({ stretches, label }: { stretches: readonly Stretch[]; label: string }) {
  const start = stretches[0]?.from ?? 0;
  const end = stretches.at(-1)?.to ?? 0;
  const percent = scaleLinear([start, Math.max(end, start + 1)], [0, 100]);
  return (
    <svg role="img" aria-label={label} className={styles.strip}>
      {stretches.map(({ from, to, kind }) => (
        <StretchBar
          key={from}
          kind={kind}
          x={Math.min(percent(from), 100 - minWidth)}
          width={Math.max(percent(to) - percent(from), minWidth)}
        />
      ))}
    </svg>
  );
}

const KindMark = ({ kind }: { kind: StretchKind }) => (
  <svg aria-hidden="true" width="12" height="12">
    <StretchBar kind={kind} />
  </svg>
);

type CoverageProps = { stretches: readonly Stretch[]; formatTime: (ms: number) => string };

function CoverageTable({ stretches, formatTime }: CoverageProps) {
  return (
    <details>
      <summary>Таблицей</summary>
      <table className={styles.stretches}>
        <thead>
          <tr>
            <th scope="col">С</th>
            <th scope="col">По</th>
            <th scope="col">Состояние</th>
          </tr>
        </thead>
        <tbody>
          {stretches.map(({ from, to, kind }) => (
            <tr key={from}>
              <td>{formatTime(from)}</td>
              <td>{formatTime(to)}</td>
              <td>{kindLabels[kind]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Requires at least one stretch. */
export function CoverageStrip({ stretches, formatTime }: CoverageProps) {
  const from = formatTime(stretches[0]?.from ?? 0);
  const to = formatTime(stretches.at(-1)?.to ?? 0);
  return (
    <figure className={styles.coverage} aria-label="Собранное время">
      <Strip stretches={stretches} label={`Собранное время с ${from} по ${to}, по частям в таблице`} />
      <p className={styles.axis}>
        <span>{from}</span>
        <span>{to}</span>
      </p>
      <ChartLegend
        items={[...new Set(stretches.map(({ kind }) => kind))].map((kind) => ({
          key: kind,
          mark: <KindMark kind={kind} />,
          text: kindLabels[kind],
        }))}
      />
      <CoverageTable stretches={stretches} formatTime={formatTime} />
    </figure>
  );
}
