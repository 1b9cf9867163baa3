// Proves: api#failures
import { globSync, readFileSync } from 'node:fs';
import { errorCodes, isTextRefused, readErrorReply } from '../../shared/api/error-codes.ts';

test('the server throws each listed code, and no other', () => {
  const sources = globSync('server/{backend,platform,http}/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const thrown = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bcode: '([a-z]+(?:-[a-z]+)+)'/g)].map(([, code]) => code),
  );
  expect([...new Set(thrown)].sort()).toEqual([...errorCodes].sort());
});

test.each([
  [
    { message: 'Занято', code: 'login-taken' },
    { message: 'Занято', code: 'login-taken' },
  ],
  [
    { error: 'Занято', message: ' ', code: 'of-tomorrow' },
    { message: 'Занято', code: null },
  ],
  [{ message: 5 }, { message: null, code: null }],
  ['Bad gateway', { message: null, code: null }],
  [null, { message: null, code: null }],
])('reads %j', (reply, expected) => {
  expect(readErrorReply(reply)).toEqual(expected);
});

test.each([
  [400, 'query-unreadable', '', true],
  [400, 'query-unfinished', '', true],
  [400, null, 'чехов', true],
  [400, null, '', false],
  [400, 'phrase-empty', 'чехов', false],
  [500, null, 'чехов', false],
] as const)(
  'a status %i with the code %s and the search «%s» refuses the search: %s',
  (status, code, text, refused) => {
    expect(isTextRefused({ status, code }, text)).toBe(refused);
  },
);
