/** The settings table of console and backend: every setting is read from the environment and checked once at start. */
import { readFileSync } from 'node:fs';
import { apiTimeoutMs } from '../../shared/rules/limits.ts';
import { parseAllowList } from './allow-list.ts';
import { existingFolder, s3Address } from './backup-settings.ts';
import { demoAccountList } from './demo-accounts.ts';
import {
  accessKeys,
  accountName,
  basePath,
  databaseUrl,
  host,
  mailDomains,
  mailSender,
  nonEmpty,
  oneOf,
  onOff,
  origin,
  originOrUnset,
  password,
  publicUrl,
  secrets,
  shortText,
  smtpUrl,
  text,
  timeOrUnset,
  timeZone,
  trustProxy,
  wholeNumber,
  wholeNumberOrNone,
} from './setting-values.ts';
import { headerName, issuer, ldapFilter, ldapUrl, peers, roleRules, scope } from './sign-on-settings.ts';

/** An invalid setting. The message is one line: the setting's name, what is wrong, and the remedy. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** Longer than any sensible value, in UTF-16 units. */
const valueMax = 8192;

type Setting<T> = { fallback: string; parse: (text: string) => T; remedy: string; max: number };

const setting = <T>(fallback: string, remedy: string, parse: (text: string) => T, max = valueMax): Setting<T> => ({
  fallback,
  parse,
  remedy,
  max,
});

/** The maximum number of items that an account may store. */
const limit = (fallback: string): Setting<number> =>
  setting(fallback, 'Use a number from 1 to 100000.', wholeNumber(1, 100_000));

export const settings = {
  PORT: setting('3000', 'Use a port from 0 to 65535; 0 selects a free port.', wholeNumber(0, 65_535)),
  HOST: setting('127.0.0.1', 'Use an address to listen on, for example 0.0.0.0.', host),
  API_URL: setting(
    '',
    'Use the origin of the backend, for example http://backend:8080, or leave it unset.',
    originOrUnset,
  ),
  DATABASE_URL: setting(
    '',
    'Use the address of a PostgreSQL database, for example postgres://user:password@host/ldvk, or leave it unset.',
    databaseUrl,
  ),
  DATABASE_READ_URL: setting('', 'Use the address of a replica of DATABASE_URL, or leave it unset.', databaseUrl),
  DATABASE_CONNECTIONS: setting('10', 'Use a number of connections from 2 to 200.', wholeNumber(2, 200)),
  DATA_DIR: setting('./data', "Use a folder for the embedded backend's files.", nonEmpty),
  MIGRATE_WITHOUT_COPY: setting('off', 'Use on or off.', onOff),
  SESSION_SECRET: setting('', 'Use at least 32 random characters, or several secrets separated by commas.', secrets),
  ADMIN_USERNAME: setting('admin', "Use the first administrator's name.", accountName),
  ADMIN_PASSWORD: setting('', 'Use a password of 8 to 256 characters, or leave it unset.', password),
  DEMO_DATA: setting('0', 'Use 1 or 0.', (value) => oneOf('0', '1')(value) === '1'),
  DEMO_ACCOUNTS: setting(
    '',
    'Leave it unset, or use a JSON list such as [{"label": "Пресс-служба", "type": "client", "name": "client-1001", "password": "…"}].',
    demoAccountList,
  ),
  DEMO_NOW: setting('', 'Leave it unset, or use a time such as 2026-11-27T15:20:00+03:00.', timeOrUnset),
  DEMO_MAILBOX: setting('', 'Leave it unset, or use the address of a page.', publicUrl),
  API_TIMEOUT_MS: setting(String(apiTimeoutMs), 'Use milliseconds from 100 to 600000.', wholeNumber(100, 600_000)),
  COOKIE_SECURE: setting('auto', 'Use auto, on or off.', oneOf('auto', 'on', 'off')),
  TRUST_PROXY: setting(
    'loopback',
    'Use the number of proxies, their addresses separated by commas, or false.',
    trustProxy,
  ),
  CONSOLE_TIME_ZONE: setting('Europe/Moscow', 'Use an IANA name, for example Asia/Yekaterinburg.', timeZone),
  PRODUCT_NAME: setting('LDVK Монитор', 'Use a name of 1 to 100 characters.', shortText(100)),
  LOG_LEVEL: setting('info', 'Use trace, debug, info, warn, error, fatal or silent.', (value) =>
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')(value),
  ),
  BASE_PATH: setting('/', 'Use a path, for example /monitor.', basePath),
  IMPERSONATION: setting('on', 'Use on or off.', onOff),
  METRICS: setting('off', 'Use on or off.', onOff),
  VK_SERVICE_KEY: setting(
    '',
    'Use the service key of your VK application, or several separated by commas.',
    accessKeys,
  ),
  VK_API_ORIGIN: setting('https://api.vk.ru', "Use the origin of VK's API.", origin),
  COLLECTION_DAILY_CALLS: setting('1000', 'Use a number of calls from 1 to 1000000.', wholeNumber(1, 1_000_000)),
  POST_CHECKS_DAILY_CALLS: setting(
    '1000',
    'Use a number of calls from 1 to 1000000, or 0 for no checks.',
    wholeNumber(0, 1_000_000),
  ),
  WALL_DAILY_CALLS: setting('4800', 'Use a number of calls from 1 to 1000000.', wholeNumber(1, 1_000_000)),
  COMMENT_DAILY_CALLS: setting('20000', 'Use a number of calls from 1 to 1000000.', wholeNumber(1, 1_000_000)),
  WALL_INTERVAL_MINUTES: setting('60', 'Use minutes from 1 to 1440.', wholeNumber(1, 1440)),
  COMMENT_DAYS: setting('14', 'Use days from 1 to 365.', wholeNumber(1, 365)),
  COLLECTION_INTERVAL_MINUTES: setting('15', 'Use minutes from 1 to 1440.', wholeNumber(1, 1440)),
  COLLECTION_MAX_INTERVAL_MINUTES: setting('1440', 'Use minutes from 1 to 1440.', wholeNumber(1, 1440)),
  FULL_SEARCH_DAYS: setting('365', 'Use days from 1 to 10000.', wholeNumber(1, 10_000)),
  KEEP_POSTS_DAYS: setting('0', 'Use days from 1 to 10000, or 0 to keep all posts.', wholeNumber(0, 10_000)),
  AUDIT_LOG: setting('off', 'Use stdout or off.', oneOf('stdout', 'off')),
  JOURNAL_DAYS: setting('365', 'Use days from 1 to 10000, or 0 to keep all records.', wholeNumber(0, 10_000)),
  WORK_HISTORY_DAYS: setting(
    '365',
    'Use days from 30 to 10000, or 0 to keep all changes.',
    wholeNumberOrNone(30, 10_000),
  ),
  BACKUP_DIR: setting('', 'Create the folder for copies of the database, or mount its disk.', existingFolder),
  BACKUP_KEEP: setting('7', 'Use a number of copies from 1 to 1000.', wholeNumber(1, 1000)),
  BACKUP_S3: setting(
    '',
    'Use the address of a bucket, for example https://key:secret@s3.example.ru/bucket?region=ru-1.',
    s3Address,
  ),
  PUBLIC_URL: setting('', 'Use the address of the console, for example http://monitor.', publicUrl),
  SMTP_URL: setting('', 'Use the mail server, for example smtp://user:password@mail.example.ru:587.', smtpUrl),
  SMTP_FROM: setting('', 'Use the sender, for example LDVK <monitor@example.ru>.', mailSender),
  MAIL_DOMAINS: setting('', 'Use domains separated by commas, for example example.ru.', mailDomains),
  WEBHOOK_ALLOW: setting(
    '',
    'Use hosts and networks separated by commas, for example chat.example.ru:8065,10.0.0.0/8.',
    parseAllowList,
  ),
  REQUIRE_TOTP: setting('off', 'Use administrators, all or off.', oneOf('off', 'administrators', 'all')),
  LOCAL_SIGN_IN: setting('on', 'Use on or off.', onOff),
  SSO_ROLES: setting(
    '',
    'Use a JSON list such as [{"group": "press", "client": "client-1001", "role": "editor"}], usually in a file: SSO_ROLES_FILE.',
    roleRules,
    2 ** 16,
  ),
  OIDC_ISSUER: setting(
    '',
    'Use the address of the provider, for example https://id/realms/office, or leave it unset.',
    issuer,
  ),
  OIDC_CLIENT_ID: setting('', 'Use the ID under which the provider knows the console.', text),
  OIDC_CLIENT_SECRET: setting('', 'Use the secret that the provider has given, or leave it unset.', text),
  OIDC_NAME: setting('организацию', 'Use a name of 1 to 100 characters.', shortText(100)),
  OIDC_SCOPE: setting('openid profile', 'Use scopes separated by spaces, with openid.', scope),
  OIDC_LOGIN_CLAIM: setting('preferred_username', 'Use the claim with the login.', nonEmpty),
  OIDC_GROUPS_CLAIM: setting('groups', 'Use the claim with the groups.', nonEmpty),
  OIDC_PLAIN: setting('off', 'Use on or off.', onOff),
  SSO_HEADER: setting('', 'Use the header with the login, for example Remote-User, or leave it unset.', headerName),
  SSO_HEADER_NAME: setting('', "Use the header with the person's name, or leave it unset.", headerName),
  SSO_HEADER_GROUPS: setting('', 'Use the header with the groups, separated by commas.', headerName),
  SSO_HEADER_FROM: setting('', 'Use the addresses of the proxy, separated by commas, for example 10.0.0.5.', peers),
  LDAP_URL: setting('', 'Use the directory, for example ldaps://dc.example.ru, or leave it unset.', ldapUrl),
  LDAP_BIND_DN: setting('', 'Use the DN of the account by which people are found.', text),
  LDAP_BIND_PASSWORD: setting('', 'Use the password of LDAP_BIND_DN.', text),
  LDAP_BASE_DN: setting('', 'Use the DN below which people and groups are, for example dc=example,dc=ru.', text),
  LDAP_USER_FILTER: setting(
    '(&(objectClass=person)(|(uid={login})(sAMAccountName={login})))',
    'Use a filter of those who may sign in, with {login}.',
    ldapFilter('{login}'),
  ),
  LDAP_GROUP_FILTER: setting(
    '(|(member={dn})(uniqueMember={dn}))',
    'Use a filter of groups with a member, with {dn} or {login}.',
    ldapFilter('{dn}', '{login}'),
  ),
  LDAP_PLAIN: setting('off', 'Use on or off.', onOff),
  LDAP_TOTAL_MS: setting('15000', 'Use milliseconds from 1000 to 60000.', wholeNumber(1000, 60_000)),
  LIMIT_PHRASES: limit('1000'),
  LIMIT_VIEWS: limit('100'),
  LIMIT_RULES: limit('100'),
  LIMIT_SOURCES: limit('100'),
  LIMIT_WALLS: setting(
    '20',
    'Use a number from 1 to 100000, or 0: only administrators follow walls.',
    wholeNumber(0, 100_000),
  ),
  LIMIT_MUTES: limit('1000'),
  LIMIT_NOTES: limit('200'),
  LIMIT_PEOPLE: limit('200'),
  NODE_ENV: setting('production', 'Leave it unset.', text),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
export type SettingName = keyof Settings;
export type Config = { [Name in SettingName]: ReturnType<Settings[Name]['parse']> };

export const clockOf = ({ DEMO_NOW: time }: Pick<Config, 'DEMO_NOW'>): (() => number) =>
  time === null ? Date.now : () => time;

export const collectsPosts = ({ VK_SERVICE_KEY }: Pick<Config, 'VK_SERVICE_KEY'>): boolean => VK_SERVICE_KEY.length > 0;

/** The address of the console in messages and feeds, without a trailing slash; null when it is unknown. */
export const consoleUrl = ({ PUBLIC_URL, BASE_PATH }: Pick<Config, 'PUBLIC_URL' | 'BASE_PATH'>): string | null =>
  PUBLIC_URL === null || new URL(PUBLIC_URL).pathname !== '/' ? PUBLIC_URL : PUBLIC_URL + BASE_PATH;

export const sendsEmail = ({ SMTP_URL }: Pick<Config, 'SMTP_URL'>): boolean => SMTP_URL !== null;

export const sendsWebhooks = ({ WEBHOOK_ALLOW: { hosts, networks } }: Pick<Config, 'WEBHOOK_ALLOW'>): boolean =>
  hosts.length + networks.length > 0;

export type Environment = Record<string, string | undefined>;

/**
 * Reads a setting's text from the variable, or from the file that `NAME_FILE` names, without the final line break and the byte
 * order mark of Windows editors. An empty variable counts as unset. An empty file is an error, because a missing secret must not
 * go unnoticed.
 */
function readText(name: SettingName, environment: Environment): string | undefined {
  const file = environment[`${name}_FILE`];
  if (!file) return environment[name] || undefined;
  if (environment[name]) throw new SettingError(`${name} and ${name}_FILE are both set. Remove one of them.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/^\uFEFF|\r?\n$/g, '');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new SettingError(
      `${name}_FILE names a file that cannot be read (${reason}). Check its path and permissions.`,
    );
  }
  if (content === '') throw new SettingError(`${name}_FILE names an empty file. Write the value to the file.`);
  return content;
}

/** Reads one setting. Throws a `SettingError`, whose message never contains a secret. */
export function readSetting<Name extends SettingName>(
  name: Name,
  environment: Environment,
  fallback: string = settings[name].fallback,
): Config[Name] {
  const { parse, remedy, max } = settings[name];
  const value = readText(name, environment) ?? fallback;
  if (value.length > max) throw new SettingError(`${name} is longer than ${max} characters. ${remedy}`);
  try {
    return parse(value) as Config[Name];
  } catch (error) {
    throw new SettingError(`${name} ${(error as Error).message}. ${remedy}`);
  }
}
