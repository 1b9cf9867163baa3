import { allowsTarget, parseAllowList } from './allow-list.ts';

test('hosts, addresses and networks are separated by commas', () => {
  expect(parseAllowList(' Chat.Example.RU, 10.0.0.0/8,192.0.2.7, fd00::/8 ,::1,чат.рф')).toEqual({
    hosts: ['chat.example.ru', 'xn--80a0bn.xn--p1ai'],
    networks: ['10.0.0.0/8', '192.0.2.7/32', 'fd00::/8', '::1/128'],
  });
  expect(parseAllowList(' ')).toEqual({ hosts: [], networks: [] });
});

test.each([
  'a,,b',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '10.0.0.0/8/8',
  'fd00::/129',
  'https://chat.ru',
  'chat.ru:80',
  '*',
  '*.ru',
  '1.2.3',
  '0x7f.1',
  'a b',
])('the list %j is rejected with its wrong entry', (value) => {
  expect(() => parseAllowList(value)).toThrow(/^contains ".*", which is neither a host nor a network$/);
});

describe('a target', () => {
  const list = parseAllowList('chat.example.ru,10.0.0.0/8,fd00::/8');

  test.each([
    ['chat.example.ru', ['203.0.113.9'], true],
    ['evil-chat.example.ru', ['203.0.113.9'], false],
    ['chat.example.ru.evil.ru', ['203.0.113.9'], false],
    ['hook.local', ['10.1.2.3'], true],
    ['hook.local', ['10.1.2.3', 'fd00::5'], true],
    ['hook.local', ['10.1.2.3', '127.0.0.1'], false],
    ['hook.local', ['::ffff:10.1.2.3'], true],
    ['hook.local', ['::ffff:127.0.0.1'], false],
    ['hook.local', ['::1'], false],
    ['hook.local', [], false],
  ])('%s with the addresses %j is allowed: %s', (host, addresses, allowed) => {
    expect(allowsTarget(list, host, addresses)).toBe(allowed);
  });

  test('is never allowed by an empty list', () => {
    expect(allowsTarget({ hosts: [], networks: [] }, 'chat.example.ru', ['10.0.0.1'])).toBe(false);
  });
});
