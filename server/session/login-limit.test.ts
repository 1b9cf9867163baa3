import { createLoginLimit } from './login-limit.ts';

const attempt = (address: string, name = 'root') => ({ type: 'admin', name, address }) as const;

test('keeps the most recently used addresses, up to a maximum', () => {
  const limit = createLoginLimit(() => 0);
  for (let count = 0; count < 10; count += 1) limit.begin(attempt('first'));
  expect(() => limit.begin(attempt('first'))).toThrow('Слишком много попыток');
  for (let count = 0; count < 10; count += 1) limit.begin(attempt('last'));
  for (let count = 0; count < 24_999; count += 1) limit.begin(attempt(`other-${count}`));
  expect(() => limit.begin(attempt('last'))).toThrow('Слишком много попыток');
  expect(() => limit.begin(attempt('first'))).not.toThrow();
});

test('spellings of a name and addresses of one IPv6 network count together', () => {
  const limit = createLoginLimit(() => 0);
  for (let count = 0; count < 5; count += 1) {
    limit.begin(attempt(`2001:db8::${count}`, `Root${' '.repeat(count)}`));
    limit.begin(attempt('2001:DB8::ffff', 'ROOT'));
  }
  expect(() => limit.begin(attempt('2001:db8::1', 'root'))).toThrow('Слишком много попыток');
  expect(() => limit.begin(attempt('2001:db8:0:1::1', 'root'))).not.toThrow();
});

test('a name with separators does not count as another account', () => {
  const limit = createLoginLimit(() => 0);
  for (let count = 0; count < 10; count += 1) limit.begin(attempt('a', 'b","c'));
  expect(() => limit.begin({ type: 'admin', name: 'c', address: 'a","b' })).not.toThrow();
});
