// Proves: alerts#channels
import { allowsAddresses, allowsHost, allowsSomeAddress, parseAllowList } from './allow-list.ts';

test('hosts, addresses and networks are separated by commas, each with or without a port', () => {
  expect(parseAllowList(' Chat.Example.RU:8065, 10.0.0.0/8:8065,192.0.2.7, fd00::/8 ,::1,чат.рф')).toEqual({
    hosts: [
      { name: 'chat.example.ru', port: 8065 },
      { name: 'xn--80a0bn.xn--p1ai', port: null },
    ],
    networks: [
      { name: '10.0.0.0/8', port: 8065 },
      { name: '192.0.2.7/32', port: null },
      { name: 'fd00::/8', port: null },
      { name: '::1/128', port: null },
    ],
  });
  expect(parseAllowList('[::1]:8065,[fd00::]/8:80,[fd00::1],192.0.2.7:1').networks).toEqual([
    { name: '::1/128', port: 8065 },
    { name: 'fd00::/8', port: 80 },
    { name: 'fd00::1/128', port: null },
    { name: '192.0.2.7/32', port: 1 },
  ]);
  expect(parseAllowList(' ')).toEqual({ hosts: [], networks: [] });
});

test.each([
  'a,,b',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '10.0.0.0:80/8',
  'fd00::/129',
  'https://chat.ru',
  'chat.ru:',
  'chat.ru:0',
  'chat.ru:65536',
  'chat.ru:+1',
  'chat.ru:1:2',
  ':80',
  '[chat.ru]:80',
  '[::1]:',
  '[::1',
  '*',
  '*.ru',
  '1.2.3',
  '0x7f.1',
  'a b',
])('the list %j is rejected with the name of its wrong entry', (value) => {
  expect(() => parseAllowList(value)).toThrow(/^contains ".*", which is neither a host nor a network$/);
});

describe('a target', () => {
  const list = parseAllowList('chat.example.ru:8065,10.0.0.0/8,fd00::/8,192.0.2.0/24:8065');

  test.each([
    ['chat.example.ru', 443, true],
    ['chat.example.ru', 80, true],
    ['chat.example.ru', 8065, true],
    ['chat.example.ru', 22, false],
    ['evil-chat.example.ru', 443, false],
    ['chat.example.ru.evil.ru', 443, false],
  ])('%s at port %s is listed: %s', (host, port, allowed) => {
    expect(allowsHost(list, host, port)).toBe(allowed);
  });

  test.each([
    [['10.1.2.3'], 443, true],
    [['10.1.2.3', 'fd00::5'], 443, true],
    [['10.1.2.3', '127.0.0.1'], 443, false],
    [['::ffff:10.1.2.3'], 443, true],
    [['::ffff:127.0.0.1'], 443, false],
    [['::1'], 443, false],
    [[], 443, false],
    [['10.1.2.3'], 8065, false],
    [['192.0.2.7'], 8065, true],
    [['192.0.2.7'], 80, true],
    [['192.0.2.7', '10.1.2.3'], 8065, false],
    [['192.0.2.7'], 6379, false],
  ])('with the addresses %j at port %s is allowed: %s', (addresses, port, allowed) => {
    expect(allowsAddresses(list, addresses, port)).toBe(allowed);
  });

  test('needs a look-up only if a network allows its port', () => {
    expect([80, 8065, 22].map((port) => allowsSomeAddress(list, port))).toEqual([true, true, false]);
    expect(allowsSomeAddress(parseAllowList('chat.example.ru'), 443)).toBe(false);
  });

  test('is never allowed by an empty list', () => {
    const empty = parseAllowList('');
    expect([
      allowsHost(empty, 'a', 80),
      allowsSomeAddress(empty, 80),
      allowsAddresses(empty, ['10.0.0.1'], 80),
    ]).toEqual([false, false, false]);
  });
});
