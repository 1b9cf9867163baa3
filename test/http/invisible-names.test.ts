// Proves: feed#table
/** Invisible names, as an import, a directory or a program may have stored them. */
import { clientAccount } from '../../server/backend/rules/account.ts';
import { tokenOf } from '../support/atom-token.ts';
import { backendAdmin, clientPassword } from '../support/backend.ts';
import { untilOffered } from '../support/feed-replies.ts';
import { noon } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

const invisible = '\u200b\u2800\u2060';
const noName = 'Без названия';

let stage: TwoClients;
let client: Visitor;
let admin: Visitor;

beforeAll(async () => {
  stage = await startTwoClients();
  const { backend, clientIds, metro, save } = stage;
  const { clients, owners, people, views } = backend.store;
  const app = createTestConsole({ apiUrl: backend.url }).app;
  [client, admin] = [createVisitor(app), createVisitor(app)];
  await client.postForm('/login', { type: 'client', client_id: clientIds.client, password: clientPassword });
  await admin.postForm('/login', { type: 'admin', ...backendAdmin });
  await clients.update(clientIds.client, { name: invisible }, noon);
  const person = { name: invisible, login: 'anna', role: 'editor', mayExport: false } as const;
  await people.invite(clientIds.client, person, { hash: new Uint8Array(32), until: noon * 2 }, null);
  await owners.save([{ ownerId: -1, ownerType: 'group', name: invisible, domain: 'x', photoUrl: null }]);
  await views.create({ account: clientAccount(clientIds.client), clientId: null, name: invisible, query: '' }, noon);
  await save({ wordId: metro.wordId });
  await untilOffered(client);
});
afterAll(() => stage.close());

/** The texts of a page as people see them. */
const shown = async (visitor: Visitor, path: string) => {
  const { text, status } = await visitor.get(path);
  expect(status).toBe(200);
  return text.replaceAll('<!-- -->', '').split('<script')[0] ?? '';
};

test('of sources, people, clients and filters read «Без названия»', async () => {
  const feed = await shown(client, '/ldvknf/posts?owner=-1');
  expect(feed).toContain(`<bdi>${noName}</bdi>`);
  expect(feed).toContain(`Источник: ${noName}`);
  expect(await shown(client, '/ldvknf/owners/-1')).toMatch(new RegExp(`<h1[^>]*>${noName}<`));
  expect(await shown(client, '/ldvknf/people')).toContain(`>${noName}<`);
  expect(await shown(admin, '/ldserver/clients')).toContain(`>${noName}<`);
});

test('read «Без названия» in an Atom feed too', async () => {
  const [feed] = await stage.backend.store.alerts.feeds(clientAccount(stage.clientIds.client));
  if (!feed) throw new Error('The view has no feed');
  const { text } = await client.get(`/atom/${tokenOf(feed)}`);
  expect(text).toContain(`<title>${noName}</title>`);
  expect(text).toContain(`${noName}: `);
  expect(text).not.toContain(invisible);
});
