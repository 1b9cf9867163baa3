import { toExcelTime, toIsoTime, toRussianTime } from './local-time.ts';

test.each([
  ['Europe/Moscow', '2026-11-01T21:30:00Z', '02.11.2026 00:30', '2026-11-02T00:30:00+03:00'],
  ['America/St_Johns', '2026-07-01T00:00:00Z', '30.06.2026 21:30', '2026-06-30T21:30:00-02:30'],
  ['UTC', '2026-01-02T03:04:05.678Z', '02.01.2026 03:04', '2026-01-02T03:04:05+00:00'],
])('in %s the time %s is %s, or %s', (zone, time, russian, iso) => {
  expect([toRussianTime(time, zone), toIsoTime(time, zone)]).toEqual([russian, iso]);
});

test('both sides of a clock change have their own offset', () => {
  const times = ['2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z'];
  expect(times.map((time) => toIsoTime(time, 'Europe/Berlin'))).toEqual([
    '2026-10-25T02:59:59+02:00',
    '2026-10-25T02:00:00+01:00',
  ]);
});

test('Excel counts days', () => {
  expect(toExcelTime('1970-01-01T12:00:00Z', 'UTC')).toBe(25_569.5);
});

test('another text is not a time', () => {
  expect([toRussianTime('вчера', 'UTC'), toIsoTime('', 'UTC'), toExcelTime('2026-13-01', 'UTC')]).toEqual([
    null,
    null,
    null,
  ]);
});
