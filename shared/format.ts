/** Formats dates and numbers for ru-RU. The time zone is always explicit, so the server and the browser return the same text. */

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
