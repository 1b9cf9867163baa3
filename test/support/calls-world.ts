/**
 * A database in which every changing call has something to change, and the sessions of its people. The same calls build it on
 * both engines, so that all IDs are equal.
 */
import { generateSecret, generateSync } from 'otplib';
import type { FindSources } from '../../server/backend/http/endpoint.ts';
import type { Identity } from '../../server/backend/rules/account.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { hashPassword, hashSecret } from '../../server/platform/password-hash.ts';
import { seal } from '../../server/platform/seal.ts';
import { backendSecret } from './backend.ts';
import { newPost } from './seed-posts.ts';
import { contact } from './store-values.ts';

/** All calls are made at this time. */
export const worldNow = Date.parse('2026-11-20T09:00:00Z');

export const oldPassword = 'прежний-пароль-1';
/** The token of Вера's invitation. */
export const invitationToken = 'token-of-an-invitation';
/** Of Борис and of client-1002. */
export const totpSecret = generateSecret();
/** Valid at the time of the world. */
export const codeOf = (secret: string): string => generateSync({ secret, epoch: worldNow / 1000 });

/**
 * `client`: the account of client-1001. `anna`, `boris`: its owners, people 1 and 2. `acting`: an administrator as client-1001.
 * `pending`: the sign-in of client-1002, which waits for its code. `seated`: a person of a directory, with a seat at both
 * clients.
 */
export const actors = ['admin', 'client', 'anna', 'boris', 'acting', 'pending', 'seated', 'nobody'] as const;
export type Actor = (typeof actors)[number];

/** `cookies` is what the browsers of the actors send. */
export type World = { cookies: Record<Actor, string> };

/** Makes a call that must succeed. Returns the Cookie header that a browser has after it. */
type BuildCall = (actor: Actor, path: string, body?: unknown) => Promise<string>;

/** How the world's builder opens a session. Returns its Cookie header. */
type OpenSession = (store: Store, owner: Identity) => Promise<string>;

type Admitted = { name: string; login: string };

async function admit({ people }: Store, clientId: string, { name, login }: Admitted, hash: string): Promise<Identity> {
  const fields = { name, login, role: 'owner', mayExport: true } as const;
  await people.invite(clientId, fields, { hash: hashSecret(login), until: worldNow + 1 }, null);
  await people.accept(hashSecret(login), hash, { who: name, onBehalfOf: clientId, address: '', at: worldNow });
  const found = await people.findByLogin(login);
  if (!found) throw new Error(`${login} is missing`);
  return found.person;
}

/** Accounts, and what no call adds. */
async function addAccounts(store: Store): Promise<Record<'admin' | 'client' | 'anna' | 'boris' | 'seated', Identity>> {
  const hash = await hashPassword(oldPassword);
  await store.administrators.createFirst('root', hash, worldNow);
  const clients = [];
  for (const name of ['Завод', 'Театр'])
    clients.push(await store.clients.create({ name, ...contact, exportAccess: 'allowed' }, worldNow));
  for (const { clientId } of clients) await store.passwords.set({ type: 'client', clientId }, hash);
  const [clientId = '', otherId = ''] = clients.map((client) => client.clientId);
  const anna = await admit(store, clientId, { name: 'Анна', login: 'anna' }, hash);
  const boris = await admit(store, clientId, { name: 'Борис', login: 'boris' }, hash);
  const vera = { name: 'Вера', login: 'vera', role: 'reader', mayExport: false } as const;
  const invitation = { hash: hashSecret(invitationToken), until: worldNow + 3_600_000 };
  await store.people.invite(clientId, vera, invitation, null);
  const factor = { secret: seal([backendSecret], totpSecret), lastStep: 0 };
  await store.secondFactors.enable(boris, factor, [], null);
  await store.secondFactors.enable({ type: 'client', clientId: otherId }, factor, [], null);
  const seat = { role: 'reader', mayExport: false } as const;
  const gleb = await store.directory.admit(
    { source: 'header', subject: 'gleb', login: 'gleb', name: 'Глеб', groups: ['press'] },
    { administrator: null, seats: [clientId, otherId].map((id) => ({ ...seat, clientId: id })) },
    ...([worldNow, null] as const),
  );
  if (!('identities' in gleb) || !gleb.identities[0]) throw new Error('Глеб is missing');
  const admin = { type: 'admin', adminId: 1, username: 'root' } as const;
  return { admin, client: { type: 'client', clientId }, anna, boris, seated: gleb.identities[0] };
}

const posts = ['Открыли новую станцию метро', 'Депутаты обсудили бюджет', 'Ремонт моста через реку'];

/** Everything else: phrases, sources, filters, rules, tags, stories with work, a batch that runs, keys. */
async function addContents(store: Store, call: BuildCall): Promise<void> {
  await call('anna', '/vknf/words/create', { Text: 'метро' });
  await call('anna', '/vknf/words/create', { Text: 'вокзал' });
  await call('admin', '/vknf/words/create?clientID=client-1002', { Text: 'театр' });
  await call('anna', '/vknf/owners/create', { OwnerID: -7, OwnerType: 'group', Name: 'Город' });
  await store.posts.save(
    posts.map((text, index) =>
      newPost({ wordId: 1, postId: index + 1, userId: index + 1, text, postedAt: worldNow - 1000 + index }),
    ),
  );
  await call('anna', '/vknf/mutes/create', { Kind: 'owner', TargetID: -7, ClientID: null });
  await call('anna', '/vknf/views/create', { Name: 'Город', Query: '' });
  await call('boris', '/vknf/views/create', { Name: 'Стройка', Query: '' });
  await call('admin', '/vknf/views/create', { Name: 'Общий', Query: '', ClientID: 'client-1001' });
  const rule = { Name: 'Всё', Condition: 'every' };
  await call('anna', '/vknf/alerts/rules/create', { ...rule, ViewID: 1, Channel: 'atom' });
  const webhook = { Channel: 'webhook', Address: 'http://127.0.0.1:9/hook' };
  await call('acting', '/vknf/alerts/rules/create', { ...rule, Name: 'Чат', ViewID: 3, ...webhook });
  await call('anna', '/vknf/work/tags/create', { Name: 'Реклама', Color: 'red' });
  await call('anna', '/vknf/work/reasons/create', { Text: 'Реклама' });
  await call('anna', '/vknf/work/rules/create', { Name: 'Спам', ViewID: 1, TagID: 1 });
  await call('anna', '/vknf/work/rules/create', { Name: 'Решено', ViewID: 1, State: 'resolved' });
  const stories = [1, 2].map((StoryID) => ({ StoryID, Version: 0 }));
  await call('anna', '/vknf/work/change', { Stories: stories, Change: { Tone: 'positive' } });
  await call('anna', '/vknf/work/notes/create', { StoryID: 1, Text: 'Позвонили в службу' });
  await call('anna', '/vknf/work/change-found', { Filters: {}, Expected: 3, Change: { State: 'resolved' } });
  const report = { ViewIDs: [1], Period: 'week', Sections: ['main'], Formats: ['mail'], Weekdays: [1] };
  const recipients = { Recipients: ['anna@example.ru'] };
  for (const Name of ['Неделя', 'Месяц'])
    await call('anna', '/vknf/reports/create', { Name, ...report, ...recipients });
  await call('anna', '/server/keys/create', { Name: 'Отчёты', Scopes: ['read'] });
}

/** `signIn` begins a sign-in, and returns the Cookie header that waits for its second step. */
export async function buildWorld(
  store: Store,
  openSession: OpenSession,
  send: (cookie: string, path: string, body?: unknown) => Promise<string>,
): Promise<World> {
  const accounts = await addAccounts(store);
  const cookies: Record<Actor, string> = {
    acting: '',
    pending: '',
    nobody: '',
    admin: '',
    client: '',
    anna: '',
    boris: '',
    seated: '',
  };
  for (const actor of ['admin', 'client', 'anna', 'boris', 'seated'] as const) {
    cookies[actor] = await openSession(store, accounts[actor]);
  }
  const borrowed = await openSession(store, accounts.admin);
  cookies.acting = await send(borrowed, '/admin/impersonate', { client_id: 'client-1001' });
  await addContents(store, (actor, path, body) => send(cookies[actor], path, body));
  cookies.pending = await send('', '/server/auth/login', { client_id: 'client-1002', password: oldPassword });
  return { cookies };
}

/** The network of the world has every community that is named by its number. */
export const findSources: FindSources = async (addresses) =>
  addresses.map((address) => {
    if (!('ownerId' in address)) return null;
    const owner = { ownerId: address.ownerId, ownerType: 'group', name: 'Район', domain: null, photoUrl: null };
    return { owner, isClosed: false };
  });
