// Proves: alerts#channels, sign-on#header
import FakeTimers from '@sinonjs/fake-timers';
import { parseAllowList } from '../../../platform/allow-list.ts';
import type { SendError } from './channels.ts';
import { findTarget } from './channels.ts';

const own = { PUBLIC_URL: 'https://monitor.example.ru', PORT: 3000 };
const allowed = { ...own, WEBHOOK_ALLOW: parseAllowList('chat.example.ru,10.0.0.0/8:8443,[::1]:8065') };
const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const refusal = (address: string, lookUp = resolvingTo('10.0.0.1')) =>
  findTarget(address, allowed, lookUp).then(
    () => null,
    (error: SendError) => error,
  );

test('the target has the addresses that were checked', async () => {
  const target = await findTarget('https://hook.local:8443/a?b', allowed, resolvingTo('10.0.0.1', '10.0.0.2'));
  expect(target.url.href).toBe('https://hook.local:8443/a?b');
  expect(target.addresses.map(({ address }) => address)).toEqual(['10.0.0.1', '10.0.0.2']);
});

test.each(['http://10.9.8.7/x', 'http://[::1]:8065/x', 'https://CHAT.example.ru./hooks/a', 'http://0xa.1/x'])(
  '%s is allowed',
  async (address) => expect(await refusal(address, resolvingTo('203.0.113.5'))).toBeNull(),
);

test.each([
  ['another host', 'https://evil.ru/', resolvingTo('203.0.113.5')],
  ['a name with one address outside', 'https://hook.local/', resolvingTo('10.0.0.1', '169.254.169.254')],
  ['a loopback address in another notation', 'http://0x7f.1/', resolvingTo()],
  ['a mapped address', 'http://[::ffff:127.0.0.1]/', resolvingTo()],
  ['a local name', 'http://localhost/', resolvingTo('127.0.0.1', '::1')],
  ['another port of a listed host', 'https://chat.example.ru:22/', resolvingTo('10.0.0.1')],
  ['another port of a network', 'http://10.0.0.1:6379/', resolvingTo()],
])('%s is refused permanently', async (_, address, lookUp) => {
  expect(await refusal(address, lookUp)).toMatchObject({
    message: expect.stringContaining('разрешённых'),
    permanent: true,
  });
});

test.each([
  '',
  'chat',
  'ftp://10.0.0.1/',
  'file:///etc/passwd',
  'http://user@10.0.0.1/',
  'http://:p@10.0.0.1/',
  'javascript:1',
])('the address %j is wrong', async (address) =>
  expect(await refusal(address)).toMatchObject({ message: expect.stringContaining('Неверный'), permanent: true }),
);

test.each([
  ['https://evil.ru/', 'chat.example.ru'],
  ['https://evil.ru:8443/', 'chat.example.ru:8443,10.0.0.0/8'],
  ['https://chat.example.ru:8443/', 'chat.example.ru'],
])('%s is refused by the list %s without a look-up', async (address, list) => {
  const lookUp = () => Promise.reject(new Error('looked up'));
  const refused = findTarget(address, { ...own, WEBHOOK_ALLOW: parseAllowList(list) }, lookUp);
  await expect(refused).rejects.toMatchObject({ permanent: true, message: expect.stringContaining('разрешённых') });
});

test('an unresolved name is not a permanent error', async () => {
  const error = await refusal('https://hook.local/', () => Promise.reject(new Error('ENOTFOUND')));
  expect(error).toMatchObject({ message: 'Сервер с таким именем не найден', permanent: false });
});

test('a look-up that does not end times out after ten seconds', async () => {
  const clock = FakeTimers.install({ shouldClearNativeTimers: true });
  try {
    const refused = refusal('https://hook.local/', () => new Promise(() => {}));
    await clock.tickAsync(10_000);
    expect(await refused).toMatchObject({ message: 'Сервер с таким именем не найден', permanent: false });
  } finally {
    clock.uninstall();
  }
});

test.each([
  'https://monitor.example.ru/login',
  'http://127.0.0.1:3000/',
  'http://[::1]:3000/',
  'http://console.local:3000/',
])('a webhook to the console itself is refused: %s', async (address) => {
  const list = 'monitor.example.ru,console.local:3000,127.0.0.0/8:3000,[::1]:3000';
  const settings = { ...own, WEBHOOK_ALLOW: parseAllowList(list) };
  await expect(findTarget(address, settings, resolvingTo('127.0.0.1'))).rejects.toMatchObject({ permanent: true });
});
