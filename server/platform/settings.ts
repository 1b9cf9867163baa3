/** The settings table of console and backend: every setting is read from the environment and checked once at start. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { compile as compileTrust } from 'proxy-addr';
import { apiTimeoutMs, passwordMinLength, signInNameMax } from '../../shared/rules/limits.ts';
import { newPasswordError, passwordMaxLength } from '../../shared/rules/password.ts';
import { isCommonPassword } from './common-passwords.ts';

/** A wrong setting. The message is one line: the name, what is wrong, what to do. */
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

function host(value: string): string {
  return isIP(value) !== 0 || /^[A-Za-z0-9.-]+$/.test(value) ? value : fault('is neither an address nor a host name');
}

/** A name that the sign-in form takes. */
function accountName(value: string): string {
  const name = filled(value);
  return name.length <= signInNameMax ? name : fault(`is longer than ${signInNameMax} characters`);
}

/** A password that the sign-in form takes, or null when unset. */
function password(value: string): string | null {
  if (value === '') return null;
  const { length } = [...value.normalize()];
  if (length < passwordMinLength) return fault(`is shorter than ${passwordMinLength} characters`);
  return length <= passwordMaxLength ? value : fault(`is longer than ${passwordMaxLength} characters`);
}

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

/** Addresses of calls, files and probes are told from pages by these. */
const ownSegments = new Set(['api', 'assets', 'healthz', 'readyz', 'metrics']);

/** '' for the root, else `/prefix` without a trailing slash. */
function basePath(value: string): string {
  const path = value.replace(/\/+$/, '');
  if (path !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(path)) return fault('is not a path');
  const segments = path.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..')) return fault('has a dot segment');
  const own = segments.find((segment) => ownSegments.has(segment.toLowerCase()));
  return own === undefined ? path : fault(`has the segment ${own}, which the console uses itself`);
}

/** Express's `trust proxy`: a number of proxies, or a list of names and addresses. */
function trustProxy(value: string): number | false | string {
  if (/^\d+$/.test(value)) return wholeNumber(0, 99)(value);
  if (value === 'false') return false;
  if (value === 'true') return fault('trusts everybody, which lets any client forge its address');
  try {
    // Express compiles its setting with the same function.
    compileTrust(value.split(',').map((address) => address.trim()));
    return value;
  } catch (error) {
    return fault(`has an ${(error as Error).message}`);
  }
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
  HOST: setting('127.0.0.1', 'Give an address to listen on, for example 0.0.0.0.', host),
  API_URL: setting('', 'Give the origin of the backend, for example http://backend:8080, or leave it unset.', origin),
  DATA_DIR: setting('./data', "Give a folder for the embedded backend's files.", filled),
  SESSION_SECRET: setting('', 'Give at least 32 random characters; with commas in between, the first signs.', secrets),
  ADMIN_USERNAME: setting('admin', "Give the first administrator's name.", accountName),
  ADMIN_PASSWORD: setting('', 'Give a password of 8 to 256 characters, or leave it unset.', password),
  DEMO_DATA: setting('0', 'Give 1 or 0.', (value) => oneOf('0', '1')(value) === '1'),
  WEB_CONCURRENCY: setting('1', 'Give a number of processes from 1 to 64.', wholeNumber(1, 64)),
  API_TIMEOUT_MS: setting(String(apiTimeoutMs), 'Give milliseconds from 100 to 600000.', wholeNumber(100, 600_000)),
  COOKIE_SECURE: setting('auto', 'Give auto, on or off.', oneOf('auto', 'on', 'off')),
  TRUST_PROXY: setting(
    'loopback',
    'Give a number of proxies, or their addresses separated by commas, or false.',
    trustProxy,
  ),
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
export type SettingName = keyof Settings;
export type Config = { [Name in SettingName]: ReturnType<Settings[Name]['parse']> };

export type Environment = Record<string, string | undefined>;

/**
 * A setting's text: from the variable, or from the file that `NAME_FILE` names, without the line end. An empty variable
 * counts as unset; an empty file is an error, because a secret was meant to be there.
 */
function readText(name: SettingName, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || undefined;
  if (environment[name]) throw new SettingError(`${name} and ${name}_FILE are both set. Leave one of them.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new SettingError(`${name}_FILE names a file that cannot be read (${reason}). Check the path and its mode.`);
  }
  if (content === '') throw new SettingError(`${name}_FILE names an empty file. Write the value into it.`);
  return content;
}

/** One setting. Throws a `SettingError` of one line, which never contains a secret. */
export function readSetting<Name extends SettingName>(
  name: Name,
  environment: Environment,
  fallback: string = settings[name].fallback,
): Config[Name] {
  const { parse, remedy } = settings[name];
  const value = readText(name, environment) ?? fallback;
  try {
    return parse(value) as Config[Name];
  } catch (error) {
    throw new SettingError(`${name} ${(error as Error).message}. ${remedy}`);
  }
}

const isGuessable = (value: string, username: string): boolean =>
  newPasswordError(value, [username]) !== null || isCommonPassword(value);

/** All settings. `fallbacks` replaces defaults of the table. Throws a `SettingError` for the first that is wrong. */
export function readConfig(environment: Environment, fallbacks: Partial<Record<SettingName, string>> = {}): Config {
  const names = Object.keys(settings) as SettingName[];
  const config = Object.fromEntries(
    names.map((name) => [name, readSetting(name, environment, fallbacks[name])]),
  ) as Config;
  if (config.ADMIN_PASSWORD !== null && isGuessable(config.ADMIN_PASSWORD, config.ADMIN_USERNAME)) {
    throw new SettingError(
      "ADMIN_PASSWORD is the administrator's name or a common password. Give another one, or leave it unset.",
    );
  }
  if (config.API_URL !== null && config.SESSION_SECRET.length === 0) {
    throw new SettingError(
      'SESSION_SECRET is not set, and with API_URL it must be. Give at least 32 random characters.',
    );
  }
  return config;
}
