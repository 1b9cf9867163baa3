// Proves: collection#text-of-a-post
/**
 * Posts with reposted words, titles of attachments, or only a picture, as people read them and as programs get them.
 */

import { clientAccount } from '../../server/backend/rules/account.ts';
import { rowTextMax } from '../../shared/rules/limits.ts';
import { tokenOf } from '../support/atom-token.ts';
import { clientPassword } from '../support/backend.ts';
import { readExport } from '../support/exported.ts';
import { noon } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

let stage: TwoClients;
let visitor: Visitor;

/** The label is within what a row shows, and makes the row end earlier. */
const longRepost = `Ужас\n\nметро ${'вагон '.repeat(80)}`.trim();
const photoUrl = 'https://sun9-1.userapi.com/x.jpg?a=1&b=2';

beforeAll(async () => {
  stage = await startTwoClients();
  const { backend, clientIds, metro, save } = stage;
  await backend.store.clients.update(clientIds.client, { exportAccess: 'allowed' }, noon);
  const link = [{ kind: 'link', at: 0 } as const, { kind: 'poll', at: 15 } as const];
  await save(
    { wordId: metro.wordId, postId: 1, text: longRepost, textParts: [{ kind: 'repost', at: 6 }] },
    { wordId: metro.wordId, postId: 2, ownerId: -2, text: 'Метро и вокзал\nКуда поедем?', textParts: link },
    { wordId: metro.wordId, postId: 3, ownerId: -3, text: null, photoUrl },
    { wordId: metro.wordId, postId: 4, ownerId: -4, text: null },
  );
  visitor = createVisitor(createTestConsole({ apiUrl: backend.url }).app);
  await visitor.postForm('/login', { type: 'client', client_id: clientIds.client, password: clientPassword });
});
afterAll(() => stage.close());

const shownRepost = longRepost.replace('\n\n', '\n\nРепост: ');
const shownTitles = 'Ссылка: Метро и вокзал\nОпрос: Куда поедем?';

test('a row of the feed shows the labels within its 300 characters, and the matches at their places', async () => {
  const { text } = await visitor.get('/ldvknf/posts?order=owner_id');
  const row = `${shownRepost.slice(0, rowTextMax).trimEnd()}…`;
  const texts = [...text.matchAll(/aria-haspopup="dialog" data-post-url[^>]*>(.*?)<\/button>/gs)].map(
    ([, html]) => html,
  );
  expect(texts.map((html) => html?.replace(/<!-- -->|<[^>]*>/g, ''))).toEqual(
    expect.arrayContaining([row, shownTitles, 'Нет текста']),
  );
  expect(texts.join('')).toContain('Репост: <mark>метро</mark>');
  expect(texts.join('')).toContain('Ссылка: <mark>Метро</mark>');
});

test('sheets have the labels, JSON Lines the text and its parts', async () => {
  const sheet = readExport('csv', Buffer.from((await visitor.get('/ldvknf/posts/export.csv')).text));
  const texts = sheet.rows.map((row) => row[sheet.titles.indexOf('Текст')]);
  expect(texts.toSorted()).toEqual(['', '', shownTitles, shownRepost].toSorted());
  const lines = (await visitor.get('/ldvknf/posts/export.jsonl')).text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find(({ PostID }) => PostID === 1)).toMatchObject({
    Text: longRepost,
    TextParts: [{ Kind: 'repost', At: 6 }],
  });
  expect(lines.find(({ PostID }) => PostID === 4)).not.toHaveProperty('TextParts');
});

test('an Atom feed has the labels and the pictures, and a post with only a picture says so', async () => {
  const { store } = stage.backend;
  const account = clientAccount(stage.clientIds.client);
  await store.views.create({ account, clientId: null, name: 'Метро', query: '' }, noon);
  const [feed] = await store.alerts.feeds(account);
  if (!feed) throw new Error('The view has no feed');
  const { text: xml } = await visitor.get(`/atom/${tokenOf(feed)}`);
  expect(xml).toContain('<p>Ужас</p><p>Репост: метро');
  expect(xml).toContain('<p>Ссылка: Метро и вокзал</p><p>Опрос: Куда поедем?</p>');
  const [, picture] = xml.match(/: Фото\]\]>.*?<content[^>]*>(.*?)<\/content>/s) ?? [];
  expect(picture).toContain(`<img src="${photoUrl.replace('&', '&amp;')}" alt="Фото поста">`);
  expect(xml).toContain(': Нет текста]]></title>');
});
