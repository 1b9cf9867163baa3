/** Reads all settings, and refuses incompatible combinations. */
import { isDeepStrictEqual } from 'node:util';
import { type Config, type Environment, readSetting, SettingError, type SettingName, settings } from './settings.ts';
import { weakPasswordError } from './weak-password.ts';

const roles = 'Name the file with the roles of groups in SSO_ROLES_FILE.';
const searcher = 'Use the account by which people are found.';
const address = 'Use the address of the console.';

/** The settings that a setting requires, each with its remedy. */
const requirements: { [Name in SettingName]?: { [Required in SettingName]?: string } } = {
  SMTP_URL: { SMTP_FROM: 'Use the sender of the messages.', PUBLIC_URL: address },
  WEBHOOK_ALLOW: { PUBLIC_URL: address },
  BACKUP_S3: { BACKUP_DIR: 'Use the folder in which copies are made.' },
  OIDC_ISSUER: {
    SSO_ROLES: roles,
    OIDC_CLIENT_ID: 'Use the ID under which the provider knows the console.',
    PUBLIC_URL: 'Use the address of the console, to which the provider returns.',
  },
  SSO_HEADER: {
    SSO_ROLES: roles,
    SSO_HEADER_FROM: 'Use the addresses of the proxy.',
    SSO_HEADER_GROUPS: 'Use the header with the groups.',
  },
  LDAP_URL: { SSO_ROLES: roles, LDAP_BASE_DN: searcher, LDAP_BIND_DN: searcher, LDAP_BIND_PASSWORD: searcher },
  API_URL: { SESSION_SECRET: 'Use at least 32 random characters.' },
};

/** Returns true unless the value of the setting equals the value of an empty text. */
const isSet = (config: Config, name: SettingName): boolean =>
  !isDeepStrictEqual(config[name], settings[name].parse(''));

function missingOf(config: Config): string | null {
  for (const [name, required] of Object.entries(requirements)) {
    if (!isSet(config, name as SettingName)) continue;
    const missing = Object.entries(required).find(([other]) => !isSet(config, other as SettingName));
    if (missing) return `${missing[0]} is not set, but ${name} requires it. ${missing[1]}`;
  }
  return null;
}

const directories = ['OIDC_ISSUER', 'SSO_HEADER', 'LDAP_URL'] as const;
const directoryOf = (config: Config) => directories.find((name) => isSet(config, name));

/** Each function returns why settings are incompatible, or false when they are compatible. */
const conflicts: readonly ((config: Config) => string | false)[] = [
  ({ ADMIN_PASSWORD, ADMIN_USERNAME }) =>
    ADMIN_PASSWORD !== null &&
    weakPasswordError(ADMIN_PASSWORD, [ADMIN_USERNAME]) !== null &&
    "ADMIN_PASSWORD is the administrator's name, a common password or only spaces. Use another password, or leave it unset.",
  ({ DATABASE_READ_URL, DATABASE_URL }) =>
    DATABASE_READ_URL !== null &&
    DATABASE_URL === null &&
    'DATABASE_READ_URL is set, but DATABASE_URL is not. Set both, or leave both unset.',
  ({ COLLECTION_INTERVAL_MINUTES: interval, COLLECTION_MAX_INTERVAL_MINUTES: longest }) =>
    interval > longest &&
    `COLLECTION_INTERVAL_MINUTES (${interval}) is above COLLECTION_MAX_INTERVAL_MINUTES (${longest}). Change one of them.`,
  ({ DEMO_MAILBOX, DEMO_DATA }) =>
    DEMO_MAILBOX !== null && !DEMO_DATA && 'DEMO_MAILBOX is set, but DEMO_DATA is not 1. Leave it unset.',
  ({ DEMO_NOW, DEMO_DATA }) =>
    DEMO_NOW !== null && !DEMO_DATA && 'DEMO_NOW is set, but DEMO_DATA is not 1. Leave it unset.',
  ({ DEMO_ACCOUNTS, DEMO_DATA }) =>
    DEMO_ACCOUNTS.length > 0 &&
    !DEMO_DATA &&
    'DEMO_ACCOUNTS is set, but DEMO_DATA is not 1. The sign-in page would show passwords: leave it unset.',
  ({ BACKUP_DIR, API_URL }) =>
    BACKUP_DIR !== null &&
    API_URL !== null &&
    'BACKUP_DIR is set, but the backend of API_URL has the data. Set it there, or leave it unset.',
  ({ BACKUP_DIR, DATABASE_URL }) =>
    BACKUP_DIR !== null &&
    DATABASE_URL !== null &&
    'BACKUP_DIR is set, but DATABASE_URL too. Back up PostgreSQL with its own tools, and leave BACKUP_DIR unset.',
  (config) => {
    const { API_URL, SSO_ROLES, LOCAL_SIGN_IN } = config;
    const used = directoryOf(config) ?? (SSO_ROLES.length > 0 ? 'SSO_ROLES' : !LOCAL_SIGN_IN && 'LOCAL_SIGN_IN');
    return (
      API_URL !== null &&
      used &&
      `${used} is set, but people sign in to the backend of API_URL. Set it there, or leave it unset.`
    );
  },
  (config) =>
    !config.LOCAL_SIGN_IN &&
    directoryOf(config) === undefined &&
    'LOCAL_SIGN_IN is off, but there is no other way to sign in. Set up a directory, or leave it on.',
  ({ OIDC_ISSUER, OIDC_PLAIN }) =>
    OIDC_ISSUER?.startsWith('http:') === true &&
    !OIDC_PLAIN &&
    'OIDC_ISSUER is plain HTTP, which anybody on the way can read and change. Use https, or set OIDC_PLAIN=on.',
];

/** `fallbacks` replaces defaults of the table. Throws a `SettingError` for the first invalid setting. */
export function readConfig(environment: Environment, fallbacks: Partial<Record<SettingName, string>> = {}): Config {
  const names = Object.keys(settings) as SettingName[];
  const config = Object.fromEntries(
    names.map((name) => [name, readSetting(name, environment, fallbacks[name])]),
  ) as Config;
  const conflict = conflicts.map((find) => find(config)).find(Boolean) || missingOf(config);
  if (conflict) throw new SettingError(conflict);
  return config;
}
