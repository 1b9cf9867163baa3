// Proves: phrases#table
import { zoneOffsets } from '../server/platform/zone-offset.ts';
import {
  formatCounted,
  formatDate,
  formatDateTime,
  formatNumber,
  formatShownOfTotal,
  type PluralForms,
  pluralOf,
} from './format.ts';

test.each(['Europe/Moscow', 'Europe/Berlin', 'Africa/Casablanca', 'Asia/Kathmandu', 'America/St_Johns'])(
  'formatDate and formatDateTime return in %s what Intl returns',
  (timeZone) => {
    const [from, to] = [Date.UTC(2006, 9, 1), Date.UTC(2030, 0, 1)];
    const minutes = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
    const format = new Intl.DateTimeFormat('ru-RU', { timeZone, ...minutes });
    const offsets = zoneOffsets(timeZone);
    const wrong: unknown[] = [];
    for (let at = from; at < to; at += 37.3 * 3_600_000) {
      const [time, text] = [new Date(at).toISOString(), format.format(at)];
      const formatted = [formatDateTime(time, offsets), formatDate(time, offsets)];
      if (formatted[0] !== text || formatted[1] !== text.slice(0, 10)) wrong.push([text, formatted]);
    }
    expect(wrong).toEqual([]);
  },
);

test('formatDate and formatDateTime return null for an invalid time', () => {
  expect(formatDate('yesterday', [])).toBeNull();
  expect(formatDateTime('', [])).toBeNull();
  for (const time of ['2026-11-01 10:00:00', '2026-11-01T10:00:00', '2026-11-01'])
    expect([formatDate(time, []), formatDateTime(time, [])]).toEqual([null, null]);
});

test('formatNumber returns what Intl returns', () => {
  const { format } = new Intl.NumberFormat('ru-RU');
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 4_294_967_296, -1, -1234, 2.5, 1234.25]) {
    expect(formatNumber(value)).toBe(format(value));
  }
});

test('pluralOf chooses the form that Intl chooses', () => {
  const rules = new Intl.PluralRules('ru-RU');
  for (const value of [...Array(125).keys(), 1001, 1011, 0.5, 1.5]) {
    const form = rules.select(value);
    expect(pluralOf(value, ['one', 'few', 'many'])).toBe(form === 'other' ? 'few' : form);
  }
});

test('formatShownOfTotal shows 0 as a dash and -1 as infinity, and groups thousands', () => {
  expect(formatShownOfTotal(0, 0)).toBe('0 / —');
  expect(formatShownOfTotal(100, -1)).toBe('100 / ∞');
  expect(formatShownOfTotal(100, 12_345)).toBe('100 / 12\u00a0345');
});

const posts: PluralForms = ['пост', 'поста', 'постов'];

test.each([
  [0, '0 постов'],
  [1, '1 пост'],
  [2, '2 поста'],
  [4, '4 поста'],
  [5, '5 постов'],
  [11, '11 постов'],
  [12, '12 постов'],
  [21, '21 пост'],
  [22, '22 поста'],
  [111, '111 постов'],
  [1001, '1\u00a0001 пост'],
  [2.5, '2,5 поста'],
])('%d is written as %s', (count, text) => {
  expect(formatCounted(count, posts)).toBe(text);
});
