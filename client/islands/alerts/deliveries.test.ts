// Proves: alerts#delivery
import { describeOutcome, pauseBeforeReload } from './deliveries.tsx';

const delivery = {
  at: '2026-11-01T09:00:00Z',
  state: 'waiting',
  tries: 0,
  nextTry: '2026-11-01T09:40:00Z',
  error: null,
} as const;

test.each([
  [{ state: 'sent', tries: 1 }, 'Отправлено'],
  [{ state: 'cancelled' }, 'Отменено'],
  [{ state: 'cancelled', error: 'посты удалены или скрыты' }, 'Отменено: посты удалены или скрыты'],
  [{ state: 'failed', tries: 8, error: 'сервер не отвечает' }, 'Ошибка: сервер не отвечает'],
  [{ state: 'failed' }, 'Ошибка'],
  [{}, 'Ожидает, отправка в 12:40'],
  [{ tries: 1 }, 'Отправляется'],
  [{ tries: 2, error: 'ответ 500' }, 'Ожидает, попытка 3 в 12:40. Ошибка: ответ 500'],
  [{ nextTry: '2026-11-02T06:00:00Z' }, 'Ожидает, отправка в 02.11.2026, 09:00'],
  [{ nextTry: '2026-10-31T21:30:00Z', at: null }, 'Ожидает, отправка в 01.11.2026, 00:30'],
] as const)('%j is «%s»', (change, text) => {
  expect(describeOutcome({ ...delivery, ...change }, [[0, 3 * 3600]])).toBe(text);
});

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
