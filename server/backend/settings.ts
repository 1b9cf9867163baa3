/** The embedded backend's settings: plain data, because they travel to its worker thread. */
import { readFileSync } from 'node:fs';
import { newPasswordError } from '../../shared/rules/password.ts';

export type BackendSettings = {
  /** The folder of the database; made when missing. */
  dataDir: string;
  adminUsername: string;
  /** Null or empty: generated for an empty database and logged once. */
  adminPassword: string | null;
  demoData: boolean;
  /** IANA name; days in filters are days of this zone. */
  timeZone: string;
  /** Whether administrators may act as clients. */
  impersonation: boolean;
  logLevel: string;
};

type Environment = Record<string, string | undefined>;

/** A wrong setting: one line for whoever starts the process. */
export class BackendSettingError extends Error {
  override name = 'BackendSettingError';
}

function read(environment: Environment, name: string, fallback: string): string {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || fallback;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new BackendSettingError(`${name}_FILE names a file that cannot be read. Check the path and its mode.`);
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('ru-RU', { timeZone: name }));
  } catch {
    return false;
  }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** For the backend as a process of its own, under the console's names (design §4). */
export function readBackendSettings(environment: Environment): BackendSettings & { port: number; host: string } {
  const text = (name: string, fallback: string) => read(environment, name, fallback);
  const checked = (name: string, fallback: string, isValid: (value: string) => boolean, remedy: string) => {
    const value = text(name, fallback);
    if (!isValid(value)) throw new BackendSettingError(`${name} is wrong. ${remedy}`);
    return value;
  };
  const isPassword = (value: string) => value === '' || newPasswordError(value) === null;
  return {
    port: Number(checked('PORT', '3001', (value) => /^\d{1,5}$/.test(value) && Number(value) < 65_536, 'Give a port.')),
    host: text('HOST', '127.0.0.1'),
    dataDir: text('DATA_DIR', './data'),
    adminUsername: text('ADMIN_USERNAME', 'admin'),
    adminPassword: checked('ADMIN_PASSWORD', '', isPassword, 'Give at least 8 characters, or leave it unset.') || null,
    demoData: checked('DEMO_DATA', '0', (value) => ['0', '1'].includes(value), 'Give 1 or 0.') === '1',
    timeZone: checked('CONSOLE_TIME_ZONE', 'Europe/Moscow', isTimeZone, 'Give an IANA name.'),
    impersonation: checked('IMPERSONATION', 'on', (value) => ['on', 'off'].includes(value), 'Give on or off.') === 'on',
    logLevel: checked('LOG_LEVEL', 'info', (value) => levels.includes(value), `Give one of ${levels.join(', ')}.`),
  };
}
