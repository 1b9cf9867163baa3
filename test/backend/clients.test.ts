// Proves: api#calls, export#permission
import { startTestBackend, type TestBackend } from '../support/backend.ts';

const form = { name: 'Завод', ipaddr: '10.0.0.1', macaddr: '00:1A:2B:3C:4D:5E' };

describe('clients, links and accounts', () => {
  let backend: TestBackend;
  let cookie: string;

  beforeEach(async () => {
    backend = await startTestBackend();
    cookie = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
  });
  afterEach(() => backend.close());

  const get = (path: string) => backend.call('GET', path, { cookie });
  const post = (path: string, body?: object) => backend.call('POST', path, { cookie, ...(body ? { body } : {}) });

  test('a new client gets the next ID, and the ID of a deleted client is never reused', async () => {
    expect(await post('/server/clients/create', form)).toMatchObject({
      status: 201,
      body: {
        client_id: 'client-1001',
        ...form,
        email: '',
        phone: '',
        note: '',
        export_access: 'denied',
        connected: false,
      },
    });
    await post('/server/clients/delete?id=client-1001');
    expect((await post('/server/clients/create', form)).body).toMatchObject({ client_id: 'client-1002' });
    expect((await get('/server/clients')).body).toMatchObject({ clients: [{ client_id: 'client-1002' }], total: 1 });
  });

  test.each([
    [{ ...form, name: ' ' }, 'Введите имя'],
    [{ name: 'x', ipaddr: '10.0.0.1' }, 'Введите MAC-адрес'],
    [{ name: 'x', macaddr: form.macaddr }, 'Введите IP-адрес'],
    [{ ...form, ipaddr: '10.0.0.256' }, 'Неверный IP-адрес'],
    [{ ...form, macaddr: 'zz' }, 'Неверный MAC-адрес'],
    [{ ...form, email: 'no' }, 'Неверный email'],
    [{ ...form, export_access: 'maybe' }, 'Неверный запрос'],
    [{ ...form, note: 'x'.repeat(2001) }, 'Текст длиннее 2000 символов'],
  ])('%j is rejected: %s', async (body, message) => {
    expect(await post('/server/clients/create', body)).toMatchObject({
      status: 400,
      body: { error: message, message },
    });
  });

  test('an update changes only the fields that are sent', async () => {
    const { clientId } = await backend.createClient();
    const change = { note: 'Важный', export_access: 'allowed' };
    expect(await post(`/server/clients/update?id=${clientId}`, change)).toMatchObject({ status: 200, body: change });
    expect((await get(`/server/clients/get?id=${clientId}`)).body).toMatchObject({ ...change, name: 'ООО «Ромашка»' });
  });

  test('comments are kept for a number of days, not less than they are collected, or as long as posts', async () => {
    const { clientId } = await backend.createClient();
    const keep = (days: unknown) => post(`/server/clients/update?id=${clientId}`, { keep_comments_days: days });
    expect(await keep(30)).toMatchObject({ status: 200, body: { keep_comments_days: 30 } });
    for (const days of [13, 0, 10_001, 1.5, '30']) expect((await keep(days)).status).toBe(400);
    expect(await keep(13)).toMatchObject({ body: { error: 'Не меньше 14 дней: столько комментарии собираются' } });
    expect((await get(`/server/clients/get?id=${clientId}`)).body).toMatchObject({ keep_comments_days: 30 });
    expect(await keep(null)).toMatchObject({ status: 200, body: { keep_comments_days: null } });
  });

  test('a client reads itself without the note, and no other client', async () => {
    const { clientId } = await backend.createClient();
    const other = await backend.createClient();
    await post(`/server/clients/update?id=${clientId}`, { note: 'Важный', export_access: 'allowed' });
    const client = await backend.signInClient(clientId);
    const read = (id: string) => backend.call('GET', `/server/clients/get?id=${id}`, { cookie: client });
    expect(await read(clientId)).toMatchObject({
      status: 200,
      body: { client_id: clientId, note: '', export_access: 'allowed' },
    });
    for (const id of [other.clientId, 'client-9']) expect((await read(id)).status).toBe(403);
  });

  test.each([
    ['GET', '/server/clients/get?id=client-9'],
    ['POST', '/server/clients/update?id=client-9'],
    ['POST', '/server/clients/delete?id=client-9'],
    ['POST', '/server/clients/password/generate?id=client-9'],
    ['POST', '/vknf/wordclients/delete?id=9'],
    ['GET', '/vknf/users/9'],
  ])('%s %s returns 404', async (method, path) => {
    const body = { error: 'Запись не найдена', message: 'Запись не найдена' };
    const reply = await backend.call(method, path, { cookie, ...(method === 'POST' ? { body: {} } : {}) });
    expect(reply).toMatchObject({ status: 404, body });
  });

  test('a deleted client loses its links and sessions, and its phrases remain', async () => {
    const { clientId } = await backend.createClient();
    const word = await backend.createWord(clientId);
    const client = await backend.signInClient(clientId);
    expect((await post(`/server/clients/delete?id=${clientId}`)).status).toBe(200);
    expect((await backend.call('GET', '/vknf/words/client', { cookie: client })).status).toBe(401);
    expect((await get('/vknf/wordclients')).body).toEqual({ wordclients: [], total: 0 });
    expect((await get(`/vknf/words/${word.wordId}`)).body).toMatchObject({ Clients: [] });
  });

  test('links are created once, listed by phrase and by client, and removed', async () => {
    const [one, two] = [(await backend.createClient()).clientId, (await backend.createClient()).clientId];
    const { wordId } = await backend.createWord(one);
    const created = await post('/vknf/wordclients/create', { WordID: wordId, ClientID: two });
    expect(created).toMatchObject({ status: 201, body: { ID: 2, WordID: wordId, ClientID: two } });
    expect((await post('/vknf/wordclients/create', { WordID: wordId, ClientID: two })).status).toBe(409);
    expect((await post('/vknf/wordclients/create', { WordID: 99, ClientID: two })).status).toBe(404);
    expect((await post('/vknf/wordclients/create', { WordID: wordId, ClientID: 'client-9' })).status).toBe(404);
    expect((await get(`/vknf/wordclients/forword?wordId=${wordId}`)).body).toMatchObject({ total: 2 });
    expect((await get(`/vknf/wordclients/forclient?clientId=${two}`)).body).toMatchObject({ total: 1 });
    expect((await post('/vknf/wordclients/delete?id=2')).status).toBe(200);
    expect((await get('/vknf/wordclients')).body).toMatchObject({ wordclients: [{ ClientID: one }] });
  });

  test('an account is created once under its own ID', async () => {
    const body = { UserID: 42, Name: 'Иван', Domain: 'ivan' };
    const account = {
      UserID: 42,
      Name: 'Иван',
      Domain: { String: 'ivan', Valid: true },
      PhotoURL: { String: '', Valid: false },
    };
    expect(await post('/vknf/users/create', body)).toMatchObject({ status: 201, body: account });
    expect((await post('/vknf/users/create', body)).status).toBe(409);
    expect((await get('/vknf/users/42')).body).toEqual(account);
    expect((await get('/vknf/users')).body).toEqual({ users: [account], total: 1 });
    expect((await post('/vknf/users/create', { UserID: 43 })).body).toMatchObject({ message: 'Введите имя' });
  });
});
