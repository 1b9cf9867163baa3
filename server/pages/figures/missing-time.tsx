/** Time that was not collected, in words. */
import controls from '../../../client/styles/controls.module.css';
import type { MissingTime } from '../../../shared/api/analytics.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';

export const notCollected = 'Собрано не всё';

/** The others are in the charts and their tables. */
const shownMax = 5;

/** Renders nothing when nothing is missing. */
export function MissingTimeNote({ missing, timeZone }: { missing: readonly MissingTime[]; timeZone: string }) {
  if (missing.length === 0) return null;
  const textOf = ({ from, to, words }: MissingTime) =>
    `с ${formatDateTime(from, timeZone)} по ${formatDateTime(to, timeZone)} (фраз: ${formatNumber(words)})`;
  const rest = missing.length - shownMax;
  return (
    <p className={controls.noticeWarning}>
      {notCollected}: {missing.slice(0, shownMax).map(textOf).join('; ')}
      {rest > 0 && `; и ещё промежутков: ${formatNumber(rest)}`}. В это время постов могло быть больше.
    </p>
  );
}
