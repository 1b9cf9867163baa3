import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, SettingError, type settings } from './settings.ts';

const wrongValues: Record<keyof typeof settings, string | null> = {
  PORT: '70000',
  HOST: ' ',
  API_URL: 'http://backend:8080/api',
  DATA_DIR: '',
  SESSION_SECRET: 'short',
  ADMIN_USERNAME: '',
  ADMIN_PASSWORD: 'short',
  DEMO_DATA: 'yes',
  WEB_CONCURRENCY: '0',
  API_TIMEOUT_MS: '20s',
  COOKIE_SECURE: 'maybe',
  TRUST_PROXY: 'true',
  CONSOLE_TIME_ZONE: 'Mars/Olympus',
  PRODUCT_NAME: ' ',
  LOG_LEVEL: 'loud',
  BASE_PATH: '/a b',
  IMPERSONATION: 'yes',
  METRICS: '1',
  NODE_ENV: null,
};

test('the defaults are those of the design', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    API_URL: null,
    API_TIMEOUT_MS: 20_000,
    CONSOLE_TIME_ZONE: 'Europe/Moscow',
    BASE_PATH: '',
    IMPERSONATION: true,
    METRICS: false,
  });
});

test.each(Object.entries(wrongValues).filter(([, value]) => value !== null))(
  '%s, given a wrong value, is named in one line with a remedy',
  (name, value) => {
    const read = () => readConfig({ [name]: value ?? '' });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} .+\\. .+\\.$`));
  },
);

test('a wrong secret is not repeated in the message', () => {
  expect(() => readConfig({ SESSION_SECRET: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
});

test('an existing backend needs a session secret', () => {
  expect(() => readConfig({ API_URL: 'http://127.0.0.1:1' })).toThrow(/^SESSION_SECRET /);
});

test('a secret comes from a file, without the line end', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'config-')), 'secret');
  writeFileSync(file, `${'s'.repeat(32)}\n`);
  expect(readConfig({ SESSION_SECRET_FILE: file }).SESSION_SECRET).toEqual(['s'.repeat(32)]);
  expect(() => readConfig({ SESSION_SECRET_FILE: `${file}-none` })).toThrow(/ENOENT/);
  expect(() => readConfig({ SESSION_SECRET_FILE: file, SESSION_SECRET: 'x'.repeat(32) })).toThrow(/both set/);
});

test('a list of secrets keeps its order', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  expect(readConfig({ SESSION_SECRET: `${first}, ${second}` }).SESSION_SECRET).toEqual([first, second]);
});
