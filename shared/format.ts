/** Formats dates and numbers for ru-RU. The time zone is always explicit, so the server and the browser return the same text. */

const cache = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  const key = `${timeZone}|${withTime}`;
  let format = cache.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('ru-RU', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      ...(withTime ? { hour: '2-digit', minute: '2-digit' } : {}),
    });
    cache.set(key, format);
  }
  return format;
}

function format(time: string, timeZone: string, withTime: boolean): string | null {
  const value = new Date(time);
  return Number.isNaN(value.getTime()) ? null : formatter(timeZone, withTime).format(value);
}

/** Formats an RFC 3339 time as `dd.mm.yyyy`. Returns null for an invalid time. */
export const formatDate = (time: string, timeZone: string): string | null => format(time, timeZone, false);

/** Formats an RFC 3339 time as `dd.mm.yyyy, HH:MM`. Returns null for an invalid time. */
export const formatDateTime = (time: string, timeZone: string): string | null => format(time, timeZone, true);

const numbers = new Intl.NumberFormat('ru-RU');
export const formatNumber = (value: number): string => numbers.format(value);

/** Formats `shown / total` (docs/product.md, section 2, Phrases). A total of 0 is a dash, and -1 is infinity. */
export function formatShownOfTotal(shown: number, total: number): string {
  const totalText = total === 0 ? '—' : total < 0 ? '∞' : formatNumber(total);
  return `${formatNumber(shown)} / ${totalText}`;
}
