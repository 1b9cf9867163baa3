/** Formats dates, numbers and texts for ru-RU. The time zone is always explicit, so the server and the browser return the same text. */

/** More values than a few pages of a list show. */
const maxRemembered = 2000;

/** Keeps results: lists show the same values again, and `Intl` takes 3 µs for each. */
function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      if (known.size === maxRemembered) known.clear();
      value = make(key);
      known.set(key, value);
    }
    return value;
  };
}

const timeFormat = (fields: Intl.DateTimeFormatOptions) =>
  remember((timeZone: string) => {
    const format = new Intl.DateTimeFormat('ru-RU', { timeZone, ...fields });
    return remember((time: string) => {
      const value = new Date(time);
      return Number.isNaN(value.getTime()) ? null : format.format(value);
    });
  });

const dayFields = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dates = timeFormat(dayFields);
const dateTimes = timeFormat({ ...dayFields, hour: '2-digit', minute: '2-digit' });

/** Formats an RFC 3339 time as `dd.mm.yyyy`. Returns null for an invalid time. */
export const formatDate = (time: string, timeZone: string): string | null => dates(timeZone)(time);

/** Formats an RFC 3339 time as `dd.mm.yyyy, HH:MM`. Returns null for an invalid time. */
export const formatDateTime = (time: string, timeZone: string): string | null => dateTimes(timeZone)(time);

const numbers = new Intl.NumberFormat('ru-RU');
export const formatNumber = remember((value: number) => numbers.format(value));

/** Formats `shown / total` (docs/product.md, section 2, Phrases). A total of 0 is a dash, and -1 is infinity. */
export function formatShownOfTotal(shown: number, total: number): string {
  const totalText = total === 0 ? '—' : total < 0 ? '∞' : formatNumber(total);
  return `${formatNumber(shown)} / ${totalText}`;
}

const rules = /* @__PURE__ */ new Intl.PluralRules('ru-RU');

/** The forms after 1, 2 and 5, for example «пост», «поста» and «постов». */
export type PluralForms = readonly [one: string, few: string, many: string];

/** Russian nouns after numbers. */
export function pluralOf(count: number, [one, few, many]: PluralForms): string {
  const form = rules.select(count);
  // Fractions have the form of «few»: «2,5 поста».
  return form === 'one' ? one : form === 'many' ? many : few;
}

/** For example «21 пост». */
export const formatCounted = (count: number, forms: PluralForms): string =>
  `${formatNumber(count)} ${pluralOf(count, forms)}`;

/** For parts of times and dates: `7` is `07`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** From Monday on. */
const weekdays = ['Понедельник', 'Вторник', 'Среда', 'Четверг', 'Пятница', 'Суббота', 'Воскресенье'] as const;

/** For example «Вторник, 14:00–14:59»; null leaves out a part. The weekday 1 is Monday. */
export function weekdayHourName(weekday: number | null, hour: number | null): string {
  const start = hour === null ? null : twoDigits(hour);
  const day = weekday === null ? undefined : weekdays[weekday - 1];
  return [day, start && `${start}:00–${start}:59`].filter(Boolean).join(', ');
}

/** Returns the text if it has at most `max` UTF-16 units; otherwise its start with the mark, without half of a character. */
export function cutText(text: string, max: number, mark = '…'): string {
  if (text.length <= max) return text;
  const end = max - mark.length;
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1));
  return `${text.slice(0, splitsPair ? end - 1 : end)}${mark}`;
}
