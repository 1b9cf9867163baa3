import { createLocalTime } from './local-time.ts';

test.each([
  ['Europe/Moscow', '2026-11-01T21:30:00Z', '02.11.2026 00:30', '2026-11-02T00:30:00+03:00'],
  ['America/St_Johns', '2026-07-01T00:00:00Z', '30.06.2026 21:30', '2026-06-30T21:30:00-02:30'],
  ['UTC', '2026-01-02T03:04:05.678Z', '02.01.2026 03:04', '2026-01-02T03:04:05+00:00'],
])('in %s the time %s is %s, or %s', (zone, time, russian, iso) => {
  const { toRussian, toIso } = createLocalTime(zone);
  expect([toRussian(time), toIso(time)]).toEqual([russian, iso]);
});

test('both sides of a clock change have their own offset', () => {
  const { toIso } = createLocalTime('Europe/Berlin');
  expect([toIso('2026-10-25T00:59:59Z'), toIso('2026-10-25T01:00:00Z')]).toEqual([
    '2026-10-25T02:59:59+02:00',
    '2026-10-25T02:00:00+01:00',
  ]);
});

test('Excel counts days', () => {
  expect(createLocalTime('UTC').toExcel('1970-01-01T12:00:00Z')).toBe(25_569.5);
});

test('another text is no time', () => {
  const { toRussian, toIso, toExcel } = createLocalTime('UTC');
  expect([toRussian('вчера'), toIso(''), toExcel('2026-13-01')]).toEqual([null, null, null]);
});
