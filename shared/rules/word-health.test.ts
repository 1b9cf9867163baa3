// Proves: phrases#card-of-a-phrase
import { describeHealth, type WordHealth } from './word-health.ts';

const health: WordHealth = {
  wordId: 1,
  computedAt: '2026-11-20T09:00:00Z',
  verdict: 'fine',
  gaps: 2,
  leftOut: true,
  lastPostAt: '2026-11-08T22:00:00Z',
  weekStories: 2345,
  monthStories: 50,
  monthRows: 200,
  overlap: { id: 2, text: 'метро', stories: 48 },
  recall: { posts: 60, found: 50, capped: 0 },
};

test.each([
  ['incomplete', 'Собрано не всё', 'Пробелов во времени сбора: 2, последний сбор получил не все посты'],
  ['silent', 'Молчит', 'Новых постов нет 11 дней, последний — 09.11.2026'],
  ['flooding', 'Слишком много', 'За 7 дней постов: 2 345, в среднем 335 в день при пределе 200'],
  ['overlapping', 'Пересекается с метро', 'За 30 дней постов: 50, из них под обеими фразами: 48'],
  ['copies', 'В основном повторы', 'За 30 дней постов: 200, из них повторов: 150'],
  ['fine', 'В порядке', 'Новые посты приходят, за 30 дней: 50'],
] as const)('the verdict %s has a label, numbers and advice', (verdict, label, why) => {
  const text = describeHealth({ ...health, verdict }, [[0, 3 * 3600]]);
  expect({ label: text.label, why: text.why.replaceAll('\u00a0', ' ') }).toEqual({ label, why });
  expect(text.tone).toBe(verdict === 'fine' ? 'Success' : 'Warning');
  expect(text.advice === null).toBe(verdict === 'fine');
});

test.each([
  [{ verdict: 'incomplete', gaps: 0 }, 'Последний сбор получил не все посты'],
  [{ verdict: 'incomplete', leftOut: false }, 'Пробелов во времени сбора: 2'],
  [{ verdict: 'silent', lastPostAt: null }, 'Постов ещё не было'],
] as const)('the reason of %j', (change, why) => {
  expect(describeHealth({ ...health, ...change }, [[0, 3 * 3600]]).why).toBe(why);
});
