import { isNeighbour } from './trusted-proxy.ts';

describe('trusted proxy', () => {
  test.each(['127.0.0.1', '10.1.2.3', '172.20.0.5', '192.168.1.1', '::1', '::ffff:127.0.0.1', 'fd00::1'])(
    '%s as the socket’s address is believed',
    (address) => expect(isNeighbour(address, 0)).toBe(true),
  );

  test.each(['8.8.8.8', '172.32.0.1', '2001:db8::1', '', 'localhost'])('%s is not believed', (address) =>
    expect(isNeighbour(address, 0)).toBe(false),
  );

  test('an address that a header names is never a proxy', () => {
    expect(isNeighbour('127.0.0.1', 1)).toBe(false);
  });
});
