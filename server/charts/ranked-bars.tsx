/** A list of counts with horizontal bars, in the given order. Each item is a link with its name and count. */
import styles from '../../client/styles/ranked-bars.module.css';
import { formatNumber } from '../../shared/format.ts';

/** `note` follows the count, outside the link. */
export type RankedBar = { id: number; label: string; value: number; href: string; note?: string | undefined };

export function RankedBars({ items }: { items: readonly RankedBar[] }) {
  const max = Math.max(1, ...items.map(({ value }) => value));
  return (
    <ol className={styles.items}>
      {items.map(({ id, label, value, href, note }) => (
        <li key={id}>
          <a href={href}>
            {label}: <b>{formatNumber(value)}</b>
          </a>
          {note && <span> {note}</span>}
          <svg aria-hidden="true">
            <rect width={`${Number(((100 * value) / max).toFixed(1))}%`} height="100%" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
