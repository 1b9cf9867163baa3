// Proves: alerts#time
import { dueAt } from './schedule.ts';

const moscow = 'Europe/Moscow';
const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

/** Minutes since midnight of `HH:MM-HH:MM`; null without hours. */
function quietHours(text: string) {
  const [quietFrom = null, quietTo = null] =
    text === ''
      ? []
      : text.split('-').map((time) => {
          const [hours = 0, minutes = 0] = time.split(':').map(Number);
          return hours * 60 + minutes;
        });
  return { quietFrom, quietTo };
}

type Schedule = 'now' | 'hourly' | 'daily' | 'weekly';

const due = (time: string, schedule: Schedule, quiet = '', timeZone = moscow): string =>
  new Date(dueAt(Date.parse(time), { schedule, ...quietHours(quiet) }, timeZone)).toISOString();

describe('a message without quiet hours', () => {
  // 2026-11-23 is a Monday.
  test.each([
    ['now', '2026-11-22T10:20:30+03:00', '2026-11-22T10:20:30+03:00'],
    ['hourly', '2026-11-22T10:20:30+03:00', '2026-11-22T11:00:00+03:00'],
    ['hourly', '2026-11-22T11:00:00+03:00', '2026-11-22T12:00:00+03:00'],
    ['daily', '2026-11-22T08:59:59+03:00', '2026-11-22T09:00:00+03:00'],
    ['daily', '2026-11-22T09:00:00+03:00', '2026-11-23T09:00:00+03:00'],
    ['daily', '2026-12-31T23:00:00+03:00', '2027-01-01T09:00:00+03:00'],
    ['weekly', '2026-11-22T10:00:00+03:00', '2026-11-23T09:00:00+03:00'],
    ['weekly', '2026-11-23T08:00:00+03:00', '2026-11-23T09:00:00+03:00'],
    ['weekly', '2026-11-23T09:00:00+03:00', '2026-11-30T09:00:00+03:00'],
  ] as const)('%s, found at %s, is due at %s', (schedule, found, expected) => {
    expect(due(found, schedule)).toBe(new Date(expected).toISOString());
  });
});

describe('a message whose time is in quiet hours is due at their end', () => {
  test.each([
    ['now', '2026-11-22T22:59:59+03:00', '23:00-08:00', '2026-11-22T22:59:59+03:00'],
    ['now', '2026-11-22T23:00:00+03:00', '23:00-08:00', '2026-11-23T08:00:00+03:00'],
    ['now', '2026-11-23T07:59:59+03:00', '23:00-08:00', '2026-11-23T08:00:00+03:00'],
    ['now', '2026-11-23T08:00:00+03:00', '23:00-08:00', '2026-11-23T08:00:00+03:00'],
    ['now', '2026-11-23T13:30:00+03:00', '13:00-14:00', '2026-11-23T14:00:00+03:00'],
    ['now', '2026-11-23T14:00:00+03:00', '13:00-14:00', '2026-11-23T14:00:00+03:00'],
    ['now', '2026-11-23T00:30:00+03:00', '00:00-00:00', '2026-11-23T00:30:00+03:00'],
    ['now', '2026-11-23T23:30:00+03:00', '00:00-23:59', '2026-11-23T23:59:00+03:00'],
    ['now', '2026-11-23T05:30:00+03:00', '22:00-00:00', '2026-11-23T05:30:00+03:00'],
    ['now', '2026-11-23T22:30:00+03:00', '22:00-00:00', '2026-11-24T00:00:00+03:00'],
    ['hourly', '2026-11-22T22:10:00+03:00', '22:30-08:15', '2026-11-23T08:15:00+03:00'],
    ['daily', '2026-11-22T10:00:00+03:00', '08:00-10:00', '2026-11-23T10:00:00+03:00'],
    ['weekly', '2026-11-22T10:00:00+03:00', '20:00-09:30', '2026-11-23T09:30:00+03:00'],
  ] as const)('%s, found at %s, quiet %s: %s', (schedule, found, quiet, expected) => {
    expect(due(found, schedule, quiet)).toBe(new Date(expected).toISOString());
  });
});

describe('on the days when the clock changes', () => {
  test.each([
    ['daily, the evening before a short day', 'daily', '2026-03-28T20:00:00+01:00', '', '2026-03-29T09:00:00+02:00'],
    ['daily, the evening before a long day', 'daily', '2026-10-24T20:00:00+02:00', '', '2026-10-25T09:00:00+01:00'],
    ['hourly, before the skipped hour', 'hourly', '2026-03-29T01:30:00+01:00', '', '2026-03-29T03:00:00+02:00'],
    ['hourly, before the repeated hour', 'hourly', '2026-10-25T02:30:00+02:00', '', '2026-10-25T02:00:00+01:00'],
    ['quiet until a skipped time', 'now', '2026-03-29T00:10:00+01:00', '00:00-02:30', '2026-03-29T03:30:00+02:00'],
    [
      'quiet until a repeated time, the first time',
      'now',
      '2026-11-01T01:10:00-04:00',
      '00:00-01:30',
      '2026-11-01T01:30:00-04:00',
    ],
    [
      'quiet until a repeated time, again',
      'now',
      '2026-11-01T01:10:00-05:00',
      '00:00-01:30',
      '2026-11-01T01:30:00-05:00',
    ],
    ['quiet over midnight', 'now', '2026-03-28T23:00:00+01:00', '22:00-08:00', '2026-03-29T08:00:00+02:00'],
  ] as const)('%s', (_, schedule, found, quiet, expected) => {
    const timeZone = /-0\d:00$/.test(found) ? newYork : berlin;
    expect(due(found, schedule, quiet, timeZone)).toBe(new Date(expected).toISOString());
  });
});
