// Proves: clients#form
import {
  clientFormErrors,
  clientLabel,
  clientNameError,
  emailError,
  ipAddressError,
  macAddressError,
} from './client.ts';

test('name, IP and MAC are required', () => {
  expect([clientNameError(' '), ipAddressError(''), macAddressError('')]).toEqual([
    'Введите имя',
    'Введите IP-адрес',
    'Введите MAC-адрес',
  ]);
});

test.each(['10.0.0.1', '255.255.255.255', '::1', '2001:db8::8a2e:370:7334', '2001:0db8:0:0:0:0:0:1', ' 10.0.0.1 '])(
  '%s is an IP address',
  (ip) => {
    expect(ipAddressError(ip)).toBeNull();
  },
);
test.each(['256.0.0.1', '10.0.0', '10.0.0.01', '1::2::3', ':::', '2001:db8', 'host', '1:2:3:4:5:6:7:8:9'])(
  '%s is not an IP address',
  (ip) => {
    expect(ipAddressError(ip)).toBe('Неверный IP-адрес');
  },
);

test.each(['00:1A:2b:3c:4D:5e', '00-1a-2b-3c-4d-5e'])('%s is a MAC address', (mac) => {
  expect(macAddressError(mac)).toBeNull();
});
test.each(['00:1a:2b:3c:4d', '00:1a-2b:3c:4d:5e', '00:1g:2b:3c:4d:5e', '001a2b3c4d5e'])(
  '%s is not a MAC address',
  (mac) => {
    expect(macAddressError(mac)).toBe('Неверный MAC-адрес');
  },
);

test('an email is optional and must be valid', () => {
  expect(['', ' a@b.ru ', 'имя@почта.рф', 'a@localhost'].map(emailError)).toEqual([null, null, null, null]);
  expect(['a', 'a@', '@b.ru', 'a b@c.ru', 'a@b..ru'].map(emailError)).toEqual(Array(5).fill('Неверный email'));
  const ofLength = (length: number) => `a@${'b.'.repeat((length - 4) / 2)}ru`;
  expect([254, 256].map(ofLength).map(emailError)).toEqual([null, 'Неверный email']);
});

test('clientFormErrors returns the error of each field', () => {
  const form = { name: '', ipaddr: '10.0.0.256', macaddr: '00-11-22-33-44-55', email: 'a@' };
  expect(clientFormErrors({ ...form, keep_comments_days: '0' })).toEqual({
    keep_comments_days: 'Укажите от 1 до 10 000 дней',
    name: 'Введите имя',
    ipaddr: 'Неверный IP-адрес',
    macaddr: null,
    email: 'Неверный email',
  });
});

test('clientLabel returns the name and the ID, or only the ID without a name', () => {
  expect(clientLabel({ id: 'client-1', name: 'Ромашка' })).toBe('Ромашка (client-1)');
  expect(clientLabel({ id: 'client-1', name: '' })).toBe('client-1');
});

test.each(['', ' ', '1', '365', '10000'])('«%s» days are accepted', (days) => {
  const form = { name: 'x', ipaddr: '10.0.0.1', macaddr: '00-11-22-33-44-55', email: '' };
  expect(clientFormErrors({ ...form, keep_comments_days: days }).keep_comments_days).toBeNull();
  expect(clientFormErrors(form).keep_comments_days).toBeNull();
});
