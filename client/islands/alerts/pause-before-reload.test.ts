import { pauseBeforeReload } from './pause-before-reload.ts';

const now = Date.parse('2026-11-01T09:00:00Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

test.each([
  ['nothing', [], null],
  [
    'only final messages',
    [
      { state: 'sent', nextTry: null },
      { state: 'failed', nextTry: at(1) },
    ],
    null,
  ],
  ['a message that is due', [{ state: 'waiting', nextTry: at(-1) }], 3000],
  ['a message that is sent now', [{ state: 'waiting', nextTry: at(2) }], 3000],
  ['a later message', [{ state: 'waiting', nextTry: at(13) }], 10 * 60_000],
  [
    'the nearest of several',
    [
      { state: 'waiting', nextTry: at(63) },
      { state: 'waiting', nextTry: at(4) },
    ],
    60_000,
  ],
] as const)('with %s', (_, deliveries, pause) => {
  expect(pauseBeforeReload(deliveries, now)).toBe(pause);
});
