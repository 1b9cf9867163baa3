import { formatDuration } from './format-duration.ts';

const [minute, hour] = [60_000, 3_600_000];

test.each([
  [0, '1 мин'],
  [90_000, '2 мин'],
  [59 * minute, '59 мин'],
  [2 * hour, '2 ч'],
  [65 * minute, '1 ч 5 мин'],
  [24 * hour - 1, '1 дн.'],
  [51 * hour + 40 * minute, '2 дн. 3 ч'],
  [1_234 * 24 * hour, '1 234 дн.'],
])('%d ms are «%s»', (ms, text) => {
  expect(formatDuration(ms).replaceAll(/\s/g, ' ')).toBe(text);
});
