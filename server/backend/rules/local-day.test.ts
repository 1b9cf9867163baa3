import { createLocalDay } from './days.ts';

test.each([
  ['Europe/Moscow', '2026-11-20T20:59:59Z', 20261120],
  ['Europe/Moscow', '2026-11-20T21:00:00Z', 20261121],
  ['Asia/Kathmandu', '2026-12-31T18:14:59Z', 20261231],
  ['Asia/Kathmandu', '2026-12-31T18:15:00Z', 20270101],
  ['America/New_York', '2026-03-08T04:59:59Z', 20260307],
  ['UTC', '1970-01-01T00:00:00Z', 19700101],
])('in %s the day of %s is %d, also when it is asked again', (zone, time, day) => {
  const dayOf = createLocalDay(zone);
  expect([dayOf(Date.parse(time)), dayOf(Date.parse(time))]).toEqual([day, day]);
});
