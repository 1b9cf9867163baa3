import { readNullable, readTime } from './read.ts';

test.each(['a\ud800b', { String: 'a\ud800b', Valid: true }])('half of a surrogate pair in %j is replaced', (value) => {
  expect(readNullable(value)).toBe('a\ufffdb');
});

describe('readTime', () => {
  test.each(['2026-03-01T09:30:45Z', '2026-03-01T09:30:45.123456789+03:00', '2026-03-01T09:30:00Z'])(
    'returns %s exactly as sent',
    (time) => {
      expect(readTime(time)).toBe(time);
      expect(readTime({ Time: time, Valid: true })).toBe(time);
    },
  );

  test.each([null, undefined, '', '0001-01-01T00:00:00Z', { Time: '2026-03-01T09:30:45Z', Valid: false }])(
    'returns null for %j',
    (value) => {
      expect(readTime(value)).toBeNull();
    },
  );
});
