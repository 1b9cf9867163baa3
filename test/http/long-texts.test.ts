// Proves: security#statements
/** Posts with texts of any length in the database: one of them fails no list, and only it is cut (docs/product/embedded-backend.md). */
import { clientAccount } from '../../server/backend/rules/account.ts';
import { tokenOf } from '../support/atom-token.ts';
import { clientPassword } from '../support/backend.ts';
import { readExport } from '../support/exported.ts';
import { noon } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

const longest = 100_000;
/** The maximum size of a reply that the console reads. */
const replyMax = 8 * 1024 * 1024;

let stage: TwoClients;
let visitor: Visitor;

const textOf = (number: number): string => `Станция метро ${number}`;
/** Much longer than a reply may be, with halves of characters where it is cut. */
const huge = `Станция ${'😀'.repeat(2_400_000)}`;

beforeAll(async () => {
  stage = await startTwoClients();
  const { backend, clientIds, metro } = stage;
  await backend.store.clients.update(clientIds.client, { exportAccess: 'allowed' }, noon);
  const post = (number: number, text: string) => ({
    wordId: metro.wordId,
    postId: number,
    postedAt: noon - number * 1000,
    text,
  });
  await stage.save(...Array.from({ length: 25 }, (_, index) => post(index + 1, textOf(index + 1))));
  await stage.save(post(3, huge));
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url, environment: { API_TIMEOUT_MS: '60000' } }).app);
  await visitor.postForm('/login', { type: 'client', client_id: clientIds.client, password: clientPassword });
});
afterAll(() => stage.close());

const isCut = (text: string) =>
  text.length <= longest && text.isWellFormed() && text.startsWith('Станция 😀') && text.endsWith('😀…');

/** Checks the texts of the posts from the first one: long ones are not compared, because a failure would print them. */
function checkTexts(texts: readonly string[], count: number): void {
  const known = texts.map((text, index) => (index === 2 ? isCut(text) : text));
  expect(known).toEqual(Array.from({ length: count }, (_, index) => (index === 2 ? true : textOf(index + 1))));
}

const fits = (reply: string) => Buffer.byteLength(reply) < replyMax;

type Listed = { posts: { Text: { String: string } }[]; total: number };
const listed = ({ posts }: Listed) => posts.map(({ Text }) => Text.String);

test('a page of posts has all rows, and the text is cut at a character and marked', async () => {
  const { text, status } = await visitor.get('/api/v1/vknf/posts/details');
  expect([status, fits(text)]).toEqual([200, true]);
  const page: Listed = JSON.parse(text);
  expect(page.total).toBe(25);
  checkTexts(listed(page), 20);
});

test('the feed shows the beginning of the text', async () => {
  const { text, status } = await visitor.get('/ldvknf/posts');
  expect([status, text.includes(textOf(1)), text.includes(textOf(5))]).toEqual([200, true, true]);
});

test('an export has the other texts as they are', async () => {
  const { text, status } = await visitor.get('/ldvknf/posts/export.csv?copies=show');
  expect(status).toBe(200);
  const { titles, rows } = readExport('csv', Buffer.from(text));
  checkTexts(
    rows.map((row) => String(row[titles.indexOf('Текст')])),
    25,
  );
});

test('an Atom feed has an entry of each post', async () => {
  const { store } = stage.backend;
  const account = clientAccount(stage.clientIds.client);
  await store.views.create({ account, clientId: null, name: 'Метро', query: '' }, noon);
  const [feed] = await store.alerts.feeds(account);
  if (!feed) throw new Error('The view has no feed');
  const { text, status } = await visitor.get(`/atom/${tokenOf(feed)}`);
  expect([status, text.split('<entry>').length - 1, fits(text)]).toEqual([200, 25, true]);
});

test('the preview of a phrase has its examples', async () => {
  const { text, status } = await visitor.get(`/api/v1/vknf/posts/preview?text=${encodeURIComponent('станция')}`);
  expect([status, fits(text), JSON.parse(text).Examples.length]).toEqual([200, true, 10]);
});

test('many long texts share a reply, and short ones among them stay whole', async () => {
  const { vote, backend, clientIds } = stage;
  const texts = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'Короткий' : `${index}${'<'.repeat(99_000)}`));
  await stage.save(...texts.map((text, index) => ({ wordId: vote.wordId, postId: 900 + index, text })));
  const cookie = await backend.signInClient(clientIds.other);
  const { body, status } = await backend.call('GET', '/vknf/posts/details', { cookie });
  expect([status, fits(JSON.stringify(body))]).toEqual([200, true]);
  expect(listed(body as Listed).filter((text) => text === 'Короткий')).toHaveLength(1);
  expect(listed(body as Listed).filter((text) => text.endsWith('…'))).toHaveLength(19);
  const rows = await backend.call('GET', '/vknf/posts/rows?limit=1000', { cookie: await backend.signInAdmin() });
  expect(fits(JSON.stringify(rows.body))).toBe(true);
});
