// Proves: work#changes, work#join-and-separate, work#many-at-once, work#notes-and-history, work#suggestions
/** Calls beyond the specified ones over HTTP: a team deals with stories, changes many at once, and undoes a wrong change. */

import { pino } from 'pino';
import { startWork } from '../../server/backend/jobs/background.ts';
import { startSuggestions } from '../../server/backend/jobs/suggestions.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let backend: TestBackend;
let clientId: string;
let wordId: number;
const cookies: Record<'account' | 'anna' | 'boris' | 'reader', string> = {
  account: '',
  anna: '',
  boris: '',
  reader: '',
};
const people: Record<string, number> = {};

/** Returns the cookie of a new session. */
const openSession = async (login: string): Promise<string> => {
  const found = await backend.store.people.findByLogin(login);
  if (!found) throw new Error(`${login} is missing`);
  return backend.openSession(found.person);
};

async function join(login: string, role: 'editor' | 'reader'): Promise<string> {
  const fields = { name: login, login, role, mayExport: false };
  const invitation = { hash: new TextEncoder().encode(login.padEnd(32)), until: now + 1000 };
  const personId = (await backend.store.people.invite(clientId, fields, invitation, null)) ?? 0;
  await backend.store.people.accept(invitation.hash, 'hash', null);
  people[login] = personId;
  return openSession(login);
}

beforeAll(async () => {
  backend = await startTestBackend({ now: () => now, config: { CONSOLE_TIME_ZONE: 'Europe/Moscow' } });
  ({ clientId } = await backend.createClient());
  ({ wordId } = await backend.createWord(clientId));
  cookies.account = await backend.signInClient(clientId);
  for (const [name, role] of [
    ['anna', 'editor'],
    ['boris', 'editor'],
    ['reader', 'reader'],
  ] as const) {
    cookies[name] = await join(name, role);
  }
});
afterAll(() => backend.close());

const get = async (path: string, cookie = cookies.anna) => (await backend.call('GET', path, { cookie })).body as never;
const post = (path: string, body: object, cookie = cookies.anna) => backend.call('POST', path, { cookie, body });

type Row = { StoryID: number; Text: { String: string }; Work: Record<string, unknown> | null };
const list = async (query = '') =>
  (await get(`/vknf/posts/details?limit=1000${query}`)) as { posts: Row[]; total: number };

let stored = 0;
/** Posts of different texts. Returns their stories. */
async function arrive(count: number, text = 'Пост'): Promise<number[]> {
  const posts = Array.from({ length: count }, (_, index) =>
    newPost({ wordId, postId: stored + index + 1, text: `${text} ${stored + index + 1}`, postedAt: now, userId: 5 }),
  );
  stored += count;
  await backend.store.posts.save(posts);
  const texts = new Set(posts.map((saved) => saved.text));
  return (await list()).posts.filter((row) => texts.has(row.Text.String)).map(({ StoryID }) => StoryID);
}

const change = async (stories: readonly number[], Change: object, cookie = cookies.anna) => {
  const rows = (await list()).posts;
  const versionOf = (story: number) => Number(rows.find(({ StoryID }) => StoryID === story)?.Work?.Version ?? 0);
  return post(
    '/vknf/work/change',
    { Stories: stories.map((StoryID) => ({ StoryID, Version: versionOf(StoryID) })), Change },
    cookie,
  );
};

const pause = () => new Promise(setImmediate);

const logger = pino({ level: 'silent' });
const jobOptions = () => ({
  store: backend.store,
  logger,
  now: () => now,
  pause,
  faults: createFaultLog({ faultOf: backend.store.faultOf, logger }),
});

const runBatches = async () => {
  const running = startWork(jobOptions());
  while (await backend.store.work.hasOpenBatch()) await pause();
  await running.close();
};

test('readers see the work, editors change it, and an observer of the client by himself has none', async () => {
  const [story = 0] = await arrive(1);
  const changed = await change([story], { State: 'in-progress' }, cookies.boris);
  expect(changed).toMatchObject({
    status: 200,
    body: { Results: [{ Outcome: 'changed', Version: 1, Work: { Assignee: 'boris', AssigneeID: people.boris } }] },
  });
  expect((await change([story], { State: 'resolved' }, cookies.reader)).status).toBe(403);
  expect(((await get('/vknf/posts/details', cookies.reader)) as { posts: Row[] }).posts[0]?.Work).toMatchObject({
    State: 'in-progress',
  });
  const admin = await backend.signInAdmin();
  expect(((await get('/vknf/posts/details', admin)) as { posts: Row[] }).posts[0]?.Work).toBeNull();
  expect((await backend.call('GET', '/vknf/work', { cookie: admin })).status).toBe(403);
  expect(await list('&state=in-progress&assignee=me')).toMatchObject({ total: 0 });
  expect((await get('/vknf/posts/count?state=in-progress&assignee=me', cookies.boris)) as object).toEqual({ total: 1 });
});

test('a disabled person keeps the stories, which can be found by the person, and gets no others', async () => {
  const [story = 0] = await arrive(1);
  await change([story], { AssigneeID: people.boris });
  const { people: store } = backend.store;
  await store.setDisabled(clientId, people.boris ?? 0, true, null);
  expect(await get('/vknf/work')).toMatchObject({
    people: expect.arrayContaining([
      { PersonID: people.boris, Name: 'boris', Disabled: true },
      { PersonID: people.anna, Name: 'anna', Disabled: false },
    ]),
  });
  expect((await change([story], { State: 'new', AssigneeID: people.boris })).status).toBe(400);
  expect(await list(`&assignee=${people.boris}`)).not.toMatchObject({ total: 0 });
  await store.setDisabled(clientId, people.boris ?? 0, false, null);
  cookies.boris = await openSession('boris');
});

test.each([
  [{ State: 'postponed' }, 'Выберите, до чего отложить'],
  [{ State: 'postponed', UntilCopies: 2, UntilSources: 2 }, 'Выберите, до чего отложить'],
  [{ State: 'new', UntilCopies: 2 }, 'Выберите, до чего отложить'],
  [{ State: 'postponed', Until: '2026-01-01T00:00:00Z' }, 'Выберите время в будущем'],
  [{ State: 'rejected' }, 'Выберите причину'],
  [{ State: 'rejected', ReasonID: 999 }, 'Причина не найдена'],
  [{ State: 'resolved', Reason: 'Реклама' }, 'Выберите причину'],
  [{ AssigneeID: 999 }, 'Человек не найден'],
  [{ AddTags: [999] }, 'Тег не найден'],
])('the change %j is refused with «%s»', async (Change, message) => {
  expect(await post('/vknf/work/change', { Stories: [{ StoryID: 1, Version: 0 }], Change })).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('a wrong change of all found stories is undone, except what somebody has changed since', async () => {
  const stories = await arrive(450, 'Много');
  const filters = { text: 'много', copies: 'hide' };
  const body = { Filters: filters, Expected: 449, Change: { State: 'rejected', Reason: 'Реклама' } };
  expect(await post('/vknf/work/change-found', body)).toMatchObject({
    status: 409,
    body: { message: 'Список изменился: теперь 450. Повторить?', Total: 450 },
  });
  const started = await post('/vknf/work/change-found', { ...body, Expected: 450 });
  expect(started).toMatchObject({ status: 201, body: { Total: 450 } });
  const { BatchID } = started.body as { BatchID: number };
  const batch = `/vknf/work/batch?id=${BatchID}`;
  expect(await get(batch)).toMatchObject({ State: 'running', Total: 450, Done: 0, CanUndo: false });
  await runBatches();
  expect(await get(batch)).toMatchObject({ State: 'done', Done: 450, Changed: 450, Skipped: 0, CanUndo: true });
  expect(await list('&state=rejected&text=много')).toMatchObject({ total: 450 });
  await change([stories[0] ?? 0], { State: 'resolved' }, cookies.boris);
  await change([stories[1] ?? 0], { Tone: 'negative' }, cookies.boris);
  expect(await post(`/vknf/work/undo?id=${BatchID}`, {})).toMatchObject({ status: 200, body: { State: 'undoing' } });
  await runBatches();
  expect(await get(batch)).toMatchObject({
    State: 'undone',
    Total: 450,
    Done: 450,
    Changed: 449,
    Skipped: 1,
    SkippedBy: ['boris (boris)'],
    CanUndo: true,
  });
  expect(await list('&state=rejected')).toMatchObject({ total: 0 });
  expect((await post(`/vknf/work/undo?id=${BatchID}`, {})).body).toMatchObject({ Total: 1, Changed: 0, Skipped: 1 });
  expect((await post('/vknf/work/change-found', { ...body, Filters: { text: 'нигде' }, Expected: 0 })).body).toEqual({
    BatchID: null,
    Total: 0,
  });
  const counts = (await get('/vknf/work/counts?text=много&copies=hide')) as { states: object; total: number };
  expect(counts).toMatchObject({ states: { new: 449, resolved: 1, open: 449 }, total: 450 });
});

test('a suggestion is counted nowhere until somebody accepts it', async () => {
  const tag = (await post('/vknf/work/tags/create', { Name: 'Жалоба', Color: 'red' })).body as { TagID: number };
  const { TagID } = tag;
  await change(await arrive(30, 'Мусор не вывозят, на дороге ямы'), { Tone: 'negative', AddTags: [TagID] });
  await change(await arrive(30, 'Спасибо врачам, открыли новый парк'), { Tone: 'positive' });
  const stories = await arrive(10, 'Снова мусор и ямы на дороге');
  const read = async () =>
    JSON.stringify([
      ...(await Promise.all(
        [
          '/vknf/work/counts',
          '/vknf/work/times',
          '/vknf/posts/count?tone=negative',
          `/vknf/posts/count?tag=${TagID}`,
          '/vknf/posts/count?tone=none',
          '/vknf/posts/count?state=new',
          '/vknf/analytics?dateFrom=2026-02-01&dateTo=2026-03-01&tone=negative',
        ].map((path) => get(path)),
      )),
      ((await get('/vknf/work')) as { tags: object[] }).tags,
    ]);
  const before = await read();
  const training = startSuggestions(jobOptions());
  while (((await get('/vknf/work')) as { Suggestions: object | null }).Suggestions === null) await pause();
  await training.close();
  const suggested = { Tone: 'negative', Tags: [{ TagID, Name: 'Жалоба', Color: 'red' }] };
  const rows = async (cookie: string) =>
    ((await get('/vknf/posts/details?limit=1000', cookie)) as { posts: (Row & { Suggestion: object | null })[] }).posts;
  const open = (await rows(cookies.reader)).filter(({ Suggestion }) => Suggestion !== null);
  expect(open.map(({ StoryID }) => StoryID).filter((id) => !stories.includes(id))).toEqual([]);
  expect(open.map(({ Suggestion, Work }) => ({ Suggestion, Work }))).toEqual(
    open.map(() => ({ Suggestion: suggested, Work: null })),
  );
  expect(await read()).toBe(before);
  expect((await rows(await backend.signInAdmin())).every(({ Suggestion }) => Suggestion === null)).toBe(true);
  const accepted = open.slice(0, 2).map(({ StoryID }) => StoryID);
  const counts = async () => (await get(`/vknf/work/counts?tag=${TagID}&tone=negative`)) as { total: number };
  expect(await counts()).toMatchObject({ total: 30 });
  await change(accepted, { Tone: 'negative', AddTags: [TagID] });
  expect(await counts()).toMatchObject({ total: 32 });
  expect((await rows(cookies.anna)).filter(({ Suggestion }) => Suggestion !== null)).toHaveLength(open.length - 2);
});

test('a change that runs can be stopped, and a small one is undone at once, for 7 days', async () => {
  const stories = await arrive(3, 'Мало');
  const started = await post('/vknf/work/change-found', {
    Filters: { text: 'мало' },
    Expected: 3,
    Change: { Tone: 'neutral' },
  });
  const { BatchID } = started.body as { BatchID: number };
  expect(await post(`/vknf/work/stop?id=${BatchID}`, {})).toMatchObject({
    body: { State: 'stopped', Changed: 0, CanUndo: false },
  });
  await runBatches();
  expect(await list('&tone=neutral')).toMatchObject({ total: 0 });
  const changed = (await change(stories, { State: 'resolved' })).body as { BatchID: number };
  expect(await post(`/vknf/work/undo?id=${changed.BatchID}`, {})).toMatchObject({
    body: { State: 'undone', Changed: 3 },
  });
  expect(await list('&state=resolved&text=мало')).toMatchObject({ total: 0 });
  const old = (await change(stories, { Tone: 'neutral' })).body as { BatchID: number };
  now += 7 * 24 * 3_600_000;
  cookies.anna = await backend.openSession({
    type: 'client',
    clientId,
    person: { personId: people.anna ?? 0, login: 'anna', name: 'anna', role: 'editor', mayExport: false },
  });
  cookies.account = await backend.signInClient(clientId);
  expect(await get(`/vknf/work/batch?id=${old.BatchID}`)).toMatchObject({ State: 'done', CanUndo: false });
});

test('a story has notes of its people and the history of its work, and both are in the journal', async () => {
  const [story = 0] = await arrive(1, 'Заметка');
  const reason = (await post('/vknf/work/reasons/create', { Text: 'Не о нас' })).body as { ReasonID: number };
  await change([story], { State: 'in-progress' });
  await change([story], { State: 'rejected', ReasonID: reason.ReasonID });
  const { NoteID } = (await post('/vknf/work/notes/create', { StoryID: story, Text: 'Позвонили' })).body as {
    NoteID: number;
  };
  expect((await post('/vknf/work/notes/create', { StoryID: 999_999, Text: 'x' })).status).toBe(404);
  const told = { Text: 'Позвонили', By: 'anna (anna)', Own: true };
  expect(await get(`/vknf/work/story?storyId=${story}`)).toMatchObject({
    Work: { State: 'rejected', Reason: 'Не о нас', Notes: 1 },
    notes: [told],
    history: [
      { By: 'anna (anna)', Text: '«В работе» → «Не наше», причина «Не о нас»', Rule: null },
      { By: 'anna (anna)', Text: '«Новое» → «В работе», исполнитель anna' },
    ],
  });
  expect(await get(`/vknf/work/story?storyId=${story}`, cookies.account)).toMatchObject({ notes: [{ Own: false }] });
  expect((await post(`/vknf/work/notes/delete?id=${NoteID}`, {}, await join('vera', 'editor'))).status).toBe(404);
  expect((await post(`/vknf/work/notes/delete?id=${NoteID}`, {}, cookies.account)).status).toBe(200);
  const all = { limit: 4, offset: 0, who: '', action: null, from: null, to: null };
  expect((await backend.store.journal.page(all)).rows.map(({ action, object }) => [action, object])).toEqual([
    ['note-deleted', `Сюжет ${story}, клиент ${clientId}`],
    ['note-added', `Сюжет ${story}, клиент ${clientId}`],
    ['work-changed', `Сюжет ${story}, клиент ${clientId}: «В работе» → «Не наше», причина «Не о нас»`],
    ['work-changed', `Сюжет ${story}, клиент ${clientId}: «Новое» → «В работе», исполнитель anna`],
  ]);
});

test('stories are joined and separated by hand, with an undo, and refusals say why', async () => {
  const [first = 0, second = 0, third = 0] = await arrive(3, 'Порознь');
  const posts = async () => (await list('&text=порознь&copies=hide')).total;
  const join = (StoryID: number, TargetID: number) => post('/vknf/work/join', { StoryID, TargetID });
  expect(await join(first, first)).toMatchObject({ status: 400, body: { error: 'Это тот же сюжет' } });
  expect(await join(first, 999_999)).toMatchObject({ status: 400, body: { error: 'Сюжет не найден среди ваших' } });
  const joined = (await join(first, second)).body as { BatchID: number; StoryID: number };
  expect([joined.StoryID, await posts()]).toEqual([second, 2]);
  await join(second, third);
  // The number of a joined story leads to the joint one.
  expect(await get(`/vknf/work/story?storyId=${first}`)).toMatchObject({
    history: [
      { By: 'anna (anna)', Text: `присоединён сюжет ${second}` },
      { By: 'anna (anna)', Text: `присоединён сюжет ${first}` },
    ],
  });
  expect(await list(`&storyId=${first}`)).toMatchObject({ total: 3 });
  expect(await post(`/vknf/work/undo?id=${joined.BatchID}`, {})).toMatchObject({ status: 409 });
  const [row] = (await list(`&storyId=${third}`)).posts as unknown as { OwnerID: number; PostID: number }[];
  const separated = await post('/vknf/work/separate', { OwnerID: row?.OwnerID, PostID: row?.PostID });
  const { StoryID, BatchID } = separated.body as { StoryID: number; BatchID: number };
  expect(await posts()).toBe(2);
  expect(await post('/vknf/work/separate', { OwnerID: row?.OwnerID, PostID: row?.PostID })).toMatchObject({
    status: 400,
    body: { error: 'В сюжете нет других постов' },
  });
  expect(await get(`/vknf/work/story?storyId=${StoryID}`)).toMatchObject({
    history: [{ Text: `отделён от сюжета ${third}` }],
  });
  expect(await post(`/vknf/work/undo?id=${BatchID}`, {})).toMatchObject({ body: { State: 'undone', Changed: 1 } });
  expect(await posts()).toBe(1);
});
