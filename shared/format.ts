/**
 * Formats dates, numbers and texts for ru-RU. The time zone is always explicit, so the server and the browser return the same
 * text.
 */

/**
 * The UTC offsets of a time zone in seconds, ascending. Each holds from its time on, in seconds since 1970; the first also
 * holds before. Pages contain them, because the first use of an `Intl` format costs Chromium 25 ms of CPU: it searches the data
 * of every locale.
 */
export type ZoneOffsets = readonly (readonly [from: number, offset: number])[];

export const findOffset = (time: number, offsets: ZoneOffsets): number =>
  (offsets.filter(([from]) => from <= time).at(-1) ?? offsets[0])?.[1] ?? 0;

/** For parts of times and dates: 7 becomes `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns the milliseconds since 1970 of an RFC 3339 time; NaN for anything else. A time without an offset would mean different
 * times on the server and in the browser.
 */
export const parseTime = (time: string): number => Date.parse(timePattern.test(time) ? time : '');

/** Returns a date whose UTC fields are local, or null for an invalid time. */
function localDate(time: string | number, zone: ZoneOffsets): Date | null {
  const seconds = (typeof time === 'string' ? parseTime(time) : time) / 1000;
  return Number.isNaN(seconds) ? null : new Date((seconds + findOffset(seconds, zone)) * 1000);
}

const dayText = (local: Date): string =>
  `${twoDigits(local.getUTCDate())}.${twoDigits(local.getUTCMonth() + 1)}.${local.getUTCFullYear()}`;

const timeText = (local: Date): string => `${twoDigits(local.getUTCHours())}:${twoDigits(local.getUTCMinutes())}`;

/** Formats an RFC 3339 time as `dd.mm.yyyy`. Returns null for an invalid time. */
export function formatDate(time: string, zone: ZoneOffsets): string | null {
  const local = localDate(time, zone);
  return local && dayText(local);
}

/** Formats an RFC 3339 time, or milliseconds since 1970, as `dd.mm.yyyy, HH:MM`. Returns null for an invalid time. */
export function formatDateTime(time: string | number, zone: ZoneOffsets): string | null {
  const local = localDate(time, zone);
  return local && `${dayText(local)}, ${timeText(local)}`;
}

/** Groups thousands. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return fraction ? `${grouped},${fraction}` : grouped;
}

/** Formats `shown / total` (docs/product/phrases.md). A total of 0 is a dash, and -1 is infinity. */
export function formatShownOfTotal(shown: number, total: number): string {
  const totalText = total === 0 ? '—' : total < 0 ? '∞' : formatNumber(total);
  return `${formatNumber(shown)} / ${totalText}`;
}

/** The forms after 1, 2 and 5, for example «пост», «поста» and «постов». */
export type PluralForms = readonly [one: string, few: string, many: string];

/** Returns the form of a Russian noun after a number. Fractions take «few»: «2,5 поста». */
export function pluralOf(count: number, [one, few, many]: PluralForms): string {
  const [tens, units] = [count % 100, count % 10];
  if (!Number.isInteger(count)) return few;
  if (units === 0 || units > 4 || (tens > 10 && tens < 15)) return many;
  return units === 1 ? one : few;
}

/** For example «21 пост». */
export const formatCounted = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${pluralOf(count, forms)}`;

export const capitalise = (text: string): string => text.charAt(0).toLocaleUpperCase('ru-RU') + text.slice(1);

/** Cuts a text to at most `max` UTF-16 units, the mark included. Never splits a surrogate pair. */
export function cutText(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const end = max - mark.length;
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1));
  return `${text.slice(0, splitsPair ? end - 1 : end)}${mark}`;
}

/** Returns true for a text of only spaces, control characters and characters that no font shows, such as the braille blank. */
export const isInvisible = (text: string | null): boolean => !/[^\s\p{Cc}\p{DI}\u2800]/u.test(text ?? '');

/** A name that shows nothing could not be read, chosen or told apart from a missing one. */
export const shownName = (name: string | null): string => (name === null || isInvisible(name) ? 'Без названия' : name);
