// Proves: work-rules#rules
/** Work rules: their effect on the stories of new posts, and the values that they leave unchanged. */
import { pino } from 'pino';
import { createRuleEvaluator, type RulesDeps } from '../../server/backend/jobs/work-rules.ts';
import { describeWork } from '../../server/backend/rules/journal/describe-work.ts';
import { noWork, type WorkChange } from '../../server/backend/rules/work.ts';
import type { WorkRuleFields } from '../../server/backend/rules/work-rule.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing, viewingSince } from '../support/viewing.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let wordId: number;
let postId = 0;
const by = (who = 'anna') => ({ who, onBehalfOf: clientId, address: '', at: now });

beforeEach(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  wordId = await opened.createWord(clientId);
});
afterEach(() => opened.close());

async function addView(text: string): Promise<number> {
  const view = { account: `client:${clientId}`, clientId: null, name: text, query: `?text=${text}` };
  const saved = await opened.store.views.create(view, now);
  return 'id' in saved ? saved.id : 0;
}
async function addTag(name: string): Promise<number> {
  const saved = await opened.store.work.createTag(clientId, { name, color: 'red' }, by());
  return saved.outcome === 'saved' ? saved.id : 0;
}
const nothing = { tagId: null, assignee: null, state: null, reason: null, hidden: false, paused: false };
async function addRule(fields: Partial<WorkRuleFields> & { name: string; viewId: number }): Promise<number> {
  const saved = await opened.store.workRules.create({ ...nothing, ...fields, clientId }, by());
  return 'id' in saved ? saved.id : 0;
}
/** Saves a post; returns its story. */
async function addPost(text: string): Promise<number> {
  postId += 1;
  await opened.store.posts.save([newPost({ wordId, postId, userId: postId, text, postedAt: now + postId * 1000 })]);
  const { rows } = await opened.store.posts.page({ type: 'client', clientId }, viewing(), {
    limit: 1,
    offset: 0,
    orderBy: 'post_dt',
    orderDirection: 'DESC',
  });
  return rows[0]?.storyId ?? 0;
}
async function workOf(story: number) {
  const scope = viewing({
    clientId,
    story: story,
    state: 'any' as const,
    shownWork: { people: {}, tags: [], now },
  });
  const page = { limit: 1, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  return (await opened.store.posts.page({ type: 'client', clientId }, scope, page)).rows[0]?.work ?? noWork;
}
async function change(storyId: number, wanted: WorkChange): Promise<void> {
  const { version } = await workOf(storyId);
  const request = { stories: [{ storyId, version }], change: wanted, batchId: null, taker: 0 };
  await opened.store.work.change(clientId, request, by());
}
const evaluator = (store: RulesDeps['store'] = opened.store) =>
  createRuleEvaluator({ store, timeZone: 'UTC', logger: pino({ level: 'silent' }), now: () => now });
const rules = () => opened.store.workRules.list(clientId);
const objects = async () =>
  (
    await opened.store.journal.page({ limit: 20, offset: 0, who: '', action: 'rule-changed', from: null, to: null })
  ).rows.map(({ object }) => object);

test('the first rule that sets a state or a person wins over later ones, and tags add up', async () => {
  const [road, bridge] = [await addView('дорога'), await addView('мост')];
  const [spam, city] = [await addTag('Спам'), await addTag('Город')];
  const old = await addPost('Старая дорога и мост');
  const first = await addRule({ name: 'Спам', viewId: road, tagId: spam, state: 'rejected', reason: 'Реклама' });
  const second = await addRule({ name: 'Мосты', viewId: bridge, tagId: city, assignee: 0, state: 'in-progress' });
  const [both, one] = [await addPost('Новая дорога через мост'), await addPost('Мост закрыли')];
  await evaluator()();
  expect(await workOf(both)).toMatchObject({ state: 'rejected', reason: 'Реклама', assignee: 0, tags: [spam, city] });
  expect(await workOf(one)).toMatchObject({
    state: 'in-progress',
    assignee: 0,
    tags: [city],
  });
  expect((await workOf(old)).version).toBe(0);
  expect(await rules()).toMatchObject([
    { ruleId: first, fired: 1 },
    { ruleId: second, fired: 2 },
  ]);

  await opened.store.workRules.move((await rules())[1] as never, 'up', by());
  expect((await rules()).map(({ ruleId }) => ruleId)).toEqual([second, first]);
  expect(await objects()).toEqual([`Правило разметки «Мосты», клиент ${clientId}: выше`]);
  const third = await addPost('Дорога на другой мост');
  await evaluator()();
  expect(await workOf(third)).toMatchObject({ state: 'in-progress', reason: null, tags: [spam, city] });
});

test('a rule acts once, and never where a person has acted, even when copies arrive', async () => {
  const viewId = await addView('дорога');
  const tagId = await addTag('Спам');
  const story = await addPost('Ремонт: дорога закрыта до зимы');
  await change(story, { state: 'in-progress', assignee: null });
  await addRule({ name: 'Спам', viewId, tagId, assignee: 0, state: 'resolved' });
  const evaluate = evaluator();
  expect(await addPost('Ремонт: дорога закрыта до зимы')).toBe(story);
  await evaluate();
  expect(await workOf(story)).toMatchObject({ state: 'in-progress', assignee: 0, tags: [tagId] });
  await change(story, { removeTags: [tagId], assignee: null });
  await addPost('Ремонт: дорога закрыта до зимы');
  await evaluate();
  expect(await workOf(story)).toMatchObject({ state: 'in-progress', assignee: null, tags: [] });
  const [rule] = await rules();
  expect(rule).toMatchObject({ fired: 1 });

  const { work } = opened.store;
  const other = await addPost('Другая дорога открыта');
  const wanted = { addTags: [tagId], assignee: 0, state: 'resolved' } as const;
  const account = `client:${clientId}`;
  const stories = [story, other];
  const past = { stories, change: wanted, taker: null, ruleId: rule?.ruleId ?? 0, account, at: now };
  await work.startBatch(clientId, past, by());
  expect([await work.stepBatch(now), await work.stepBatch(now)]).toEqual([true, false]);
  expect(await workOf(other)).toMatchObject({ state: 'resolved', assignee: 0, tags: [tagId] });
  expect(await work.ruleRuns(clientId)).toMatchObject([
    { rule: 'Спам', who: 'anna', state: 'done', total: 2, changed: 1, skipped: 1 },
    { rule: 'Спам', who: 'правило «Спам»', state: 'done', total: 1, changed: 1 },
  ]);
  expect((await work.story(clientId, other))?.history).toMatchObject([{ rule: 'Спам', who: 'anna' }]);
  expect(await rules()).toMatchObject([{ fired: 2 }]);
});

test('a story that a rule hides leaves the feed, its figures and alerts, until it is brought back or the run is undone', async () => {
  const { alerts, posts, work } = opened.store;
  await addRule({ name: 'Прочь', viewId: await addView('дорога'), hidden: true });
  const [spam, other] = [await addPost('Дорога и реклама'), await addPost('Мост открыт')];
  const newest = await alerts.newestArrival();
  await evaluator()();

  const viewer = { type: 'client', clientId } as const;
  async function shown(filters: Partial<FlatViewing> = {}) {
    const flat = { clientId, account: `client:${clientId}`, ...filters };
    const scope = viewing(flat);
    const page = { limit: 10, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
    const [arrivals = []] = await posts.listArrivals(viewer, [viewingSince(0, flat)], newest);
    const totals = [
      await posts.count(viewer, scope),
      (await posts.page(viewer, scope, page)).rows.length,
      (await posts.histogram(viewer, scope, now)).bars.reduce((sum, { total }) => sum + total, 0),
      arrivals.reduce((sum, { count }) => sum + count, 0),
      (await posts.countWork(viewer, scope)).total,
    ];
    return { stories: await posts.listStories(viewer, scope), totals: [...new Set(totals)] };
  }
  expect(await shown()).toEqual({ stories: [other], totals: [1] });
  expect(await shown({ state: 'hidden' })).toEqual({ stories: [spam], totals: [1] });
  expect(await shown({ state: 'open' })).toEqual({ stories: [other], totals: [1] });
  expect(await shown({ clientId: null })).toMatchObject({ stories: [other, spam] });
  expect((await posts.countWork(viewer, viewing({ clientId }))).states).toMatchObject({ open: 1, hidden: 1 });

  await addPost('Дорога и реклама');
  await evaluator()();
  expect((await shown()).stories).toEqual([other]);
  const [run] = await work.ruleRuns(clientId);
  expect(run).toMatchObject({ rule: 'Прочь', changed: 1 });
  await work.undoBatch(clientId, run?.batchId ?? 0, by(), `client:${clientId}`);
  expect((await shown()).stories).toEqual([spam, other]);
  await addPost('Дорога и реклама');
  await evaluator()();
  expect((await shown()).stories).toHaveLength(2);

  const wrong = await addPost('Другая дорога');
  await evaluator()();
  expect(await workOf(wrong)).toMatchObject({ state: 'new', hidden: true });
  await change(wrong, { hidden: false });
  expect((await shown()).stories).toHaveLength(3);
  const texts = (await work.story(clientId, wrong))?.history.map(({ before, after }) =>
    describeWork({ before, after, people: {}, tags: {} }),
  );
  expect(texts).toEqual(['возвращено в ленту', 'скрыто из ленты']);
});

test('alerts of a client read only rows that its work rules have evaluated, and alerts of others do not wait', async () => {
  const { alerts } = opened.store;
  const other = await opened.createClient();
  await addRule({ name: 'Тег', viewId: await addView('дорога'), tagId: await addTag('дороги') });
  await addRule({ name: 'Пауза', viewId: await addView('мост'), state: 'resolved', paused: true });
  await addPost('Дорога закрыта');
  const newest = await alerts.newestArrival();
  const before = await alerts.settled();
  expect(before).toEqual({ newest, byClient: new Map([[clientId, newest - 1]]) });
  expect(before.byClient.has(other)).toBe(false);
  await evaluator()();
  expect(await alerts.settled()).toEqual({ newest, byClient: new Map([[clientId, newest]]) });
});

test('a rule whose filter, tag or person is gone is paused with the reason, and the others continue', async () => {
  const [road, bridge] = [await addView('дорога'), await addView('мост')];
  const [tagId, gone] = [await addTag('Город'), await addTag('Лишний')];
  await addRule({ name: 'Без фильтра', viewId: road, tagId });
  await addRule({ name: 'Без тега', viewId: bridge, tagId: gone });
  await addRule({ name: 'Без человека', viewId: bridge, assignee: 999 });
  await addRule({ name: 'Целое', viewId: bridge, tagId });
  const view = (await opened.store.views.list(`client:${clientId}`)).find(({ viewId }) => viewId === road);
  if (view) await opened.store.views.delete(view);
  await opened.store.work.deleteTag(clientId, gone, by());
  const story = await addPost('Дорога и мост');
  await evaluator()();
  expect((await rules()).map(({ fault }) => fault)).toEqual(['view-gone', 'tag-gone', 'person-gone', null]);
  expect(await workOf(story)).toMatchObject({ tags: [tagId] });
  expect((await objects()).toReversed()).toEqual([
    `Правило разметки «Без фильтра», клиент ${clientId}: приостановлено, фильтр удалён`,
    `Правило разметки «Без тега», клиент ${clientId}: приостановлено, тег удалён`,
    `Правило разметки «Без человека», клиент ${clientId}: приостановлено, исполнитель удалён или отключён`,
  ]);

  const [first] = await rules();
  if (first) await opened.store.workRules.update(first, { ...first, viewId: bridge }, by());
  expect((await rules()).map(({ fault }) => fault)[0]).toBeNull();
});

test('a rule whose evaluation fails three times is paused, and the others continue', async () => {
  const [road, bridge] = [await addView('дорога'), await addView('мост')];
  const tagId = await addTag('Город');
  await addRule({ name: 'Падает', viewId: road, tagId });
  await addRule({ name: 'Целое', viewId: bridge, tagId });
  const story = await addPost('Дорога и мост');
  const { posts } = opened.store;
  const listArrivedStories: typeof posts.listArrivedStories = (viewer, viewings, until) => {
    if (viewings.some(({ filter }) => filter.text === 'дорога')) return Promise.reject(new Error('failed'));
    return posts.listArrivedStories(viewer, viewings, until);
  };
  const evaluate = evaluator({ ...opened.store, posts: { ...posts, listArrivedStories } });
  const faults = async () => (await rules()).map(({ fault }) => fault);
  for (let ticks = 0; ticks < 2; ticks += 1) await evaluate();
  expect(await faults()).toEqual([null, null]);
  await evaluate();
  expect(await workOf(story)).toMatchObject({ tags: [tagId] });
  expect(await faults()).toEqual(['failed', null]);
});

test('a rule that is paused or deleted while it is evaluated does no more', async () => {
  const viewId = await addView('дорога');
  await addRule({ name: 'Спам', viewId, state: 'resolved' });
  const [rule] = await rules();
  if (!rule) throw new Error('No rule');
  const { workRules } = opened.store;
  const [first, second] = [await addPost('Первая дорога'), await addPost('Вторая дорога')];
  await workRules.update(rule, { ...rule, paused: true }, by());
  expect(await workRules.run(rule, [first], now)).toBe(0);
  await workRules.update(rule, { ...rule, paused: false }, by());
  expect(await workRules.run(rule, [first], now)).toBe(1);
  await workRules.delete(rule, by());
  expect(await workRules.run(rule, [second], now)).toBe(0);
  expect(await workOf(second)).toMatchObject({ state: 'new' });
});

test('a long change of many stories lets a short one pass', async () => {
  const { work } = opened.store;
  const story = await addPost('Дорога закрыта');
  const many = Array.from({ length: 300 }, (_, index) => 1000 + index);
  const start = (stories: readonly number[]) =>
    work.startBatch(
      clientId,
      { stories, change: { state: 'resolved' }, taker: null, ruleId: null, account: `client:${clientId}`, at: now },
      by(),
    );
  const long = await start(many);
  await work.stepBatch(now);
  const short = await start([story]);
  await work.stepBatch(now);
  expect(await work.batch(clientId, short)).toMatchObject({ state: 'done', changed: 1 });
  expect(await work.batch(clientId, long)).toMatchObject({ state: 'running', done: 100 });
});
