// Proves: alerts#channels, alerts#rule
import * as messages from '../messages.ts';
import { type AlertForm, alertFormErrors, recipientError } from './alert-form.ts';

const form: AlertForm = {
  name: 'Дороги',
  viewId: '2',
  condition: 'least',
  least: '10',
  period: 'hour',
  channel: 'email',
  address: 'duty@example.ru',
  schedule: 'now',
  quietFrom: '22:00',
  quietTo: '08:00',
};

const errorsOf = (changes: Partial<AlertForm>) =>
  Object.entries(alertFormErrors({ ...form, ...changes })).filter(([, error]) => error !== null);

test('a complete form has no errors', () => {
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ least: '1000000' })).toEqual([]);
  expect(errorsOf({ channel: 'webhook', address: ' https://hooks.example.ru/a ' })).toEqual([]);
  expect(errorsOf({ quietFrom: '', quietTo: '' })).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'name', messages.enterTitle],
  [{ viewId: '' }, 'viewId', messages.chooseView],
  [{ least: '' }, 'least', messages.badAlertLeast(1_000_000)],
  [{ least: '1.5' }, 'least', messages.badAlertLeast(1_000_000)],
  [{ condition: 'spike', least: '1000001' }, 'least', messages.badAlertLeast(1_000_000)],
  [{ address: ' ' }, 'address', messages.enterAddress],
  [{ address: 'duty' }, 'address', messages.badEmail],
  [{ channel: 'chat', address: 'ftp://a.ru' }, 'address', messages.badWebhook],
  [{ quietFrom: '' }, 'quietFrom', messages.enterQuietTime],
  [{ quietTo: '' }, 'quietTo', messages.enterQuietTime],
  [{ quietTo: '22:00' }, 'quietTo', messages.quietAllDay],
])('%j: the error of %s is «%s»', (changes, field, error) => {
  expect(errorsOf(changes)).toEqual([[field, error]]);
});

test('fields that do not apply are not checked', () => {
  expect(errorsOf({ condition: 'every', least: '' })).toEqual([]);
  expect(errorsOf({ channel: 'atom', address: 'ftp://a.ru' })).toEqual([]);
});

test.each([
  'duty@example.ru',
  `a@${'b.'.repeat(125)}ru`,
  'anna.k-2+news@mail.example.ru',
  "o'brien@local",
  'имя@почта.рф',
  '_a@b',
])('%j is a recipient', (address) => expect(recipientError(address)).toBeNull());

test.each([
  'a%evil.com@example.ru',
  'evil.com!a@example.ru',
  '-o@example.ru',
  '.a@example.ru',
  'a.@example.ru',
  'a..b@example.ru',
  'a|b@example.ru',
  'a\u0000b@example.ru',
  'a@exa\u0001mple.ru',
  'a@example.ru\u007f',
  'a@example.ru\n',
  'a\u200b@example.ru',
  'a@b@example.ru',
  'a@-example.ru',
  'a@[10.0.0.1]',
  'a,b@example.ru',
  'a@example.ru,b@example.ru',
  `${'a'.repeat(65)}@example.ru`,
  `a@${'b.'.repeat(126)}ru`,
])('%j is not a recipient', (address) => expect(recipientError(address)).toBe(messages.badEmail));
