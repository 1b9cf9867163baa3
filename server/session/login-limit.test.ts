// Proves: security#statements
import { signInLimits } from '../../shared/rules/limits.ts';
import { createLoginLimit, type LoginLimit } from './login-limit.ts';

const attempt = (address: string, name = 'root') => ({ type: 'admin', name, address }) as const;

test('keeps the most recently used addresses, up to a maximum', () => {
  // Each address has two keys.
  const limit = createLoginLimit(() => 0, 100);
  for (let count = 0; count < 10; count += 1) limit.begin(attempt('first'));
  expect(() => limit.begin(attempt('first'))).toThrow('Слишком много попыток');
  for (let count = 0; count < 10; count += 1) limit.begin(attempt('last'));
  for (let count = 0; count < 49; count += 1) limit.begin(attempt(`other-${count}`));
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

describe('removes only the attempts of the same account', () => {
  const { windowMs, perAddress } = signInLimits;
  let time = 0;
  let tick = 0;
  const now = () => {
    time += tick;
    return time;
  };
  const begin = (limit: LoginLimit, count: number, name: string) => {
    for (let index = 0; index < count; index += 1) limit.begin(attempt('a', `${name}-${index}`));
  };
  const expectFull = (limit: LoginLimit) =>
    expect(() => limit.begin(attempt('a', 'one-more'))).toThrow('Слишком много попыток');

  beforeEach(() => {
    time = 0;
    tick = 0;
  });

  test('a success whose own attempt ends in the same millisecond', () => {
    const limit = createLoginLimit(now);
    limit.begin(attempt('a', 'own'));
    time = 10;
    begin(limit, perAddress - 1, 'other');
    time = windowMs - 2;
    tick = 1;
    limit.clear(attempt('a', 'own'));
    tick = 0;
    limit.begin(attempt('a', 'own'));
    expectFull(limit);
  });

  test('an attempt that is undone after a later one of another account', () => {
    const limit = createLoginLimit(now);
    begin(limit, perAddress / 2, 'undone');
    time = windowMs / 2;
    begin(limit, perAddress / 2, 'kept');
    for (let index = 0; index < perAddress / 2; index += 1) limit.undoAttempt(attempt('a', `undone-${index}`));
    time = windowMs + 1;
    begin(limit, perAddress / 2, 'new');
    expectFull(limit);
  });
});
