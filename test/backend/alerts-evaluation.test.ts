// Proves: alerts#evaluation, alerts#links, alerts#rule, query-language#errors, saved-filters#filters-of-rules
// Proves: stories#arrivals, work-rules#rules
/** The evaluation of alerts when something unusual happens. */

import { DatabaseSync } from 'node:sqlite';
import { pino } from 'pino';
import { recount } from '../../server/backend/domain/alerts/findings.ts';
import { storiesOfView } from '../../server/backend/domain/saved-filter.ts';
import { createEvaluator } from '../../server/backend/jobs/alerts/evaluate-rules.ts';
import { createRuleEvaluator } from '../../server/backend/jobs/work-rules.ts';
import { entriesOf } from '../../server/backend/resources/alerts/atom.ts';
import { viewerOf } from '../../server/backend/rules/account.ts';
import type { AlertRule, RuleFields } from '../../server/backend/rules/alerts/rule.ts';
import { type NewPost, withFilters } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { formatQuery } from '../../shared/list-query.ts';
import { deepText } from '../support/deep-text.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';
import { viewing } from '../support/viewing.ts';

const timeZone = 'Europe/Moscow';
const weekMs = 168 * hourMs;
/** A full hour. */
const start = Date.parse('2026-11-20T12:00:00+03:00');

let app: TwoClients;
let clock: TestClock;
let account: string;
let logged: unknown[];

beforeEach(async () => {
  clock = createTestClock(start);
  app = await startTwoClients({ now: clock.now });
  account = `client:${app.clientIds.client}`;
  logged = [];
});
afterEach(() => app.close());

function evaluatorOf(store: Pick<Store, 'alerts' | 'posts' | 'faultOf'> = app.backend.store) {
  const log = (fields: unknown) => void logged.push(fields);
  return createEvaluator({ store, timeZone, now: clock.now, logger: { error: log, warn: log } });
}

let names = 0;
async function addRule(fields: Partial<RuleFields> = {}, query = ''): Promise<AlertRule> {
  const { views } = app.backend.store;
  const view = await views.create({ account, clientId: null, name: `Фильтр ${names}`, query }, clock.now());
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  return addRuleOn(view.id, fields);
}

async function addRuleOn(viewId: number, fields: Partial<RuleFields> = {}): Promise<AlertRule> {
  const { alerts } = app.backend.store;
  names += 1;
  const usual = { condition: 'every', least: 1, period: 'hour', channel: 'email', address: 'a@example.ru' } as const;
  const rule = {
    ...usual,
    name: `Правило ${names}`,
    viewId,
    schedule: 'now',
    quietFrom: null,
    quietTo: null,
    ...fields,
  } as const;
  const saved = await alerts.create({ ...rule, account, secret: null }, clock.now());
  const found = (await alerts.rules(account)).find(({ name }) => name === rule.name);
  if (saved.outcome !== 'saved' || !found) throw new Error(saved.outcome);
  return found;
}

let posts = 0;
async function save(count: number, fields: Partial<NewPost> = {}): Promise<void> {
  const list = Array.from({ length: count }, () => {
    posts += 1;
    return {
      wordId: app.metro.wordId,
      postId: posts,
      text: `станция ${posts}`,
      postedAt: clock.now() - minuteMs,
      ...fields,
    };
  });
  await app.save(...list);
}

/** The counts of the messages of a rule that nobody has sent yet, each with its findings. */
async function found(rule: AlertRule): Promise<number[]> {
  const { rows } = await app.backend.store.alerts.deliveries(account, { limit: 100, offset: 0 });
  return rows.filter(({ ruleId }) => ruleId === rule.ruleId).map(({ count }) => count);
}

test('a rule on a view that cannot be read finds nothing, and the others of its account are evaluated', async () => {
  const broken = await addRule({}, formatQuery({ text: deepText }));
  const whole = await addRule({}, formatQuery({ text: 'станция' }));
  const evaluate = evaluatorOf();
  await evaluate();
  await save(2);
  await evaluate();
  expect([await found(broken), await found(whole)]).toEqual([[], [2]]);
  expect(logged).toContainEqual(expect.objectContaining({ ruleId: broken.ruleId }));
});

test('a rule and an Atom feed on a shared view of one phrase read the client’s phrase', async () => {
  const { other } = app.clientIds;
  account = `client:${other}`;
  await app.post('/vknf/words/create', 'other', { Text: 'Метро' });
  const body = { Name: 'Общее', Query: `word=${app.metro.wordId}`, ClientID: other };
  const { ViewID: viewId } = (await app.post('/vknf/views/create', 'admin', body)).body as { ViewID: number };
  const rule = await addRuleOn(viewId);
  await save(2);
  await save(1, { wordId: app.vote.wordId });
  await evaluatorOf()();
  expect(await found(rule)).toEqual([2]);
  const { store } = app.backend;
  const feed = (await store.alerts.feeds(account)).find((one) => one.viewId === viewId);
  if (!feed) throw new Error('The view has no feed');
  expect(await entriesOf(store, feed, timeZone)).toHaveLength(2);
});

test('findings of «Не меньше N» are one range while nothing of the view is left out, whatever else arrives', async () => {
  const rule = await addRule({ condition: 'least', least: 2, schedule: 'weekly' }, `?word=${app.metro.wordId}`);
  const evaluate = evaluatorOf();
  async function arrive(count: number) {
    await save(1, { wordId: app.vote.wordId });
    await save(count);
    await evaluate();
    clock.advance(minuteMs);
  }
  for (const count of [2, 1, 1, 3]) await arrive(count);
  const findings = async () => {
    const { rows } = await app.backend.store.alerts.deliveries(account, { limit: 100, offset: 0 });
    return rows.find(({ ruleId }) => ruleId === rule.ruleId)?.findings.map(({ count }) => count);
  };
  expect(await findings()).toEqual([7]);
  await arrive(1);
  clock.advance(2 * hourMs);
  await arrive(2);
  expect(await findings()).toEqual([7, 2]);
});

test('a rule on a tag finds what a work rule of its client tags, and rules of others do not wait', async () => {
  const { store } = app.backend;
  const { client: clientId, other } = app.clientIds;
  const tag = await store.work.createTag(clientId, { name: 'Дороги', color: 'red' }, null);
  const tagId = 'id' in tag ? tag.id : 0;
  const tagged = await addRule({}, `tag=${tagId}`);
  const work = { clientId, tagId, assignee: null, state: null, reason: null, hidden: false, paused: false };
  await store.workRules.create({ ...work, name: 'Тег', viewId: (await addRule()).viewId });
  account = `client:${other}`;
  const foreign = await addRule();
  await store.wordClients.create(app.metro.wordId, other);
  const evaluate = evaluatorOf();
  await save(2);
  await evaluate();
  expect(await found(foreign)).toEqual([2]);
  account = `client:${clientId}`;
  expect(await found(tagged)).toEqual([]);
  await createRuleEvaluator({ store, timeZone, logger: pino({ level: 'silent' }), now: clock.now })();
  await evaluate();
  expect(await found(tagged)).toEqual([2]);
});

test('«Моё» in the filter of a rule is the owner of the filter, also in the links of its messages', async () => {
  const { store } = app.backend;
  const { client: clientId } = app.clientIds;
  const person = { name: 'Анна', login: 'anna', role: 'owner', mayExport: false } as const;
  const invitation = { hash: new Uint8Array(32), until: clock.now() };
  const personId = (await store.people.invite(clientId, person, invitation, null)) ?? 0;
  const view = { account: `${account}/${personId}`, clientId: null, name: 'Моё', query: '?assignee=me' };
  const saved = await store.views.create(view, clock.now());
  const rule = await addRuleOn('id' in saved ? saved.id : 0);
  await save(3);
  const stories = await store.posts.listStories({ type: 'client', clientId }, viewing({ clientId }));
  const by = { who: 'Анна', onBehalfOf: clientId, address: '', at: clock.now() };
  for (const [index, assignee] of [personId, 0].entries()) {
    const wanted = [{ storyId: stories[index] ?? 0, version: 0 }];
    await store.work.change(clientId, { stories: wanted, change: { assignee }, batchId: null, taker: 0 }, by);
  }
  await evaluatorOf()();
  const { rows } = await store.alerts.deliveries(account, { limit: 10, offset: 0 });
  expect(rows.filter(({ ruleId }) => ruleId === rule.ruleId)).toMatchObject([
    { count: 1, query: `?assignee=${personId}` },
  ]);
});

test('an import is one message, and nothing is found twice', async () => {
  const [every, least] = [await addRule(), await addRule({ condition: 'least', least: 10 })];
  const evaluate = evaluatorOf();
  await save(3000, { postedAt: start - 2 * weekMs });
  for (let ticks = 0; ticks < 3; ticks += 1) await evaluate();
  await evaluatorOf()();
  expect([await found(every), await found(least)]).toEqual([[3000], [3000]]);
});

test('after 12 hours without a tick, everything missed is found once, even a period that has passed', async () => {
  const [every, least] = [await addRule(), await addRule({ condition: 'least', least: 10 })];
  await evaluatorOf()();
  await save(6);
  clock.advance(40 * minuteMs);
  await save(5);
  clock.advance(11 * hourMs);
  await save(1);
  clock.advance(hourMs);
  await evaluatorOf()();
  await evaluatorOf()();
  expect([await found(every), await found(least)]).toEqual([[12], [12]]);
});

test('stories outside the period do not count towards the number', async () => {
  const least = await addRule({ condition: 'least', least: 10 });
  const evaluate = evaluatorOf();
  for (let count = 0; count < 4; count += 1) {
    await save(4);
    await evaluate();
    clock.advance(31 * minuteMs);
  }
  expect(await found(least)).toEqual([]);
});

test('a tick without news makes one query', async () => {
  await addRule();
  const calls: string[] = [];
  const count = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, name) => {
        calls.push(String(name));
        return Reflect.get(object, name);
      },
    });
  const { alerts, posts: postsStore } = app.backend.store;
  const evaluate = evaluatorOf({ ...app.backend.store, alerts: count(alerts), posts: count(postsStore) });
  await save(2);
  for (let ticks = 0; ticks < 2; ticks += 1) await evaluate();
  calls.length = 0;
  await evaluate();
  expect(calls).toEqual(['settled']);
});

test('a rule that fails does not stop the others, and is tried again after a minute', async () => {
  const [failing, other] = [await addRule({}, '?text=авария'), await addRule()];
  let broken = true;
  const { posts: postsStore } = app.backend.store;
  const listArrivals: typeof postsStore.listArrivals = async (viewer, viewings, until) => {
    if (broken && viewings.some(({ filter }) => filter.text === 'авария')) throw new Error('broken');
    return postsStore.listArrivals(viewer, viewings, until);
  };
  const evaluate = evaluatorOf({ ...app.backend.store, posts: { ...postsStore, listArrivals } });
  await save(2);
  await save(1, { text: 'авария' });
  await evaluate();
  expect([await found(failing), await found(other)]).toEqual([[], [3]]);
  expect(logged).toEqual([{ err: expect.any(Error), ruleId: failing.ruleId }]);
  broken = false;
  await evaluate();
  expect(await found(failing)).toEqual([]);
  clock.advance(minuteMs);
  await evaluate();
  expect(await found(failing)).toEqual([1]);
});

test('a fault of the database is not a fault of the rule: the tick fails, and the rule does not rest', async () => {
  const rule = await addRule();
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  let broken = true;
  const { posts: postsStore } = app.backend.store;
  const listArrivals: typeof postsStore.listArrivals = async (...query) => {
    if (broken) throw full;
    return postsStore.listArrivals(...query);
  };
  const evaluate = evaluatorOf({ ...app.backend.store, posts: { ...postsStore, listArrivals } });
  await save(1);
  await expect(evaluate()).rejects.toBe(full);
  expect(logged).toEqual([]);
  broken = false;
  await evaluate();
  expect(await found(rule)).toEqual([1]);
});

test('a rule that is renamed during a tick finds the same with the next one', async () => {
  const rule = await addRule();
  const { alerts, posts: postsStore } = app.backend.store;
  const listArrivals: typeof postsStore.listArrivals = async (...query) => {
    await alerts.update(rule, { ...rule, name: 'Другое' }, clock.now());
    return postsStore.listArrivals(...query);
  };
  const evaluate = evaluatorOf({ ...app.backend.store, posts: { ...postsStore, listArrivals } });
  await save(2);
  await evaluate();
  expect(await found(rule)).toEqual([]);
  await evaluate();
  expect(await found(rule)).toEqual([2]);
});

test('a view that cannot be read finds nothing and is logged once; the others go on', async () => {
  const [broken, other] = [await addRule({}, '?text=(метро'), await addRule()];
  const evaluate = evaluatorOf();
  for (let ticks = 0; ticks < 2; ticks += 1) {
    await save(1);
    await evaluate();
  }
  expect([await found(broken), await found(other)]).toEqual([[], [2]]);
  expect(logged).toEqual([{ ruleId: broken.ruleId }]);
});

test('posts of a deleted phrase, and a story that joins a reported one, are not new', async () => {
  const rule = await addRule({}, `?word=${app.metro.wordId}`);
  const evaluate = evaluatorOf();
  await save(1, { postId: 1, text: 'первый текст' });
  await evaluate();
  await save(1, { postId: 2, text: 'второй текст' });
  await save(1, { postId: 2, text: 'первый текст' });
  await evaluate();
  expect(await found(rule)).toEqual([1]);
  await app.post(`/vknf/words/delete?id=${app.metro.wordId}`, 'admin');
  await save(1);
  await evaluate();
  expect(await found(rule)).toEqual([1]);
});

test('a story is reported once to a rule that gets it by a later row: under its phrase, in its source or city', async () => {
  const rules = [await addRule(), await addRule({}, '?owner=-3'), await addRule({}, '?city=2')];
  const evaluate = evaluatorOf();
  const foundByAll = async () => {
    await evaluate();
    return Promise.all(rules.map(found));
  };
  const post = { postId: 1, text: 'Открыта станция' };
  await save(1, { ...post, wordId: app.vote.wordId });
  expect(await foundByAll()).toEqual([[], [], []]);
  await save(1, post);
  expect(await foundByAll()).toEqual([[1], [], []]);
  await save(1, { ...post, postId: 2, ownerId: -3 });
  expect(await foundByAll()).toEqual([[1], [1], []]);
  await save(1, { ...post, postId: 3, cityId: 2 });
  await save(1, { ...post, postId: 4, cityId: 2, ownerId: -3 });
  expect(await foundByAll()).toEqual([[1], [1], [1]]);
  await save(1, { ...post, text: 'Закрыта станция' });
  expect(await foundByAll()).toEqual([[1], [1], [1]]);
});

test('the link of a waiting message shows the counted stories, while further rows join', async () => {
  const rule = await addRule({ schedule: 'daily' });
  await save(1, { text: 'Вчера' });
  await evaluatorOf()();
  await save(1, { text: 'Сегодня' });
  await save(1, { text: 'Чужое', wordId: app.vote.wordId });
  await evaluatorOf()();
  await save(3, { text: 'Сегодня' });
  await save(1, { text: 'Чужое' });
  await save(2);
  const { rows } = await app.backend.store.alerts.deliveries(account, { limit: 1, offset: 0 });
  const { findings = [], count } = rows.find(({ ruleId }) => ruleId === rule.ruleId) ?? {};
  const viewer = viewerOf(account);
  const all = storiesOfView(viewer, timeZone, '') ?? viewing();
  const shown = findings.map(({ since, until }) =>
    app.backend.store.posts.count(viewer, withFilters(all, { since, until })),
  );
  expect([count, await Promise.all(shown)]).toEqual([2, [2]]);
});

test('a deleted client’s rules are gone', async () => {
  const rule = await addRule();
  const evaluate = evaluatorOf();
  await evaluate();
  await save(1);
  await app.post(`/server/clients/delete?id=${app.clientIds.client}`, 'admin');
  await evaluate();
  expect([await found(rule), logged]).toEqual([[], []]);
});

test('late posts of an hour that has ended are a spike, once', async () => {
  for (let week = 1; week <= 5; week += 1) await save(2, { postedAt: start - week * weekMs + 10 * minuteMs });
  const rule = await addRule({ condition: 'spike', least: 5 });
  const evaluate = evaluatorOf();
  await save(4, { postedAt: start + 20 * minuteMs });
  clock.advance(3 * hourMs);
  await evaluate();
  expect(await found(rule)).toEqual([]);
  await save(10, { postedAt: start + 30 * minuteMs });
  for (let ticks = 0; ticks < 2; ticks += 1) await evaluate();
  await save(9, { postedAt: start + 40 * minuteMs });
  await evaluate();
  await evaluatorOf()();
  expect(await found(rule)).toEqual([14]);
});

/** Thirty posts in the hour after `start`, in each of five earlier weeks. */
async function saveUsual(): Promise<void> {
  for (let week = 1; week <= 5; week += 1) await save(30, { postedAt: start - week * weekMs + 10 * minuteMs });
}

test('a silence is reported once, also without a single post, and late posts end it before it is sent', async () => {
  await saveUsual();
  const rule = await addRule({ condition: 'silence' });
  const evaluate = evaluatorOf();
  clock.advance(hourMs);
  for (let ticks = 0; ticks < 2; ticks += 1) await evaluate();
  await evaluatorOf()();
  expect(await found(rule)).toEqual([0]);
  const { store } = app.backend;
  const [waiting] = (await store.alerts.deliveries(account, { limit: 1, offset: 0 })).rows;
  if (!waiting) throw new Error('No message');
  expect((await recount(store.posts, waiting, timeZone)).findings).toMatchObject([{ count: 0, usual: 30 }]);
  await save(31, { postedAt: start + 20 * minuteMs });
  expect((await recount(store.posts, waiting, timeZone)).findings).toEqual([]);
});

test('there is no silence while a phrase was not collected, was frozen or the service was down', async () => {
  const db = new DatabaseSync(app.backend.file);
  const collect = (from: number, to: number) =>
    db.prepare('INSERT INTO collection_windows VALUES (?, ?, ?, 1)').run(app.metro.wordId, from, to);
  await saveUsual();
  collect(start - 10 * weekMs, start + 30 * minuteMs);
  const rule = await addRule({ condition: 'silence' });
  const evaluate = evaluatorOf();
  clock.advance(hourMs);
  await evaluate();
  expect(await found(rule)).toEqual([]);
  collect(start + 30 * minuteMs + 1, start + 65 * minuteMs);
  clock.advance(hourMs);
  await evaluate();
  expect(await found(rule)).toEqual([0]);
  db.close();
});

test('a spike of changed filters is compared with earlier weeks of these', async () => {
  for (let week = 1; week <= 5; week += 1) {
    const postedAt = start - week * weekMs + 10 * minuteMs;
    await save(12, { postedAt });
    for (let index = 0; index < 2; index += 1) await save(1, { postedAt, text: `вокзал ${week} ${index}` });
  }
  const rule = await addRule({ condition: 'spike', least: 5 }, '?text=станция');
  const evaluate = evaluatorOf();
  await save(8, { postedAt: start + 20 * minuteMs });
  clock.advance(hourMs);
  await evaluate();
  expect(await found(rule)).toEqual([]);
  const { views } = app.backend.store;
  const view = (await views.list(account)).find(({ viewId }) => viewId === rule.viewId);
  if (view) await views.update(view, { query: '?text=вокзал' });
  for (let index = 0; index < 12; index += 1) {
    await save(1, { postedAt: start + 30 * minuteMs, text: `вокзал открыт ${index}` });
  }
  await evaluate();
  expect(await found(rule)).toEqual([12]);
});
