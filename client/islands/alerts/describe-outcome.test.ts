import { describeOutcome } from './describe-outcome.ts';

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
  expect(describeOutcome({ ...delivery, ...change }, 'Europe/Moscow')).toBe(text);
});
