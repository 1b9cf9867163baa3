// Proves: api#calls, limits#values, sign-on#groups-and-roles
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from './read-config.ts';
import { consoleUrl, readSetting, SettingError, type SettingName, settings } from './settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeSecret(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const secret = 'test-secret-'.repeat(4);

/** Invalid values; null when every text is valid. */
const wrongValues: Record<SettingName, string[] | null> = {
  PORT: ['70000', 'eighty', '-1', '3000 '],
  HOST: [' ', 'not a host', '10.0.0.0/8'],
  API_URL: ['http://backend:8080/api', 'backend:8080', 'ftp://backend'],
  DATA_DIR: [' '],
  SESSION_SECRET: ['short', `${secret},short`, 's'.repeat(32), `${secret},${'ab'.repeat(16)}`],
  ADMIN_USERNAME: [' ', 'a'.repeat(256)],
  ADMIN_PASSWORD: ['short', 'p'.repeat(300), 'Qwerty123', ' '.repeat(12)],
  DEMO_DATA: ['yes'],
  DEMO_ACCOUNTS: ['client-1001', '{}', '[{"label":"a","type":"boss","name":"b","password":"c"}]'],
  DEMO_MAILBOX: ['mail', 'ftp://127.0.0.1/mail'],
  DEMO_NOW: ['now', '2026-11-27', '2026-11-27T15:20:00'],
  API_TIMEOUT_MS: ['20s', '1'],
  COOKIE_SECURE: ['maybe'],
  TRUST_PROXY: ['true', 'nginx', '10.0.0.0/33', '::1/129', '127.0.0.1,', '100'],
  CONSOLE_TIME_ZONE: ['Mars/Olympus'],
  PRODUCT_NAME: [' ', 'n'.repeat(101)],
  LOG_LEVEL: ['loud'],
  BASE_PATH: ['/a b', 'monitor', '/..', '/a/../b', '/api', '/monitor/Assets', '/healthz'],
  IMPERSONATION: ['yes'],
  REQUIRE_TOTP: ['on'],
  METRICS: ['1'],
  MIGRATE_WITHOUT_COPY: ['yes'],
  VK_SERVICE_KEY: ['key one', 'first,,second', 'ключ', 'a\nb'],
  VK_API_ORIGIN: ['api.vk.ru', 'https://api.vk.ru/method', 'ftp://api.vk.ru'],
  COLLECTION_DAILY_CALLS: ['0', 'many'],
  POST_CHECKS_DAILY_CALLS: ['-1', 'many'],
  WALL_DAILY_CALLS: ['0', 'many'],
  COMMENT_DAILY_CALLS: ['0', 'many'],
  WALL_INTERVAL_MINUTES: ['0', '1441'],
  COMMENT_DAYS: ['0', '366'],
  COLLECTION_INTERVAL_MINUTES: ['0', '1441'],
  COLLECTION_MAX_INTERVAL_MINUTES: ['0', '1441'],
  FULL_SEARCH_DAYS: ['0'],
  KEEP_POSTS_DAYS: ['-1'],
  AUDIT_LOG: ['on', 'stderr'],
  JOURNAL_DAYS: ['-1', 'forever', '10001'],
  WORK_HISTORY_DAYS: ['-1', '29', '10001'],
  BACKUP_DIR: ['/nowhere', import.meta.filename],
  BACKUP_KEEP: ['0', '1001'],
  BACKUP_S3: [
    's3://key:secret@host/bucket',
    'https://host/bucket',
    'https://key:secret@host',
    'https://key:@host/bucket',
  ],
  PUBLIC_URL: ['monitor', 'ftp://monitor', 'https://monitor/?a', 'https://user@monitor'],
  DATABASE_URL: [
    'host/ldvk',
    'mysql://host/ldvk',
    'postgres://host',
    'postgres://host/ldvk?sslmode=prefer',
    'postgres://host/ldvk?sslmode=no-verify',
    'postgres://host/ldvk?sslmode=disable&sslmode=',
    'postgres://host/ldvk?sslmode=verify-ca',
    'postgres://host/ldvk?sslrootcert=/nowhere/ca.pem',
    'postgres://host/ldvk?ssl=0',
    'postgres://host/ldvk?uselibpqcompat=true',
  ],
  DATABASE_READ_URL: ['replica/ldvk', 'postgres://replica/ldvk?sslmode=allow'],
  DATABASE_CONNECTIONS: ['1', '201'],
  SMTP_URL: ['mail.example.ru', 'http://mail.example.ru', 'smtp://'],
  SMTP_FROM: ['LDVK', 'LDVK <monitor>', 'a@example.ru\nBcc: b@example.ru', 'A\r\nB <a@example.ru>'],
  MAIL_DOMAINS: ['example.ru,', '@example.ru', 'a b'],
  WEBHOOK_ALLOW: ['chat.example.ru,', '10.0.0.0/33', 'https://chat.example.ru', 'chat.example.ru:0'],
  LOCAL_SIGN_IN: ['no', 'off'],
  SSO_ROLES: [
    '{}',
    '[]',
    'group=press',
    '[null]',
    '[{"group":"a"}]',
    '[{"group":" ","observer":true}]',
    '[{"group":"a","observer":false}]',
    '[{"group":"a","administrator":true,"observer":true}]',
    '[{"group":"a","administrator":true,"export":true}]',
    '[{"group":"a","client":"press","role":"reader"}]',
    '[{"group":"a","client":"client-1","role":"boss"}]',
    '[{"group":"a","client":"client-1","role":"reader","export":"yes"}]',
    '[{"group":"a","client":"client-1","role":"reader","exprot":true}]',
  ],
  OIDC_ISSUER: ['id.example.ru', 'ftp://id.example.ru', 'https://id.example.ru/?a', 'https://user@id.example.ru'],
  OIDC_CLIENT_ID: null,
  OIDC_CLIENT_SECRET: null,
  OIDC_NAME: ['n'.repeat(101)],
  OIDC_SCOPE: ['profile', 'openid,profile', 'openid "x"'],
  OIDC_LOGIN_CLAIM: [' '],
  OIDC_GROUPS_CLAIM: [' '],
  OIDC_PLAIN: ['yes'],
  SSO_HEADER: ['Remote User', 'cookie'],
  SSO_HEADER_NAME: ['a:b'],
  SSO_HEADER_GROUPS: ['ГРУППЫ'],
  SSO_HEADER_FROM: ['proxy', 'uniquelocal', '10.0.0.0/33', '10.0.0.1,'],
  LDAP_URL: ['dc.example.ru', 'http://dc.example.ru', 'ldaps://dc/dc=example', 'ldaps://'],
  LDAP_BIND_DN: null,
  LDAP_BIND_PASSWORD: null,
  LDAP_BASE_DN: null,
  LDAP_USER_FILTER: ['uid={login}', '(uid=anna)'],
  LDAP_GROUP_FILTER: ['member={dn}', '(member=x)'],
  LDAP_PLAIN: ['yes'],
  LDAP_TOTAL_MS: ['999', '60001'],
  LIMIT_PHRASES: ['0', 'many', '100001'],
  LIMIT_VIEWS: ['0'],
  LIMIT_RULES: ['-1'],
  LIMIT_SOURCES: ['0'],
  LIMIT_WALLS: ['-1'],
  LIMIT_MUTES: ['1e3'],
  LIMIT_NOTES: ['0'],
  LIMIT_PEOPLE: ['-1'],
  NODE_ENV: null,
};
const oidc = {
  OIDC_ISSUER: 'https://id.example.ru',
  OIDC_CLIENT_ID: 'ldvk',
  PUBLIC_URL: 'https://monitor.example.ru',
  SSO_ROLES: '[{"group":"a","observer":true}]',
};

const wrongCases = Object.entries(wrongValues).flatMap(([name, values]) =>
  (values ?? []).map((value) => [name, value] as const),
);

test('an empty environment results in the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    API_URL: null,
    API_TIMEOUT_MS: 20_000,
    CONSOLE_TIME_ZONE: 'Europe/Moscow',
    BASE_PATH: '',
    TRUST_PROXY: 'loopback',
    ADMIN_PASSWORD: null,
    IMPERSONATION: true,
    METRICS: false,
    VK_SERVICE_KEY: [],
    AUDIT_LOG: 'off',
    JOURNAL_DAYS: 365,
    WORK_HISTORY_DAYS: 365,
    PUBLIC_URL: null,
    DATABASE_URL: null,
    DATABASE_READ_URL: null,
    DATABASE_CONNECTIONS: 10,
    SMTP_URL: null,
    SMTP_FROM: '',
    MAIL_DOMAINS: [],
    WEBHOOK_ALLOW: { hosts: [], networks: [] },
    VK_API_ORIGIN: 'https://api.vk.ru',
  });
});

test('fallbacks replace the defaults of the table', () => {
  expect(readConfig({}, { PORT: '3001' }).PORT).toBe(3001);
  expect(readConfig({ PORT: '80' }, { PORT: '3001' }).PORT).toBe(80);
});

test.each(Object.keys(settings))('an empty %s counts as unset', (name) => {
  expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
});

test.each(wrongCases)('%s=%j is rejected with one line: the name, the error and a remedy', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(new RegExp(`^${name} .+\\. .+\\.$`));
});

test.each(Object.keys(settings))('%s of 100,000 characters is rejected with one line', (name) => {
  expect(() => readConfig({ [name]: 'x'.repeat(100_000) })).toThrow(new RegExp(`^${name} is longer .+\\. .+\\.$`));
});

test.each(['loopback', 'loopback, uniquelocal', '10.0.0.0/8', '::1,fd00::/8', '10.0.0.0/255.0.0.0'])(
  'TRUST_PROXY=%s is accepted',
  (value) => expect(readConfig({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value),
);

test('TRUST_PROXY accepts a number of proxies and false', () => {
  expect(readSetting('TRUST_PROXY', { TRUST_PROXY: '2' })).toBe(2);
  expect(readSetting('TRUST_PROXY', { TRUST_PROXY: 'false' })).toBe(false);
});

test('the message about an invalid secret does not contain the secret', () => {
  expect(() => readConfig({ SESSION_SECRET: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
  expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).toThrow(expect.not.stringContaining('hunter2'));
  expect(() => readConfig({ SMTP_URL: 'http://me:hunter2@mail' })).toThrow(expect.not.stringContaining('hunter2'));
  expect(() => readConfig({ VK_SERVICE_KEY: 'hunter2 ' })).not.toThrow();
  expect(() => readConfig({ VK_SERVICE_KEY: 'hunter2!' })).toThrow(expect.not.stringContaining('hunter2'));
});

test.each([
  [
    'BACKUP_S3 without BACKUP_DIR',
    { BACKUP_S3: 'https://key:secret@host/bucket' },
    /^BACKUP_DIR is not set, but BACKUP_S3/,
  ],
  [
    'BACKUP_DIR with DATABASE_URL',
    { BACKUP_DIR: folder, DATABASE_URL: 'postgres://u:p@127.0.0.1/ldvk' },
    /^BACKUP_DIR .*own tools/,
  ],
  [
    'BACKUP_DIR with API_URL',
    { BACKUP_DIR: folder, API_URL: 'http://b', SESSION_SECRET: secret },
    /^BACKUP_DIR .*API_URL/,
  ],
  [
    'DEMO_ACCOUNTS without DEMO_DATA',
    { DEMO_ACCOUNTS: '[{"label":"a","type":"client","name":"client-1001","password":"b"}]' },
    /^DEMO_ACCOUNTS is set, but DEMO_DATA is not 1/,
  ],
  ['DEMO_NOW without DEMO_DATA', { DEMO_NOW: '2026-11-27T15:20:00Z' }, /^DEMO_NOW is set, but DEMO_DATA/],
  ['DEMO_MAILBOX without DEMO_DATA', { DEMO_MAILBOX: 'http://127.0.0.1/mail' }, /^DEMO_MAILBOX is set, but DEMO_DATA/],
  ['LDAP_URL without roles', { LDAP_URL: 'ldaps://dc' }, /^SSO_ROLES is not set, but LDAP_URL/],
  [
    'LDAP_URL without the account that searches',
    { LDAP_URL: 'ldaps://dc', LDAP_BASE_DN: 'dc=a', SSO_ROLES: '[{"group":"a","observer":true}]' },
    /^LDAP_BIND_DN is not set, but LDAP_URL/,
  ],
  ['SSO_HEADER without roles', { SSO_HEADER: 'remote-user' }, /^SSO_ROLES is not set, but SSO_HEADER/],
  [
    'SSO_HEADER without the proxy',
    { SSO_HEADER: 'remote-user', SSO_ROLES: '[{"group":"a","observer":true}]' },
    /^SSO_HEADER_FROM is not set/,
  ],
  [
    'SSO_HEADER without groups',
    { SSO_HEADER: 'remote-user', SSO_HEADER_FROM: '::1', SSO_ROLES: '[{"group":"a","observer":true}]' },
    /^SSO_HEADER_GROUPS is not set/,
  ],
  ['OIDC_ISSUER without a client', { ...oidc, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID is not set, but OIDC_ISSUER/],
  ['OIDC_ISSUER without an address', { ...oidc, PUBLIC_URL: '' }, /^PUBLIC_URL is not set, but OIDC_ISSUER/],
  ['a plain provider', { ...oidc, OIDC_ISSUER: 'http://id.example.ru' }, /^OIDC_ISSUER is plain HTTP.*OIDC_PLAIN=on/],
  [
    'OIDC_ISSUER with API_URL',
    { ...oidc, API_URL: 'http://b', SESSION_SECRET: secret },
    /^OIDC_ISSUER is set.*API_URL/,
  ],
  [
    'SSO_ROLES with API_URL',
    { SSO_ROLES: '[{"group":"a","observer":true}]', API_URL: 'http://b', SESSION_SECRET: secret },
    /^SSO_ROLES is set, but .*API_URL/,
  ],
  [
    'DATABASE_READ_URL without DATABASE_URL',
    { DATABASE_READ_URL: 'postgres://u:p@127.0.0.1/ldvk' },
    /^DATABASE_READ_URL is set, but DATABASE_URL is not/,
  ],
  [
    'an interval above its maximum',
    { COLLECTION_INTERVAL_MINUTES: '30', COLLECTION_MAX_INTERVAL_MINUTES: '20' },
    /^COLLECTION_INTERVAL_MINUTES \(30\) is above COLLECTION_MAX_INTERVAL_MINUTES \(20\)/,
  ],
])('%s is refused with a sentence', (_, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('a key and a secret of BACKUP_S3 are decoded', () => {
  expect(
    readConfig({ BACKUP_DIR: folder, BACKUP_S3: 'https://a%2Fb:c%2Bd@s3.example.ru/copies/x/?region=ru-1' }),
  ).toMatchObject({
    BACKUP_S3: {
      endpoint: 'https://s3.example.ru/copies',
      prefix: 'x/',
      region: 'ru-1',
      accessKeyId: 'a/b',
      secretAccessKey: 'c+d',
    },
  });
});

test('API_URL requires SESSION_SECRET', () => {
  expect(() => readConfig({ API_URL: 'http://127.0.0.1:1' })).toThrow(/^SESSION_SECRET /);
});

test.each([
  [{ SMTP_URL: 'smtp://mail', PUBLIC_URL: 'http://monitor' }, /^SMTP_FROM .+ SMTP_URL /],
  [{ SMTP_URL: 'smtp://mail', SMTP_FROM: 'a@example.ru' }, /^PUBLIC_URL .+ SMTP_URL /],
  [{ WEBHOOK_ALLOW: '10.0.0.0/8' }, /^PUBLIC_URL .+ WEBHOOK_ALLOW /],
])('%j lacks settings that messages need', (environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

test('the settings of alerts are accepted in their usual forms', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://monitor.example.ru/',
    SMTP_URL: 'smtps://me:p%40ss@mail.example.ru:465',
    SMTP_FROM: 'Монитор <monitor@example.ru>',
    MAIL_DOMAINS: 'Example.ru, mail.local',
    WEBHOOK_ALLOW: 'chat.example.ru:8065, 10.0.0.0/8',
  });
  expect(config).toMatchObject({
    PUBLIC_URL: 'https://monitor.example.ru',
    SMTP_URL: 'smtps://me:p%40ss@mail.example.ru:465',
    SMTP_FROM: 'Монитор <monitor@example.ru>',
    MAIL_DOMAINS: ['example.ru', 'mail.local'],
    WEBHOOK_ALLOW: {
      hosts: [{ name: 'chat.example.ru', port: 8065 }],
      networks: [{ name: '10.0.0.0/8', port: null }],
    },
  });
});

test.each([
  ['http://monitor', '/base', 'http://monitor/base'],
  ['http://monitor/', '/', 'http://monitor'],
  ['http://proxy/monitor/', '/base', 'http://proxy/monitor'],
])('with PUBLIC_URL=%s and BASE_PATH=%s the console is at %s', (PUBLIC_URL, BASE_PATH, url) => {
  expect(consoleUrl(readConfig({ PUBLIC_URL, BASE_PATH }))).toBe(url);
});

test('ADMIN_PASSWORD may not be ADMIN_USERNAME', () => {
  const names = { ADMIN_USERNAME: 'Supervisor', ADMIN_PASSWORD: 'supervisor' };
  expect(() => readConfig(names)).toThrow(/^ADMIN_PASSWORD .+\. .+\.$/);
});

test('a list of secrets keeps its order', () => {
  const [first, second] = [secret, `${secret}2`];
  expect(readConfig({ SESSION_SECRET: `${first}, ${second}` }).SESSION_SECRET).toEqual([first, second]);
});

test('several keys of VK keep their order', () => {
  expect(readConfig({ VK_SERVICE_KEY: 'vk1.a.first_-, 2second' }).VK_SERVICE_KEY).toEqual(['vk1.a.first_-', '2second']);
});

describe('a value from a file', () => {
  test('is read without its final line break, otherwise unchanged', () => {
    const file = writeSecret('password', ' spaces count \r\n');
    expect(readConfig({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe(' spaces count ');
    const marked = writeSecret('marked', '\uFEFF spaces count \r\n');
    expect(readConfig({ ADMIN_PASSWORD_FILE: marked }).ADMIN_PASSWORD).toBe(' spaces count ');
  });

  test('is checked like the variable', () => {
    expect(() => readConfig({ PORT_FILE: writeSecret('port', '70000') })).toThrow(/^PORT is not/);
  });

  test('is rejected when the file is missing or empty, or when the variable is also set', () => {
    const file = writeSecret('secret', secret);
    expect(() => readConfig({ SESSION_SECRET_FILE: `${file}-none` })).toThrow(/^SESSION_SECRET_FILE .*ENOENT/);
    expect(() => readConfig({ SESSION_SECRET_FILE: writeSecret('empty', '\n') })).toThrow(/empty file/);
    expect(() => readConfig({ SESSION_SECRET_FILE: file, SESSION_SECRET: secret })).toThrow(/both set/);
  });
});
