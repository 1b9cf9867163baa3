/** THE settings table: every setting of the console, read from the environment and checked once at start. */
import { readFileSync } from 'node:fs';

/** A setting is wrong: one line that names it, says what is wrong and what to do. */
export class SettingError extends Error {
  override name = 'SettingError';
}

type Setting<T> = { fallback: string; parse: (text: string) => T; remedy: string };

const setting = <T>(fallback: string, remedy: string, parse: (text: string) => T): Setting<T> => ({
  fallback,
  parse,
  remedy,
});

const fault = (text: string): never => {
  throw new Error(text);
};

function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to ? number : fault('is not a whole number in range');
  };
}

function oneOf<T extends string>(...values: T[]): (text: string) => T {
  return (text) => values.find((value) => value === text) ?? fault('is not one of the known values');
}

const text = (value: string): string => value;
const filled = (value: string): string => (value.trim() === '' ? fault('is empty') : value.trim());

/** An origin without path or trailing slash, or null when unset. */
function origin(value: string): string | null {
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : fault('is not a URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return fault('is neither http nor https');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    return fault('is more than an origin');
  }
  return url.origin;
}

function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('ru-RU', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return fault('is not a time zone that this Node knows');
  }
}

/** '' for the root, else `/prefix` without a trailing slash. */
function basePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  return path === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(path) ? path : fault('is not a path');
}

/** Express's `trust proxy`: a number of hops, or names and addresses. */
function trustProxy(value: string): number | boolean | string {
  if (/^\d+$/.test(value)) return Number(value);
  if (value === 'true') return fault('trusts everybody, which lets any client forge its address');
  return value === 'false' || value === '' ? false : value;
}

/** The first secret signs, all verify. */
function secrets(value: string): string[] {
  const list = value.split(',').map((secret) => secret.trim());
  if (value === '') return [];
  return list.every((secret) => secret.length >= 32) ? list : fault('holds a secret shorter than 32 characters');
}

const onOff = (value: string): boolean => oneOf('on', 'off')(value) === 'on';

export const settings = {
  PORT: setting('3000', 'Give a port from 0 to 65535; 0 takes a free one.', wholeNumber(0, 65_535)),
  HOST: setting('127.0.0.1', 'Give an address to listen on, for example 0.0.0.0.', filled),
  API_URL: setting('', 'Give the origin of the backend, for example http://backend:8080, or leave it unset.', origin),
  DATA_DIR: setting('./data', "Give a folder for the embedded backend's files.", filled),
  SESSION_SECRET: setting('', 'Give at least 32 random characters; with commas in between, the first signs.', secrets),
  ADMIN_USERNAME: setting('admin', "Give the first administrator's name.", filled),
  ADMIN_PASSWORD: setting('', 'Give a password of at least 8 characters, or leave it unset.', (value) =>
    value === '' || [...value].length >= 8 ? value : fault('is shorter than 8 characters'),
  ),
  DEMO_DATA: setting('0', 'Give 1 or 0.', (value) => oneOf('0', '1')(value) === '1'),
  WEB_CONCURRENCY: setting('1', 'Give a number of processes from 1 to 64.', wholeNumber(1, 64)),
  API_TIMEOUT_MS: setting('20000', 'Give milliseconds from 100 to 600000.', wholeNumber(100, 600_000)),
  COOKIE_SECURE: setting('auto', 'Give auto, on or off.', oneOf('auto', 'on', 'off')),
  TRUST_PROXY: setting('loopback', 'Give a number of proxies, or their addresses, or false.', trustProxy),
  CONSOLE_TIME_ZONE: setting('Europe/Moscow', 'Give an IANA name, for example Asia/Yekaterinburg.', timeZone),
  PRODUCT_NAME: setting('LDVK Монитор', 'Give a name.', filled),
  LOG_LEVEL: setting('info', 'Give trace, debug, info, warn, error, fatal or silent.', (value) =>
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')(value),
  ),
  BASE_PATH: setting('/', 'Give a path, for example /monitor.', basePath),
  IMPERSONATION: setting('on', 'Give on or off.', onOff),
  METRICS: setting('off', 'Give on or off.', onOff),
  NODE_ENV: setting('production', 'Leave it alone.', text),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
export type Config = { [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> };

type Environment = Record<string, string | undefined>;

/** A setting's text: from the variable, or from the file that `NAME_FILE` names. */
function readSetting(name: string, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return environment[name];
  if (environment[name]) throw new SettingError(`${name} and ${name}_FILE are both set. Leave one of them.`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new SettingError(`${name}_FILE names a file that cannot be read (${reason}). Check the path and its mode.`);
  }
}

/** All settings. Throws a `SettingError` of one line for the first that is wrong; secrets never stand in it. */
export function readConfig(environment: Environment): Config {
  const entries = Object.entries(settings).map(([name, { fallback, parse, remedy }]) => {
    try {
      return [name, parse(readSetting(name, environment) ?? fallback)];
    } catch (error) {
      if (error instanceof SettingError) throw error;
      throw new SettingError(`${name} ${(error as Error).message}. ${remedy}`);
    }
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.API_URL !== null && config.SESSION_SECRET.length === 0) {
    throw new SettingError(
      'SESSION_SECRET is not set, and with API_URL it must be. Give at least 32 random characters.',
    );
  }
  return config;
}
