// Proves: work#many-at-once
/** A day of a team of three in front of the embedded backend. After each step every count on the pages equals SQL. */
import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { startWork } from '../../server/backend/jobs/background.ts';
import { createRuleEvaluator } from '../../server/backend/jobs/work-rules.ts';
import { createFaultLog } from '../../server/platform/fault-log.ts';
import { hashPassword } from '../../server/platform/password-hash.ts';
import { journalActions } from '../../shared/rules/journal.ts';
import { workStateFilters } from '../../shared/rules/work.ts';
import { clientPassword, startTestBackend, type TestBackend } from '../support/backend.ts';
import { newPost } from '../support/seed-posts.ts';
import { createTestConsole, createVisitor, type Visitor } from '../support/test-console.ts';

const now = Date.parse('2026-11-22T09:00:00Z');
const logger = pino({ level: 'silent' });
let backend: TestBackend;
let db: DatabaseSync;
let clientId: string;
let wordId: number;
let othersWordId: number;
let anna: Visitor;
let boris: Visitor;
let account: Visitor;
let annaId: number;

async function join(login: string): Promise<number> {
  const fields = { name: login, login, role: 'editor', mayExport: false } as const;
  const invitation = { hash: new TextEncoder().encode(login.padEnd(32)), until: now + 1000 };
  const personId = (await backend.store.people.invite(clientId, fields, invitation, null)) ?? 0;
  await backend.store.people.accept(invitation.hash, await hashPassword(clientPassword), null);
  return personId;
}

beforeAll(async () => {
  backend = await startTestBackend({ now: () => now });
  ({ clientId } = await backend.createClient('Завод'));
  ({ wordId } = await backend.createWord(clientId));
  ({ wordId: othersWordId } = await backend.createWord((await backend.createClient()).clientId));
  annaId = await join('anna');
  await join('boris');
  db = new DatabaseSync(backend.file, { readOnly: true });
  const { app } = createTestConsole({
    apiUrl: backend.url,
    environment: { API_TIMEOUT_MS: '20000' },
    now: () => now,
  });
  const signIn = async (name: string) => {
    const visitor = createVisitor(app);
    await visitor.postForm('/login', { type: 'client', client_id: name, password: clientPassword });
    return visitor;
  };
  [account, anna, boris] = await Promise.all([signIn(clientId), signIn('anna'), signIn('boris')]);
  while ((await anna.get('/ldvknf/rules')).status === 404) await anna.get('/profile');
});
afterAll(async () => {
  db.close();
  await backend.close();
});

async function send<Reply>(who: Visitor, path: string, body: object): Promise<Reply> {
  const { status, body: reply } = await who.postJson(`/api/v1/vknf/${path}`, body);
  expect([path, status, status < 300 ? '' : reply]).toEqual([path, status, '']);
  return reply as Reply;
}
const read = async (path: string) => (await anna.get(`/api/v1/vknf/${path}`)).body;

let stored = 0;
/** Returns the stories, in the order of the texts. */
async function arrive(texts: readonly string[], word = wordId): Promise<number[]> {
  const posts = texts.map((text, index) =>
    newPost({ wordId: word, postId: stored + index + 1, ownerId: -1 - (stored % 7), text, postedAt: now - 60_000 }),
  );
  stored += texts.length;
  await backend.store.posts.save(posts);
  await createRuleEvaluator({ store: backend.store, timeZone: 'Europe/Moscow', logger, now: () => now })();
  const storyOf = db.prepare('SELECT story_id FROM posts WHERE owner_id = ? AND post_id = ?');
  return posts.map(({ ownerId, postId }) => Number(storyOf.get(ownerId, postId)?.story_id));
}
const numbered = (text: string, count: number) => Array.from({ length: count }, (_, index) => `${text} ${index + 1}`);

async function runBatches(): Promise<void> {
  const pause = () => new Promise(setImmediate);
  const { store } = backend;
  const faults = createFaultLog({ faultOf: store.faultOf, logger });
  const running = startWork({ store, faults, logger, now: () => now, pause });
  while (await backend.store.work.hasOpenBatch()) await pause();
  await running.close();
}

/** The client's stories with their work. */
const stories = () => `
  SELECT seen.story_id, coalesce(state, 'new') AS state, assignee, tone, coalesce(returned, 0) AS returned,
    coalesce(overdue, 0) AS overdue, coalesce(hidden, 0) AS hidden
  FROM (SELECT DISTINCT story_id FROM posts
        WHERE word_id IN (SELECT word_id FROM word_clients WHERE client_id = '${clientId}')) AS seen
    LEFT JOIN story_work AS work ON work.story_id = seen.story_id AND work.client_id = '${clientId}'`;

const count = (condition: string): number =>
  Number(db.prepare(`SELECT count(*) AS total FROM (${stories()}) WHERE ${condition}`).get()?.total);

const groups = (column: string, condition = 'NOT hidden'): Map<unknown, number> =>
  new Map(
    db
      .prepare(`SELECT ${column} AS value, count(*) AS total FROM (${stories()}) WHERE ${condition} GROUP BY value`)
      .all()
      .map(({ value, total }) => [value, Number(total)]),
  );

const conditions: Record<keyof typeof workStateFilters, string> = {
  new: "state = 'new'",
  'in-progress': "state = 'in-progress'",
  postponed: "state = 'postponed'",
  resolved: "state = 'resolved'",
  rejected: "state = 'rejected'",
  returned: 'returned > 0',
  overdue: 'overdue',
  open: "state NOT IN ('resolved', 'rejected')",
  hidden: 'hidden',
};
const ofState = (state: keyof typeof conditions): string =>
  state === 'hidden' ? 'hidden' : `NOT hidden AND ${conditions[state]}`;
const stateNames = Object.keys(conditions) as (keyof typeof conditions)[];

const itemsOf = (html: string, figure: string): string[] =>
  [
    ...(html.match(new RegExp(`<figure aria-label="${figure}".*?</figure>`, 's'))?.[0] ?? '').matchAll(
      /<li><a [^>]*>(.*?)<\/a>/g,
    ),
  ]
    .map(([, text = '']) => text.replaceAll(/<[^>]*>|\u00a0/g, ''))
    .toSorted();

const labelled = (counts: ReadonlyMap<unknown, number>, nameOf: (value: unknown) => unknown): string[] =>
  [...counts].map(([value, total]) => `${nameOf(value)}: ${total}`).toSorted();

const personName = (id: unknown): string =>
  id === null ? 'Никто' : id === 0 ? 'Завод' : id === annaId ? 'anna' : 'boris';

async function checkCounts(): Promise<void> {
  const expected = Object.fromEntries(stateNames.map((state) => [state, count(ofState(state))]));
  const counts = await read('work/counts?copies=hide');
  expect(counts.states).toEqual(expected);
  expect(counts.total).toBe(count('NOT hidden'));
  const people = new Map(counts.people.map((person: Record<string, unknown>) => [person.PersonID, person.total]));
  expect(people).toEqual(groups('assignee'));
  expect(counts.tones.none).toBe(count('NOT hidden AND tone IS NULL'));
  const tagged = count(`NOT hidden AND story_id IN (SELECT story_id FROM story_tags WHERE client_id = '${clientId}')`);
  expect(counts.tags.map(({ total }: { total: number }) => total)).toEqual([tagged]);

  for (const state of stateNames) {
    const { text } = await anna.get(`/ldvknf/posts?state=${state}`);
    const [, total = '0'] = /Показано \/ всего<\/span> <strong>[\d\s]+\/ ([\d\s]+)<\/strong>/.exec(text) ?? [];
    expect([state, Number(total.replaceAll(/\s/g, ''))]).toEqual([state, expected[state]]);
  }
  const { text: feed } = await anna.get('/ldvknf/posts');
  const plain = feed.replaceAll(/<[^>]*>/g, '|').replaceAll(/[\u00a0]/g, '');
  const mine = count(`${ofState('open')} AND assignee = ${annaId}`);
  expect(plain).toMatch(new RegExp(`Моё[ |]+${mine}\\|`));
  expect(plain).toMatch(new RegExp(`Просрочено[ |]+${expected.overdue}\\|`));

  const { text: analytics } = await anna.get('/ldvknf/analytics');
  const stateLabel = (state: unknown) => workStateFilters[state as keyof typeof workStateFilters];
  expect(itemsOf(analytics, 'По состояниям')).toEqual(labelled(groups('state'), stateLabel));
  expect(itemsOf(analytics, 'По исполнителям')).toEqual(labelled(groups('assignee'), personName));
  expect(itemsOf(analytics, 'По тегам')).toEqual([`Ремонт: ${tagged}`]);
}

/** The work of each story as the database has it, whoever changed it. */
const worksOf = () => db.prepare(`${stories()} ORDER BY seen.story_id`).all();

test('a team works a day: every count on the pages equals SQL, and the journal reads as a story', async () => {
  const { TagID } = await send<{ TagID: number }>(account, 'work/tags/create', { Name: 'Ремонт', Color: 'red' });
  for (const [name, rule] of [
    ['Реклама', { State: 'rejected', Reason: 'Реклама', Hidden: true }],
    ['Ремонт', { TagID, AssigneeID: annaId }],
  ] as const) {
    const body = { Name: name, Query: `?text=${name.toLowerCase()}` };
    const { ViewID } = await send<{ ViewID: number }>(account, 'views/create', body);
    await send(account, 'work/rules/create', { Name: name, ViewID, ...rule });
  }
  await arrive(numbered('Чужая реклама', 5), othersWordId);
  const [hidden = 0] = await arrive(numbered('Реклама и скидки', 10));
  const [repair = 0] = await arrive(numbered('Ремонт дороги', 10));
  const [taken = 0, waiting = 0, solved = 0] = await arrive(numbered('Новости завода', 20));
  expect([count('true'), count('hidden'), count(`assignee = ${annaId}`)]).toEqual([40, 10, 10]);
  await checkCounts();

  const form = (who: Visitor, story: number, version: number, fields: Record<string, string>) =>
    who.postForm(`/ldvknf/work/${story}`, { version: String(version), ...fields });
  await form(boris, taken, 0, { action: 'save', state: 'in-progress' });
  const wait = { State: 'postponed', UntilCopies: 2 };
  await send(boris, 'work/change', { Stories: [{ StoryID: waiting, Version: 0 }], Change: wait });
  await form(anna, solved, 0, { action: 'save', state: 'resolved' });
  await form(anna, repair, 1, { action: 'save', state: 'resolved' });
  await form(anna, repair, 2, { action: 'note', text: 'Позвонили в мэрию' });
  expect([count(conditions.postponed), count(conditions.resolved), count("state = 'in-progress'")]).toEqual([1, 2, 1]);
  await checkCounts();

  const first = (text: string) => `${text} 1`;
  const copies = [first('Ремонт дороги'), 'Новости завода 2', 'Новости завода 2', first('Реклама и скидки')];
  expect(await arrive(copies)).toEqual([repair, waiting, waiting, hidden]);
  expect([count(ofState('returned')), count('hidden')]).toEqual([2, 10]);
  await checkCounts();

  const many = numbered('Много писем о заводе', 1000);
  await arrive(many);
  await arrive(many);
  const before = worksOf();
  const found = { Filters: { text: 'много писем', copies: 'hide' }, Expected: 1000 };
  const wrong = { ...found, Change: { State: 'rejected', Reason: 'Не о нас', AssigneeID: annaId } };
  const { BatchID } = await send<{ BatchID: number }>(boris, 'work/change-found', wrong);
  await runBatches();
  expect(count(ofState('rejected'))).toBe(1000);
  await checkCounts();
  await send(boris, `work/undo?id=${BatchID}`, {});
  await runBatches();
  expect(worksOf()).toEqual(before);
  await checkCounts();

  const page = { limit: 50, offset: 0, who: '', action: null, from: null, to: null };
  const records = (await backend.store.journal.page(page)).rows.filter(({ action }) => /work|note/.test(action));
  const lines = records.toReversed().map(({ who, action, object }) => `${who}. ${journalActions[action]}: ${object}`);
  expect(lines.map((line) => line.replace(`, клиент ${clientId}`, ''))).toEqual([
    'правило «Реклама». Изменены сюжеты: Сюжетов 10: «Не наше», причина «Реклама», скрыто из ленты',
    'правило «Ремонт». Изменены сюжеты: Сюжетов 10: исполнитель anna, добавлено: «Ремонт»',
    `boris (boris). Изменены сюжеты: Сюжет ${taken}: «Новое» → «В работе», исполнитель boris`,
    `boris (boris). Изменены сюжеты: Сюжет ${waiting}: «Новое» → «Отложено», до 2 новых повторов`,
    `anna (anna). Изменены сюжеты: Сюжет ${solved}: «Новое» → «Решено»`,
    `anna (anna). Изменены сюжеты: Сюжет ${repair}: «Новое» → «Решено»`,
    `anna (anna). Добавлена заметка: Сюжет ${repair}`,
    'boris (boris). Изменены сюжеты: Сюжетов 1000: «Не наше», причина «Не о нас», исполнитель anna',
    'boris (boris). Отменены изменения сюжетов: Сюжетов 1000',
  ]);
});
