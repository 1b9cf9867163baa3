// Proves: alerts#history
/**
 * «Проверить на истории» shows the messages that the evaluation would have sent, and their links show exactly these posts.
 */
import { createEvaluator } from '../../server/backend/jobs/alerts/evaluate-rules.ts';
import type { AlertRule, RuleFields } from '../../server/backend/rules/alerts/rule.ts';
import { type AlertHistory, loadAlertHistory } from '../../shared/api/alerts.ts';
import { defaultPostSort } from '../../shared/api/posts.ts';
import { dayMs, hourMs } from '../../shared/durations.ts';
import { formatQuery } from '../../shared/list-query.ts';
import { allFilters } from '../../shared/pages/post-filters.ts';
import { parsePostsQuery, postFiltersOf } from '../../shared/pages/posts-query.ts';
import { Random } from '../support/random.ts';
import { createTestClock } from '../support/test-clock.ts';
import { startTwoClients, type TwoClients } from '../support/two-clients.ts';

const timeZone = 'Europe/Moscow';
/** A Monday, 11:30 in Moscow. */
const now = Date.parse('2026-11-23T11:30:00+03:00');
/** The first full hour of the last 30 days. */
const start = now - 30 * dayMs + hourMs / 2;

const queries = ['', '?owner=-2', '?text=авария'];
const conditions: Pick<RuleFields, 'condition' | 'least' | 'period' | 'schedule'>[] = [
  ...(['now', 'hourly', 'daily', 'weekly'] as const).map(
    (schedule) => ({ condition: 'every', least: 1, period: 'hour', schedule }) as const,
  ),
  { condition: 'least', least: 2, period: 'hour', schedule: 'now' },
  { condition: 'least', least: 4, period: 'day', schedule: 'now' },
  { condition: 'least', least: 3, period: 'day', schedule: 'daily' },
  { condition: 'least', least: 10, period: 'week', schedule: 'hourly' },
];

type Sent = { at: number; count: number };
const sent = new Map<number, Sent[]>();
const rules: AlertRule[] = [];
const clock = createTestClock(start - 10 * dayMs);
let app: TwoClients;

type HistoryPost = { at: number; ownerId: number; text: string };

/** Half of the posts come in bursts, and a third are copies of earlier ones, also from before the 30 days. */
function composePosts(random: Random): HistoryPost[] {
  const bursts = Array.from({ length: 8 }, () => random.below(30 * dayMs));
  const times = Array.from({ length: 150 }, (_, index) =>
    index % 2 === 0 ? random.below(39 * dayMs) - 9 * dayMs : random.pick(bursts) + random.below(2 * hourMs),
  );
  const texts: string[] = [];
  return times
    .map((time) => Math.floor((start + time) / 1000) * 1000)
    .filter((at) => at <= now)
    .sort((a, b) => a - b)
    .map((at, index) => {
      const text =
        texts.length > 0 && random.chance(0.35)
          ? random.pick(texts.slice(-25))
          : `${random.pick(['авария', 'ремонт'])} номер ${index} ${(index * 7919).toString(36)}`;
      texts.push(text);
      return { at, ownerId: -1 - random.below(3), text };
    });
}

async function addRules(): Promise<void> {
  const { alerts, views } = app.backend.store;
  const account = `client:${app.clientIds.client}`;
  for (const query of queries) {
    const view = await views.create({ account, clientId: null, name: `Фильтр ${query}`, query }, clock.now());
    if (view.outcome !== 'saved') throw new Error(view.outcome);
    for (const [index, condition] of conditions.entries()) {
      const fields = {
        channel: 'email',
        address: '',
        secret: null,
        quietFrom: null,
        quietTo: null,
        viewId: view.id,
      } as const;
      await alerts.create({ ...condition, ...fields, account, name: `${query} ${index}` }, clock.now());
    }
  }
  rules.push(...(await alerts.rules(account)));
}

async function deliver(): Promise<void> {
  const { alerts } = app.backend.store;
  const at = Math.ceil(clock.now() / hourMs) * hourMs;
  for (const { deliveryId } of await alerts.due(clock.now(), 100)) {
    const claimed = await alerts.claim(deliveryId, clock.now(), now);
    if (!claimed || !('rule' in claimed)) throw new Error('The message is not due');
    await alerts.finish(claimed, { state: 'sent', at: clock.now(), error: null });
    const message = { at: Math.min(at, now), count: claimed.count };
    sent.set(claimed.rule.ruleId, [...(sent.get(claimed.rule.ruleId) ?? []), message]);
  }
}

/** Saves the posts at their times, and evaluates at the end of every hour, and now. */
async function simulate(posts: HistoryPost[]): Promise<void> {
  const log = (fields: unknown) => {
    throw fields;
  };
  const evaluate = createEvaluator({
    store: app.backend.store,
    timeZone,
    now: clock.now,
    logger: { error: log, warn: log },
  });
  const moveTo = (time: number) => clock.advance(time - clock.now());
  let postId = 0;
  async function saveUntil(time: number): Promise<void> {
    while (posts[0] !== undefined && posts[0].at <= time) {
      const { at, ownerId, text } = posts.shift() as HistoryPost;
      postId += 1;
      moveTo(at);
      await app.save({ wordId: app.metro.wordId, postId, ownerId, text, postedAt: at });
    }
  }
  await saveUntil(start - 1);
  moveTo(start);
  await addRules();
  for (let end = start + hourMs; end < now; end += hourMs) {
    await saveUntil(end - 1);
    moveTo(end - 1);
    await evaluate();
    await deliver();
    moveTo(end);
    await deliver();
  }
  await saveUntil(now);
  moveTo(now);
  await evaluate();
  await deliver();
}

/** The trials that were read. */
const tried: { rule: AlertRule; history: AlertHistory }[] = [];

async function tryRule(rule: AlertRule): Promise<AlertHistory> {
  const { viewId, condition, least, period, schedule } = rule;
  const call = loadAlertHistory({ viewId, condition, least, period, schedule });
  const history = call.read((await app.get(call.path, 'client')).body);
  tried.push({ rule, history });
  return history;
}

async function countLinked(href: string): Promise<number> {
  const { searchParams } = new URL(href, 'http://console');
  const filters = postFiltersOf(parsePostsQuery(Object.fromEntries(searchParams), defaultPostSort), allFilters);
  const { body } = await app.get(`/vknf/posts/count${formatQuery(filters)}`, 'client');
  return (body as { total: number }).total;
}

beforeAll(async () => {
  app = await startTwoClients({ now: clock.now });
  await simulate(composePosts(new Random(26)));
});
afterAll(() => app.close());

test('a trial has the messages that an evaluation with a simulated clock sends', async () => {
  for (const rule of rules) {
    const messages = sent.get(rule.ruleId) ?? [];
    const history = await tryRule(rule);
    const found = history.items.map(({ at, count }) => ({ at: Date.parse(at ?? ''), count }));
    expect([rule.name, found]).toEqual([rule.name, messages.slice(-20).reverse()]);
    const posts = messages.reduce((sum, { count }) => sum + count, 0);
    expect([rule.name, history.messages, history.posts]).toEqual([rule.name, messages.length, posts]);
  }
  expect([...sent.values()].filter((messages) => messages.length > 3).length).toBeGreaterThan(rules.length / 2);
});

test('a link of a trial shows exactly the stories of its message', async () => {
  let links = 0;
  for (const { rule, history } of tried) {
    for (const { count, href } of history.items) {
      if (href === null) continue;
      links += 1;
      expect([rule.name, href, await countLinked(href)]).toEqual([rule.name, href, count]);
    }
  }
  expect(links).toBeGreaterThan(100);
});
