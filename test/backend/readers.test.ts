// Proves: README#users, api#entities
import { changePassword, impersonate, login, refresh, stopImpersonation } from '../../shared/api/auth.ts';
import type { Call } from '../../shared/api/call.ts';
import { updateClient } from '../../shared/api/client-changes.ts';
import { createClient, loadClients } from '../../shared/api/clients.ts';
import { createWord, updateWord } from '../../shared/api/word-changes.ts';
import { loadWords } from '../../shared/api/word-lists.ts';
import { loadWordSuggestions, loadWordsPage } from '../../shared/api/words.ts';
import { backendAdmin, clientPassword, cookieOf, startTestBackend, type TestBackend } from '../support/backend.ts';

/** The console's own calls, sent and read as in the console. */
describe('the readers of the console on the embedded backend', () => {
  let backend: TestBackend;
  let cookie: string;

  beforeEach(async () => {
    backend = await startTestBackend();
    cookie = '';
  });
  afterEach(() => backend.close());

  async function send<T>({ method, path, body, read }: Call<T>): Promise<T> {
    const reply = await backend.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    cookie = cookieOf(reply.headers) || cookie;
    return read(reply.body);
  }

  test('read every reply of an administrator’s session completely', async () => {
    expect(await send(login('admin', backendAdmin.username, backendAdmin.password))).toEqual({
      id: '1',
      type: 'admin',
      username: 'admin',
    });
    const contact = { ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E', email: 'a@b.ru', phone: '+7' };
    await send(createClient({ name: 'Завод', ...contact }));
    await send(updateClient('client-1001', { name: 'Завод', ...contact, note: 'Важный', export_access: 'allowed' }, 1));
    expect(await send(loadClients())).toEqual([
      {
        id: 'client-1001',
        name: 'Завод',
        ipAddress: '10.0.0.1',
        macAddress: '00:1A:2B:3C:4D:5E',
        email: 'a@b.ru',
        phone: '+7',
        note: 'Важный',
        exportAccess: 'allowed',
        keepCommentsDays: null,
        connected: false,
        version: 2,
        words: 0,
        recentPosts: 0,
        signedInAt: null,
      },
    ]);
    await send(createWord({ Text: 'выборы', State: 'ready', FullSearch: true }, 'client-1001'));
    await send(updateWord(1, { Text: 'выборы', State: 'freeze', FullSearch: true }, 1));
    expect(await send(loadWordsPage('admin', { offset: 0, orderBy: 'text', orderDirection: 'ASC' }))).toEqual({
      rows: [
        {
          id: 1,
          text: 'выборы',
          state: 'freeze',
          fullSearch: true,
          running: false,
          updatedAt: null,
          totalPosts: 0,
          version: 2,
          reason: null,
          deletedAt: null,
          deletedBy: null,
          clients: ['client-1001'],
        },
      ],
      total: 1,
    });
    expect(await send(loadWordSuggestions('ВЫБ'))).toEqual([{ id: expect.any(Number), text: 'выборы' }]);
    await send(refresh('admin'));
    expect(await send(impersonate('admin', 'client-1001', 0, null))).toMatchObject({
      impersonatedClientId: 'client-1001',
      impersonatedBy: 'admin',
    });
    expect(await send(stopImpersonation())).toEqual({ id: '1', type: 'admin', username: 'admin' });
  });

  test('read every reply of a client’s session completely', async () => {
    const { clientId } = await backend.createClient();
    const user = await send(login('client', clientId, clientPassword));
    expect(user).toEqual({ id: clientId, type: 'client', client_id: clientId });
    await send(createWord({ Text: 'метро', State: 'ready', FullSearch: false }, null));
    expect(await send(loadWords('client', clientId))).toMatchObject([{ text: 'метро', clients: [] }]);
    const page = await send(loadWordsPage('client', { offset: 0, orderBy: 'word_id', orderDirection: 'DESC' }));
    expect(page).toMatchObject({ rows: [{ text: 'метро' }], total: 1 });
    await send(changePassword('client', clientPassword, 'новый-пароль'));
    await send(refresh('client'));
  });
});
