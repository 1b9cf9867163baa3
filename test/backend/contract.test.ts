// Proves: api#calls, api#entities
import { createHash } from 'node:crypto';
import path from 'node:path';
import { generateSecret, generateSync } from 'otplib';
import { apiTable } from '../../server/backend/api-table.ts';
import { backupDatabase } from '../../server/backend/store/sqlite/backup.ts';
import { seal } from '../../server/platform/seal.ts';
import { type Operation, type Parameter, readOperations, type Schema } from '../support/api-document.ts';
import { tokenOf } from '../support/atom-token.ts';
import {
  backendAdmin,
  backendSecret,
  clientPassword,
  cookieOf,
  startTestBackend,
  type TestBackend,
} from '../support/backend.ts';
import { addReport } from '../support/report-values.ts';
import { newPost } from '../support/seed-posts.ts';
import { makeTemporaryFolder } from '../support/server-process.ts';

type Input = { query?: Record<string, string>; params?: Record<string, string>; body?: unknown };
const alertRule = { Name: 'Станции', ViewID: 1, Condition: 'least', Least: 5, Period: 'day', Schedule: 'daily' };

const atomRule = {
  name: 'Посты',
  viewId: 1,
  condition: 'every',
  least: 1,
  period: 'hour',
  channel: 'atom',
  address: '',
  secret: null,
  schedule: 'now',
  quietFrom: null,
  quietTo: null,
} as const;

type Roles = Record<'anonymous' | 'client' | 'administrator' | 'impersonating', string | undefined>;

const totpSecret = generateSecret();
const invitationToken = 'token-of-an-invitation';
const atomCall = 'GET /vknf/alerts/feed';
const stopCall = 'GET /vknf/reports/recipient';

/** Valid input of every call, for an administrator, or for a client if the call is only for clients. */
const recipients = { Recipients: ['anna@example.ru'] };
const report = { Name: 'Неделя', ViewIDs: [1], Period: 'week', Sections: ['main'], Formats: ['mail'], ...recipients };

const validInputs: Record<string, Input> = {
  'GET /openapi.json': {},
  'GET /health': {},
  'GET /capabilities': {},
  'GET /vknf/users': {},
  'GET /vknf/users/{id}': { params: { id: '42' } },
  'POST /vknf/users/create': { body: { UserID: 43, Name: 'Иван', Domain: 'ivan', PhotoURL: '' } },
  'GET /vknf/words': { query: { deleted: 'false' } },
  'GET /vknf/words/client': { query: { clientID: 'client-1001' } },
  'GET /vknf/words/autocomplete': { query: { q: 'выб' } },
  'GET /vknf/words/paginated': { query: { limit: '5', offset: '0', orderBy: 'text', orderDirection: 'ASC' } },
  'GET /vknf/words/paginated/client': { query: { clientID: 'client-1001' } },
  'GET /vknf/words/health': { query: { wordIds: '1,2,999' } },
  'GET /vknf/words/{id}': { params: { id: '1' } },
  'GET /vknf/words/ids': { query: { text: 'выб', state: 'ready' } },
  'POST /vknf/words/bulk': { body: { Action: 'freeze', WordIDs: [1] } },
  'POST /vknf/words/check': { query: { clientID: 'client-1001' }, body: { Texts: ['новая', '('] } },
  'POST /vknf/words/create/list': { query: { clientID: 'client-1001' }, body: { Texts: ['из списка', '('] } },
  'POST /vknf/words/create': { query: { clientID: 'client-1001' }, body: { Text: 'новая', State: 'freeze' } },
  'POST /vknf/words/update': { query: { id: '1' }, body: { FullSearch: true } },
  'POST /vknf/words/delete': { query: { id: '2' } },
  'GET /vknf/posts': { query: { limit: '10' } },
  'GET /vknf/posts/details': { query: { wordId: '1', text: 'выборы', postDtFrom: '2020-01-01', orderBy: 'post_dt' } },
  'GET /vknf/posts/count': { query: { ownerId: '-1' } },
  'GET /vknf/posts/dates': { query: { postDtTo: '2030-01-01' } },
  'GET /vknf/posts/histogram': { query: { copies: 'hide', unread: 'true', since: '0' } },
  'GET /vknf/posts/count/word': { query: { wordId: '1', wordText: 'выборы' } },
  'GET /vknf/posts/count/word/client': { query: { wordId: '1', wordText: 'выборы' } },
  'GET /vknf/posts/count/words': { query: { wordIds: '1,2,999' } },
  'GET /vknf/posts/count/words/days': { query: { wordIds: '1,2,999' } },
  'GET /vknf/analytics': { query: { wordIds: '1,2', postDtFrom: '2026-03-01', postDtTo: '2026-03-02' } },
  'GET /vknf/analytics/reach': { query: { wordIds: '1,2', postDtFrom: '2026-03-01', postDtTo: '2026-03-02' } },
  'GET /vknf/analytics/report': { query: { export: 'pdf', postDtFrom: '2026-03-01', postDtTo: '2026-03-02' } },
  'GET /vknf/posts/rows': { query: { text: 'выборы', orderBy: 'owner_id', after: '-1_42', limit: '5' } },
  'GET /vknf/posts/changes': { query: { ownerId: '-1', postId: '1' } },
  'GET /vknf/posts/thread': { query: { ownerId: '-1', postId: '9' } },
  'GET /vknf/posts/explanation': { query: { wordId: '1', postDtFrom: '2026-03-01', postDtTo: '2026-03-01' } },
  'GET /vknf/summary': { query: { postDtFrom: '2026-03-01', postDtTo: '2026-03-02' } },
  'GET /vknf/summary/report': { query: { export: 'pdf', postDtFrom: '2026-03-01', postDtTo: '2026-03-02' } },
  'POST /vknf/posts/marks': { body: { StoryIDs: [1, 2], Read: true } },
  'GET /vknf/posts/visit': {},
  'GET /vknf/people': {},
  'POST /vknf/people/invite': { body: { Name: 'Пётр', Login: 'petr', Role: 'editor', MayExport: true } },
  'POST /vknf/people/renew': { query: { id: '1' } },
  'POST /vknf/people/update': { query: { id: '1' }, body: { Name: 'Анна', Role: 'reader' } },
  'POST /vknf/people/disable': { query: { id: '1' }, body: { Disabled: true } },
  'POST /vknf/people/delete': { query: { id: '1' } },
  'POST /vknf/people/second-factor/reset': { query: { id: '1' } },
  'GET /vknf/work': {},
  'GET /vknf/work/times': { query: { tag: '1' } },
  'GET /vknf/work/counts': { query: { state: 'open', assignee: 'me', tone: 'none', copies: 'hide' } },
  'POST /vknf/work/change': {
    body: { Stories: [{ StoryID: 1, Version: 0 }], Change: { State: 'in-progress', Tone: 'neutral' } },
  },
  'POST /vknf/work/change-found': { body: { Filters: { state: 'new' }, Expected: 3, Change: { Tone: 'positive' } } },
  'GET /vknf/work/batch': { query: { id: '1' } },
  'GET /vknf/work/batches': {},
  'GET /vknf/work/story': { query: { storyId: '1' } },
  'POST /vknf/work/notes/create': { body: { StoryID: 1, Text: 'Ответили' } },
  'POST /vknf/work/notes/delete': { query: { id: '1' } },
  'POST /vknf/work/join': { body: { StoryID: 1, TargetID: 3 } },
  'POST /vknf/work/separate': { body: { OwnerID: -1, PostID: 1 } },
  'POST /vknf/work/stop': { query: { id: '1' } },
  'POST /vknf/work/undo': { query: { id: '1' } },
  'POST /vknf/work/tags/create': { body: { Name: 'Тег', Color: 'red' } },
  'POST /vknf/work/tags/update': { query: { id: '1' }, body: { Name: 'Тег', Color: 'gray' } },
  'POST /vknf/work/tags/delete': { query: { id: '1' } },
  'POST /vknf/work/reasons/create': { body: { Text: 'Реклама' } },
  'POST /vknf/work/reasons/delete': { query: { id: '1' } },
  'GET /vknf/work/rules': {},
  'GET /vknf/work/rules/preview': { query: { viewId: '1', tagId: '1', assignee: '0', state: 'resolved' } },
  'POST /vknf/work/rules/create': { body: { Name: 'Спам', ViewID: 1, State: 'rejected', Reason: 'Реклама' } },
  'POST /vknf/work/rules/update': {
    query: { id: '1' },
    body: { Name: 'Спам', ViewID: 1, AssigneeID: 0, Paused: true },
  },
  'POST /vknf/work/rules/move': { query: { id: '1' }, body: { Direction: 'down' } },
  'POST /vknf/work/rules/apply': { query: { id: '1' } },
  'GET /vknf/work/rules/runs': {},
  'POST /vknf/work/rules/delete': { query: { id: '1' } },
  'GET /server/second-factor': {},
  'POST /server/second-factor/enable': {
    get body() {
      return { Secret: totpSecret, Code: generateSync({ secret: totpSecret }), Password: backendAdmin.password };
    },
  },
  'POST /server/second-factor/verify': {
    get body() {
      return { Code: generateSync({ secret: totpSecret }) };
    },
  },
  'POST /server/second-factor/codes': { body: { Proof: backendAdmin.password } },
  'POST /server/second-factor/disable': { body: { Proof: backendAdmin.password } },
  'GET /server/invitation': { query: { token: invitationToken } },
  'GET /server/keys': {},
  'POST /server/keys/create': { body: { Name: 'Отчёты', Scopes: ['read'] } },
  'POST /server/keys/delete': { query: { id: '1' } },
  'POST /server/invitation/accept': { body: { Token: invitationToken, Password: 'надёжный-пароль-7' } },
  'GET /vknf/mutes': {},
  'GET /vknf/mutes/preview': { query: { kind: 'owner', targetId: '7', clientId: 'client-1001' } },
  'POST /vknf/mutes/create': { body: { Kind: 'user', TargetID: 42, ClientID: 'client-1001' } },
  'POST /vknf/mutes/delete': { query: { id: '1' } },
  'GET /vknf/alerts/rules/view': { query: { id: '1' } },
  'GET /vknf/views': {},
  'POST /vknf/views/create': { body: { Name: 'Выборы', Query: '?text=выборы', ClientID: 'client-1001' } },
  'POST /vknf/views/update': { query: { id: '1' }, body: { Name: 'Метро' } },
  'POST /vknf/views/delete': { query: { id: '1' } },
  'POST /vknf/views/open': { query: { id: '1' } },
  'POST /vknf/views/pin': { query: { id: '1' }, body: { Pinned: true } },
  [atomCall]: {},
  'GET /vknf/alerts/rules': {},
  'POST /vknf/alerts/rules/create': { body: { ...alertRule, Channel: 'atom', QuietFrom: '22:00', QuietTo: '07:00' } },
  'POST /vknf/alerts/rules/update': {
    query: { id: '1' },
    body: { ...alertRule, Channel: 'email', Address: 'press@example.ru' },
  },
  'POST /vknf/alerts/rules/pause': { query: { id: '1' }, body: { Paused: true } },
  'POST /vknf/alerts/rules/delete': { query: { id: '1' } },
  'POST /vknf/alerts/rules/trial': { query: { id: '1' } },
  'GET /vknf/reports': {},
  'POST /vknf/reports/create': { body: { ...report, Weekdays: [1, 5], Time: '09:30' } },
  'POST /vknf/reports/update': { query: { id: '1' }, body: { Name: 'Итоги', Formats: ['pdf'] } },
  'POST /vknf/reports/pause': { query: { id: '1' }, body: { Paused: true } },
  'POST /vknf/reports/trial': { query: { id: '1' }, body: { Address: 'anna@example.ru' } },
  'POST /vknf/reports/delete': { query: { id: '1' } },
  [stopCall]: {},
  'POST /vknf/reports/stop': {},
  'GET /vknf/alerts/history': {
    query: { viewId: '1', condition: 'least', least: '5', period: 'day', schedule: 'daily' },
  },
  'GET /vknf/alerts/deliveries': { query: { limit: '5', offset: '0' } },
  'GET /vknf/alerts/feeds': {},
  'POST /vknf/alerts/feeds/renew': { query: { id: '1' } },
  'GET /vknf/posts/preview': { query: { text: '(выборы OR мэр) -дума' } },
  'GET /vknf/posts/doctor': { query: { text: '(выборы OR мэр) -дума' } },
  'GET /vknf/collection': {},
  'GET /vknf/collection/runs': { query: { limit: '5', offset: '0' } },
  'GET /vknf/collection/words/{id}': { params: { id: '1' } },
  'POST /vknf/collection/start': { query: { id: '1' } },
  'GET /vknf/owners': {},
  'GET /vknf/owners/card': { query: { ownerId: '7' } },
  'GET /vknf/owners/{id}': { params: { id: '7' } },
  'POST /vknf/owners/create': { body: { OwnerID: 8, OwnerType: 'group', Name: 'Город' } },
  'POST /vknf/walls/start': { query: { ownerId: '7' } },
  'POST /vknf/owners/create/list': {
    body: { Addresses: ['не адрес'], Followed: false, Comments: false, EveryPost: false },
  },
  'POST /vknf/owners/delete': { query: { id: '7' } },
  'POST /vknf/walls/follow': { body: { OwnerID: 7, Followed: true, Comments: true, EveryPost: false } },
  'GET /vknf/owners/details': { query: { orderBy: 'name' } },
  'GET /vknf/owners/count': {},
  'GET /vknf/cities': {},
  'GET /vknf/cities/client': { query: { client_id: 'client-1001' } },
  'GET /vknf/cities/search': { query: { q: 'мос' } },
  'GET /vknf/cities/search/client': { query: { q: 'мос', client_id: 'client-1001' } },
  'GET /server/journal': { query: { who: 'adm', action: 'sign-in', from: '2026-01-01', to: '2026-12-31', limit: '5' } },
  'GET /server/clients': {},
  'GET /server/clients/get': { query: { id: 'client-1001' } },
  'GET /server/clients/paginated': {
    query: { search: 'client', orderBy: 'words', orderDirection: 'DESC', limit: '2' },
  },
  'GET /server/clients/ids': { query: { search: 'client' } },
  'GET /server/clients/belongings': { query: { id: 'client-1001' } },
  'POST /server/clients/export-access': { body: { ids: ['client-1001', 'client-9'], export_access: 'denied' } },
  'POST /server/clients/create': { body: { name: 'Завод', ipaddr: '::1', macaddr: '00:1A:2B:3C:4D:5E' } },
  'POST /server/clients/update': { query: { id: 'client-1001' }, body: { note: 'x' } },
  'POST /server/clients/delete': { query: { id: 'client-1003' } },
  'POST /server/clients/password/set': { query: { id: 'client-1002' }, body: { password: 'новый-пароль' } },
  'POST /server/clients/password/generate': { query: { id: 'client-1002' } },
  'GET /vknf/wordclients': {},
  'GET /vknf/wordclients/forword': { query: { wordId: '1' } },
  'GET /vknf/wordclients/forclient': { query: { clientId: 'client-1001' } },
  'POST /vknf/wordclients/create': { body: { WordID: 1, ClientID: 'client-1002' } },
  'POST /vknf/wordclients/delete': { query: { id: '1' } },
  'POST /admin/auth/login': { body: backendAdmin },
  'POST /server/auth/login': { body: { client_id: 'client-1001', password: clientPassword } },
  'GET /server/auth/seats': {},
  'POST /server/auth/seat': { body: { client_id: 'client-1002' } },
  'POST /server/auth/header': {},
  'POST /server/auth/oidc/begin': { body: { next: '/profile' } },
  'POST /server/auth/oidc/finish': { body: { query: '?code=x&state=y' } },
  'POST /server/auth/oidc/end': {},
  'POST /admin/auth/refresh': {},
  'POST /server/auth/refresh': {},
  'POST /admin/auth/logout': {},
  'POST /admin/impersonate': { body: { client_id: 'client-1001' } },
  'POST /admin/impersonate/stop': {},
  'POST /client/password/change': { body: { current_password: clientPassword, new_password: 'новый-пароль' } },
  'POST /admin/password/change': { body: { current_password: backendAdmin.password, new_password: 'новый-пароль' } },
};

/** They succeed for accounts of a directory only: the tests of header and OpenID Connect send them. */
const ofDirectories = /auth\/(seat$|header|oidc\/(begin|finish))/;

const hostileTexts = [
  '',
  ' ',
  '-1',
  '0',
  '1.5',
  '1e9',
  '9'.repeat(30),
  'NaN',
  'null',
  '\0',
  'a\r\nSet-Cookie: x=1',
  "' OR 1=1 --",
  '"; DROP TABLE words; --',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  '*',
  '"незакрытая',
  'NEAR(a b)',
  '-',
  'x'.repeat(3000),
  '𝕏'.repeat(300),
];
const hostileValues = [...hostileTexts, null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], { $gt: '' }, '\ud800'];

/** Returns the addresses of an operation with this input. */
function targetOf(operation: Operation, { query = {}, params = {} }: Input): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? '1'));
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

const isNoObject = (body: unknown) => typeof body !== 'object' || body === null || Array.isArray(body);

/** How many parts of calls were read in the same way. */
const uses = new Map<string, number>();

/** Values for a part of a call. The first part that is read in this way gets all values, and each later one a fourth of them in turn. */
function inTurn<T>(values: readonly T[], way: string): readonly T[] {
  const used = uses.get(way) ?? 0;
  uses.set(way, used + 1);
  return used === 0 ? values : values.filter((_, at) => (at + used) % 4 === 0);
}

const isText = (schema: Schema) => schema.type === 'string' && !schema.enum && !schema.pattern;
const isString = (value: unknown) => typeof value === 'string';

/** A parameter is read by its schema alone. Texts with the same name are read in the same way. */
const valuesOfParameter = ({ name, schema }: Parameter) =>
  inTurn(hostileTexts, `parameter ${isText(schema) ? name : ''} ${JSON.stringify(schema)}`);

/** Texts get into the database, so every text of a body gets all of them. */
function valuesOfField(schema: Schema): unknown[] {
  const others = [...hostileValues.filter((value) => !isString(value)), undefined];
  const texts = hostileValues.filter(isString);
  const way = JSON.stringify(schema);
  return [...(isText(schema) ? texts : inTurn(texts, `texts ${way}`)), ...inTurn(others, `others ${way}`)];
}

/** The valid input with each part in turn replaced by a hostile value, omitted, or of another type. */
function* hostileInputs(operation: Operation, valid: Input): Generator<Input> {
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const part = place === 'path' ? 'params' : 'query';
    for (const text of valuesOfParameter(parameter).filter((value) => place === 'query' || value !== '')) {
      yield { ...valid, [part]: { ...valid[part], [name]: text } };
    }
  }
  if (!operation.requestBody) return;
  const bodies = [...inTurn(hostileValues, 'body'), [], [{}], 'text', 1, true, null, undefined];
  for (const body of bodies) yield { ...valid, body };
  const fields = operation.requestBody.content['application/json'].schema.properties ?? {};
  for (const [field, schema] of Object.entries(fields)) {
    for (const value of valuesOfField(schema)) yield { ...valid, body: { ...(valid.body as object), [field]: value } };
  }
}

/** Calls that check a password are slow and limited, so their hostile inputs are sent by one role only. */
const isExpensive = (operation: Operation) => /login|password|second-factor/.test(operation.path);

/** The role that a call is for. */
const ownerOf = (operation: Operation) => (operation['x-access'].startsWith('client') ? 'client' : 'administrator');

describe('the OpenAPI document', () => {
  let backend: TestBackend;
  /** The document is the same for every backend. */
  let operations: Operation[];

  async function openSessions(): Promise<Roles> {
    const admin = { type: 'admin', adminId: 1, username: backendAdmin.username } as const;
    const cookie = await backend.openSession(admin);
    const started = await backend.call('POST', '/admin/impersonate', { cookie, body: { client_id: 'client-1001' } });
    return {
      anonymous: undefined,
      client: await backend.openSession({ type: 'client', clientId: 'client-1001' }),
      administrator: await backend.openSession(admin),
      impersonating: cookieOf(started.headers),
    };
  }

  const send = (operation: Operation, input: Input, cookie: string | undefined) =>
    backend.call(operation.method, targetOf(operation, input), {
      // From another address, because rejected passwords must not lock out the other calls.
      headers: { 'x-forwarded-for': '203.0.113.9' },
      ...(cookie === undefined ? {} : { cookie }),
      ...(input.body === undefined ? {} : { body: input.body }),
    });

  const { folder, remove } = makeTemporaryFolder();
  /** A copy of the database with every object that valid input refers to. */
  const seeded = path.join(folder, 'seeded.sqlite');
  afterAll(remove);

  // Without a key nothing can be collected. No server listens at the origin.
  const startOn = (database?: string) =>
    startTestBackend({
      config: { VK_SERVICE_KEY: ['key'], VK_API_ORIGIN: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9' },
      database,
    });
  const start = async (): Promise<void> => {
    backend = await startOn(seeded);
  };

  beforeAll(async () => {
    backend = await startOn();
    for (let count = 0; count < 3; count += 1) await backend.createClient();
    await backend.createWord('client-1001', { text: 'выборы' });
    await backend.createWord('client-1001', { text: 'метро' });
    await backend.store.users.create({ userId: 42, name: 'Пётр', domain: null, photoUrl: null });
    await backend.call('POST', '/vknf/owners/create', {
      cookie: (await openSessions()).administrator,
      body: { OwnerID: 7, OwnerType: 'user', Name: 'Пётр' },
    });
    const anna = { name: 'Анна', login: 'anna', role: 'owner', mayExport: false } as const;
    const invitation = { hash: createHash('sha256').update(invitationToken).digest(), until: Date.now() + 3_600_000 };
    await backend.store.people.invite('client-1001', anna, invitation, null);
    const admin = 'admin:1';
    await backend.store.mutes.create({ account: admin, createdBy: admin, kind: 'owner', targetId: 7 }, 0);
    const followed = {
      clientId: 'client-1001',
      ownerId: 7,
      isFollowed: true,
      comments: true,
      everyPost: false,
      max: 1,
      storedSince: 0,
    };
    await backend.store.collection.followWall(followed, null);
    await backend.store.views.create({ account: admin, clientId: 'client-1001', name: 'Общий', query: '' }, 0);
    await backend.store.work.createTag('client-1001', { name: 'Город', color: 'red' }, null);
    await backend.store.work.createReason('client-1001', 'Не о нас', null);
    // The stories 1, with two posts, and 3.
    const texts = ['выборы', 'выборы', 'Открыли станцию'];
    await backend.store.posts.save(texts.map((text, index) => newPost({ wordId: 1, text, postId: index + 1 })));
    const comment = { parentPostId: 1, parentText: 'выборы', threadId: null };
    await backend.store.posts.save([newPost({ wordId: 1, text: 'А выборы?', postId: 9, comment })]);
    const by = { who: 'client-1001', onBehalfOf: null, address: '', at: Date.now() };
    const change = { stories: [{ storyId: 1, version: 0 }], change: { assignee: 0 }, batchId: null, taker: 0 };
    await backend.store.work.change('client-1001', change, by);
    await backend.store.work.createNote('client-1001', { storyId: 1, text: 'Ответили', person: 0 }, by);
    const rule = { name: 'Сбор', viewId: 1, tagId: null, assignee: null, state: 'resolved', reason: null } as const;
    await backend.store.workRules.create({ ...rule, clientId: 'client-1001', hidden: false, paused: false });
    await addReport(backend.store, admin, { viewIds: [1], name: 'Месяц' }, null, 0);
    const [stored] = await backend.store.reports.list(admin);
    const token = Buffer.from(stored?.recipients[0]?.token ?? []).toString('base64url');
    validInputs[stopCall] = { query: { token } };
    validInputs['POST /vknf/reports/stop'] = { body: { Token: token } };
    const [feed] = await backend.store.alerts.feeds(admin);
    validInputs[atomCall] = { query: { token: feed ? tokenOf(feed) : '' } };
    await backend.store.alerts.create({ ...atomRule, account: admin }, 0);
    const key = { name: 'Сводка', scopes: ['read'], hash: new Uint8Array(32) } as const;
    await backend.store.apiKeys.create({ type: 'admin', adminId: 1, username: backendAdmin.username }, key, null);
    operations = await readOperations(backend);
    backupDatabase(backend.file, seeded);
    await backend.close();
  });

  describe('for input that changes nothing', () => {
    beforeAll(start);
    afterAll(() => backend.close());

    test('describes every call of the API table and itself', () => {
      const names = apiTable.map(({ method, path }) => `${method} ${path}`);
      expect(operations.map(({ name }) => name).sort()).toEqual([...names, 'GET /openapi.json'].sort());
      expect(Object.keys(validInputs).sort()).toEqual(operations.map(({ name }) => name).sort());
      expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    });

    test('describes the errors that the console adds, with their request ID', () => {
      const error = { error: 'x', message: 'x', request_id: 'id' };
      for (const operation of operations) {
        const statuses = [400, 405, 431, 502, 504, ...(operation.method === 'POST' ? [411, 413] : [])];
        for (const status of statuses) operation.check({ status, headers: new Headers(), body: error });
      }
    });

    test('rejects replies that it does not describe', () => {
      const health = operations.find(({ name }) => name === 'GET /health');
      const headers = new Headers();
      expect(() => health?.check({ status: 200, headers, body: { status: 'ok' } })).not.toThrow();
      expect(() => health?.check({ status: 200, headers, body: { status: 'ok', secret: 1 } })).toThrow('GET /health');
      expect(() => health?.check({ status: 200, headers, body: {} })).toThrow('GET /health');
      expect(() => health?.check({ status: 418, headers, body: { status: 'ok' } })).toThrow('undocumented');
    });

    test('hostile and invalid input to every call gets a documented reply for every role, and a body that is no object 400', async () => {
      const statuses = new Map<number, number>();
      async function sendAll(operation: Operation, inputs: readonly Input[], cookie: string | undefined) {
        const replies = await Promise.all(inputs.map((input) => send(operation, input, cookie)));
        for (const reply of replies) {
          operation.check(reply);
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        }
        return replies.map(({ status }) => status);
      }
      for (const operation of operations) {
        const roles = await openSessions();
        const owner = ownerOf(operation);
        const all = [...hostileInputs(operation, validInputs[operation.name] ?? {})];
        // First, because a password that is changed ends sessions.
        const noObjects = all.filter(({ body }) => body !== undefined && isNoObject(body));
        const refused = await sendAll(operation, noObjects, roles[owner]);
        expect([operation.name, new Set(refused)]).toEqual([operation.name, new Set(operation.requestBody && [400])]);
        const inputs = all.filter((input) => !noObjects.includes(input));
        const [some, rest] = [inputs.filter((_, at) => at % 24 === 0), inputs.filter((_, at) => at % 24 !== 0)];
        const kept = /logout|stop|refresh/.test(operation.path) ? [] : (Object.keys(roles) as (keyof Roles)[]);
        for (const role of isExpensive(operation) ? (['administrator'] as const) : kept) {
          await sendAll(operation, some, roles[role]);
          // Input is read by the same functions for every role.
          if (role === owner) await sendAll(operation, rest, roles[role]);
        }
      }
      expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
      expect(statuses.get(400)).toBeGreaterThan(1000);
    }, 240_000);
  });

  /** Gives an administrator and a person a second factor. Returns the cookie of the administrator's sign-in. */
  async function beginSecondStep(): Promise<string> {
    const factor = { secret: seal([backendSecret], totpSecret), lastStep: 0 };
    const [person] = await backend.store.people.list('client-1001');
    if (!person) throw new Error('Anna is missing');
    const anna = { type: 'client', clientId: 'client-1001', person } as const;
    for (const owner of [anna, { type: 'admin', adminId: 1, username: 'admin' } as const])
      await backend.store.secondFactors.enable(owner, factor, [], null);
    return backend.signInAdmin();
  }

  describe('for valid input', () => {
    /** A call by GET changes nothing, so the next one uses its backend. The calls by POST come last. */
    let isClean = false;
    beforeEach(async () => {
      if (!isClean) await start();
    });
    afterEach(async () => {
      if (!isClean) await backend.close();
    });

    test.each(Object.keys(validInputs).sort())(
      '%s: every role gets a documented status, and valid input gets a documented reply',
      async (name) => {
        const operation = operations.find((candidate) => candidate.name === name);
        if (!operation) throw new Error(`${name} is not in the document`);
        isClean = operation.method === 'GET';
        const roles = await openSessions();
        if (/second-factor\/(?!enable)/.test(name))
          roles.administrator = `${roles.administrator}; ${await beginSecondStep()}`;
        const valid = validInputs[name] ?? {};
        const owner = ownerOf(operation);
        const others = (Object.keys(roles) as (keyof Roles)[]).filter((role) => role !== owner);
        for (const role of [owner, ...others] as const) {
          const reply = await send(operation, valid, roles[role]);
          operation.check(reply);
          if (role === owner && !ofDirectories.test(name)) expect([200, 201]).toContain(reply.status);
        }
      },
    );
  });
});
