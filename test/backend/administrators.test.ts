// Proves: README#users, sign-on#accounts
/** Several administrators: the command line that adds them, and the separate data of each. */
import path from 'node:path';
import { addAdministrator, resetPassword } from '../../server/backend/administrators.ts';
import { explainAccess, linkAccount } from '../../server/backend/explain-access.ts';
import { roleRules } from '../../server/platform/sign-on-settings.ts';
import { passwordAlphabet } from '../../shared/rules/password.ts';
import { backendAdmin, startTestBackend, type TestBackend } from '../support/backend.ts';
import { runCommand } from '../support/server-process.ts';

const password = 'второй-пароль-1';

let backend: TestBackend;
beforeEach(async () => {
  backend = await startTestBackend();
});
afterEach(() => backend.close());

/** Runs the command while the backend runs. `input` is its standard input. */
const run = (args: string[], input = '', environment: Record<string, string> = {}) =>
  runCommand('admin.js', [...args, '--data-dir', path.dirname(backend.file)], { input, environment });

const read = async () => {
  const query = { limit: 10, offset: 0, who: '', action: null, from: null, to: null };
  return (await backend.store.journal.page(query)).rows.map(({ at: _at, recordId: _id, ...record }) => record);
};
const byCommand = { who: 'Командная строка', onBehalfOf: null, address: '', batch: null, parts: 1 };

test('an added administrator signs in to the running service with the given password', async () => {
  expect(await run(['add', ' Мария '], `${password}\n`)).toEqual({
    code: 0,
    output: '«Мария» is an administrator now\n',
  });
  await expect(backend.signIn('admin', 'Мария', password)).resolves.toContain('access_token');
  await expect(backend.signInAdmin()).resolves.toContain('access_token');
  expect((await read()).at(-1)).toEqual({
    ...byCommand,
    action: 'administrator-added',
    object: 'Администратор Мария',
  });
});

test('a reset generates a password, prints it once, and ends the sessions of this administrator alone', async () => {
  await addAdministrator(backend.store, 'maria', password, Date.now());
  const maria = await backend.signIn('admin', 'maria', password);
  const admin = await backend.signInAdmin();
  const { code, output } = await run(['reset-password', 'maria']);
  const generated =
    /^«maria» has a new password; their sessions have ended\nPassword: (\S{12})\n$/.exec(output)?.[1] ?? '';
  expect([code, [...generated].every((character) => passwordAlphabet.includes(character))]).toEqual([0, true]);
  const statusOf = async (cookie: string) => (await backend.call('GET', '/server/clients', { cookie })).status;
  expect([await statusOf(maria), await statusOf(admin)]).toEqual([401, 200]);
  await expect(backend.signIn('admin', 'maria', password)).rejects.toThrow('401');
  await expect(backend.signIn('admin', 'maria', generated)).resolves.toContain('access_token');
  const records = await read();
  expect(records).toContainEqual({ ...byCommand, action: 'password-set', object: 'Администратор maria' });
  expect(JSON.stringify(records)).not.toContain(generated);
});

test('an observer is added or made by the command line, reads everything and changes only their own password', async () => {
  // A byte order mark is not part of the password.
  expect(await run(['add-observer', 'olga'], `\uFEFF${password}\r\n`)).toEqual({
    code: 0,
    output: '«olga» is an observer now\n',
  });
  const olga = await backend.signIn('admin', 'olga', password);
  const call = async (method: string, path: string, body?: object) =>
    (await backend.call(method, path, { cookie: olga, ...(body && { body }) })).status;
  expect(await call('GET', '/server/journal')).toBe(200);
  expect(await call('POST', '/vknf/collection/start?id=1')).toBe(403);
  const next = 'другой-пароль-1';
  expect(await call('POST', '/admin/password/change', { current_password: password, new_password: next })).toBe(200);
  const role = async (name: string) => {
    expect((await run([name, 'olga'])).code).toBe(0);
    expect(await call('GET', '/server/journal')).toBe(401);
  };
  await role('make-administrator');
  const administrator = await backend.signIn('admin', 'olga', next);
  const { clientId } = await backend.createClient();
  const remove = () => backend.call('POST', `/server/clients/delete?id=${clientId}`, { cookie: administrator });
  await role('make-observer');
  expect((await remove()).status).toBe(401);
  expect((await read()).map(({ action, object }) => [action, object])).toEqual(
    expect.arrayContaining([
      ['administrator-added', 'Наблюдатель olga'],
      ['administrator-changed', 'Администратор olga'],
      ['administrator-changed', 'Наблюдатель olga'],
    ]),
  );
});

test('an unknown command prints the usage', async () => {
  const output =
    'Usage: npm run admin -- (add | add-observer | reset-password | make-observer | make-administrator) NAME [--data-dir DIR]\n' +
    '       npm run admin -- reset-totp NAME [--data-dir DIR]\n' +
    '       npm run admin -- explain NAME [--groups A,B] | link LOGIN (oidc | ldap | header) SUBJECT [--data-dir DIR]\n';
  expect(await run(['toString', 'boss'])).toEqual({ code: 1, output });
});

test('explains what groups would grant, and links a local account to a directory', async () => {
  const { clientId } = await backend.createClient();
  await addAdministrator(backend.store, 'maria', password, Date.now());
  const list = [
    { group: 'press', client: clientId, role: 'editor', export: true },
    { group: 'chiefs', client: clientId, role: 'owner' },
    { group: 'chiefs', client: 'client-404', role: 'reader' },
  ];
  expect(
    await run(['explain', 'Maria', '--groups', 'Press,chiefs,other'], '', { SSO_ROLES: JSON.stringify(list) }),
  ).toEqual({
    code: 0,
    output: [
      'Groups: Press, chiefs, other',
      `«press»: editor of ${clientId}, with export`,
      `«chiefs»: owner of ${clientId}`,
      '«chiefs»: reader of client-404',
      'Unknown clients: client-404',
      `Result: owner of ${clientId}, with export`,
      'The login «maria» is taken: the sign-in is refused until the account is linked, if it is theirs\n',
    ].join('\n'),
  });
  const about = { store: backend.store, rules: roleRules(JSON.stringify(list)), directories: {} };
  expect(await explainAccess(about, 'nobody', ['other'], 0)).toEqual(['Groups: other', 'Result: no access']);
  await expect(explainAccess(about, 'nobody', null, 0)).rejects.toThrow('No directory supports look-ups');
  const link = (login: string, source: string) => linkAccount(backend.store, login, source, 'subject-7', Date.now());
  await expect(link('nobody', 'oidc')).rejects.toThrow('There is no administrator or person «nobody»');
  await expect(link('maria', 'saml')).rejects.toThrow('«saml» is not a source');
  expect(await run(['link', 'maria', 'oidc', 'subject-7'])).toEqual({
    code: 0,
    output: '«maria» signs in by oidc now; their sessions have ended\n',
  });
  expect((await read())[0]).toEqual({ ...byCommand, action: 'directory-linked', object: 'Администратор maria' });
  await expect(link('admin', 'oidc')).rejects.toThrow('Another account is «subject-7» of oidc already');
  await expect(backend.signIn('admin', 'maria', password)).rejects.toThrow('401');
  await expect(resetPassword(backend.store, 'maria', 'another-password-2', Date.now())).rejects.toThrow(
    'The administrator «maria» signs in by a directory',
  );
});

const changes = { add: addAdministrator, reset: resetPassword };
test.each([
  ['add', 'ADMIN', password, 'There is already an administrator «admin»'],
  ['add', 'аdmin', password, 'There is already an administrator «admin»'],
  ['add', ' ', password, 'The name is empty'],
  ['add', 'client-1001', password, '«client-1001» is the ID of a client'],
  ['add', 'boss', 'короче8', 'Пароль должен содержать не менее 8 символов'],
  ['add', 'boss-2026', 'Boss-2026', 'Пароль не должен совпадать с именем или ID'],
  ['reset', 'admin', 'qwerty123', 'Этот пароль слишком распространён. Придумайте другой.'],
  ['reset', 'boss', password, 'There is no administrator «boss». Administrators: admin'],
] as const)('%s of «%s» with the password «%s» changes nothing: %s', async (change, name, typed, message) => {
  await expect(changes[change](backend.store, name, typed, Date.now())).rejects.toThrow(message);
  expect(await backend.store.administrators.usernames()).toEqual(['admin']);
  await expect(backend.signInAdmin()).resolves.toContain('access_token');
});

test('two administrators have separate records, views and passwords', async () => {
  await addAdministrator(backend.store, 'maria', password, Date.now());
  const maria = await backend.signIn('admin', 'maria', password);
  const admin = await backend.signInAdmin();
  const save = (cookie: string) =>
    backend.call('POST', '/vknf/views/create', { cookie, body: { Name: 'Метро', Query: 'text=метро' } });
  expect([(await save(admin)).status, (await save(maria)).status]).toEqual([201, 201]);
  const viewsOf = async (cookie: string) => (await backend.call('GET', '/vknf/views', { cookie })).body;
  expect(await viewsOf(maria)).toMatchObject({ views: [{ Name: 'Метро' }] });
  expect(await viewsOf(admin)).not.toEqual(await viewsOf(maria));
  const authors = (await read()).filter(({ action }) => action === 'view-saved').map(({ who }) => who);
  expect(authors).toEqual(['maria', 'admin']);

  const message = 'Изменение паролей других администраторов пока не поддерживается';
  const change = { username: 'maria', current_password: backendAdmin.password, new_password: 'третий-пароль-1' };
  const refusals = [
    await backend.call('POST', '/admin/password/change', { cookie: admin, body: change }),
    await backend.call('POST', '/server/clients/password/set?id=maria', { cookie: admin, body: { password } }),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 403, body: { message } });
  await expect(backend.signIn('admin', 'maria', password)).resolves.toContain('access_token');
});
