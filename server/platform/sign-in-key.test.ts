// Proves: security#statements
import { accountKey, addressKey } from './sign-in-key.ts';

describe('addressKey', () => {
  test.each([
    ['192.0.2.1', ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:192.0.2.1', '::ffff:c000:201', ' 192.0.2.1']],
    ['2001:db8::/64', ['2001:db8::1', '2001:DB8::', '2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:0db8::0001']],
    ['fe80::/64', ['fe80::1', 'fe80::1%eth0', 'FE80::2%3']],
    ['::/64', ['::1']],
    ['unknown', ['unknown', 'UNKNOWN ']],
    ['', ['']],
  ])('all spellings of one address have the key %s', (key, addresses) => {
    expect(addresses.map(addressKey)).toEqual(addresses.map(() => key));
  });

  test('different networks have different keys', () => {
    const keys = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1', '2001:db9::1'].map(addressKey);
    expect(new Set(keys).size).toBe(5);
  });
});

describe('accountKey', () => {
  test('60 spellings of one name have one key', () => {
    const spaces = ['', ' ', '\t', '\u00a0', '\u2003', '\u200b', '\ufeff', '  ', '\r\n', '\u00ad'];
    const names = ['йод', 'ЙОД', 'Йод', 'йод'.normalize('NFD'), 'ЙОД'.normalize('NFD'), 'йО\u2060д'];
    const spellings = names.flatMap((name) => spaces.map((space) => `${space}${name}${space}`));
    expect(spellings).toHaveLength(60);
    expect(new Set(spellings.map(accountKey))).toEqual(new Set(['йод']));
  });

  test('different names have different keys', () => {
    expect(new Set(['admin', 'admin1', 'аdmin', 'client-1001', 'client-1002'].map(accountKey)).size).toBe(5);
  });
});
