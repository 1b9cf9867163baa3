/** A separate module, because most pages load `format.ts` and need no durations. */
import { dayMs, hourMs, minuteMs } from './durations.ts';
import { formatNumber } from './format.ts';

/** Returns at most two units: «2 дн. 3 ч», «3 ч 5 мин» or «5 мин». Less than a minute is a minute. */
export function formatDuration(ms: number): string {
  const rounded = Math.max(1, Math.round(ms / minuteMs)) * minuteMs;
  const [days, hours, minutes] = [rounded / dayMs, (rounded % dayMs) / hourMs, (rounded % hourMs) / minuteMs].map(
    Math.floor,
  );
  const parts = [
    [days, 'дн.'],
    [hours, 'ч'],
    [days ? 0 : minutes, 'мин'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count ? `${formatNumber(count)}\u00a0${unit}` : [])).join(' ');
}
