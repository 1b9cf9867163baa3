// Proves: README#users, api#calls
/** The calls of cities over HTTP. */
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';

let backend: TestBackend;
let admin: string;
let client: string;
let clientId: string;
let wordId: number;

const kazan = { CityID: 2, Name: { String: 'Казань', Valid: true } };
const shchelkovo = { CityID: 3, Name: { String: 'Щёлково', Valid: true } };

beforeEach(async () => {
  backend = await startTestBackend();
  admin = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
  clientId = (await backend.createClient()).clientId;
  client = await backend.openSession({ type: 'client', clientId: clientId });
  wordId = (await backend.createWord(clientId, { text: 'метро' })).wordId;
  await backend.store.cities.save([
    { cityId: 3, name: 'Щёлково', country: 'Россия' },
    { cityId: 2, name: 'Казань', country: 'Россия' },
  ]);
  await backend.store.posts.save([newPost({ wordId, cityId: 3 }), newPost({ wordId, postId: 2, cityId: 3 })]);
});
afterEach(() => backend.close());

const read = (path: string, cookie: string) => backend.call('GET', `/vknf/cities${path}`, { cookie });

test('an administrator lists all cities by name and searches them without regard to case and ё', async () => {
  expect((await read('', admin)).body).toEqual([kazan, shchelkovo]);
  expect((await read(`/search?q=${encodeURIComponent('ЩЕЛК')}`, admin)).body).toEqual([shchelkovo]);
  expect((await read(`/search?q=${encodeURIComponent('%')}`, admin)).body).toEqual([]);
});

test('a client gets the cities of its own posts', async () => {
  expect((await read('/client', client)).body).toEqual([shchelkovo]);
  expect((await read(`/client?client_id=${clientId}`, client)).body).toEqual([shchelkovo]);
  expect((await read(`/client?client_id=${clientId}`, admin)).body).toEqual([shchelkovo]);
  const search = (q: string) => `/search/client?q=${encodeURIComponent(q)}&client_id=${clientId}`;
  expect((await read(search('щёл'), client)).body).toEqual([shchelkovo]);
  expect((await read(search('каз'), client)).body).toEqual([]);
  await backend.store.words.markDeleted(wordId, Date.now());
  expect((await read('/client', client)).body).toEqual([]);
});

test.each(['', '/search?q=%D0%BA%D0%B0%D0%B7', '/client?client_id=client-9', '/search/client?client_id=client-9'])(
  'a client cannot call %s',
  async (path) => {
    expect((await read(path, client)).status).toBe(403);
  },
);

test('an administrator’s call must name an existing client', async () => {
  expect((await read('/client', admin)).status).toBe(400);
  expect((await read('/client?client_id=client-9', admin)).status).toBe(404);
});
