// Proves: alerts#delivery, alerts#rule, alerts#time
/** The store of alerts: rules, the outbox, and Atom feeds. */
import { pino } from 'pino';
import { recountWaiting } from '../../server/backend/domain/alerts/findings.ts';
import type { Channel } from '../../server/backend/jobs/sending/message.ts';
import { createSender } from '../../server/backend/jobs/sending/sender.ts';
import { toDeliveryFields } from '../../server/backend/resources/alerts/alert.ts';
import type { AlertRule, Finding, RuleFields } from '../../server/backend/rules/alerts/rule.ts';
import type { AlertsStore } from '../../server/backend/store/alerts.ts';
import type { ClaimedDelivery, DueDelivery } from '../../server/backend/store/deliveries.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { grant } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const now = Date.parse('2026-11-20T09:00:00Z');
const by = { who: 'admin', onBehalfOf: null, address: '203.0.113.7', at: now };

let fixture: TestStore;
let clientId: string;
let wordId: number;
let alerts: AlertsStore;
let account: string;
let viewId: number;

beforeEach(async () => {
  fixture = await openTestStore();
  clientId = await fixture.createClient();
  wordId = await fixture.createWord(clientId, { text: 'метро' });
  alerts = fixture.store.alerts;
  account = `client:${clientId}`;
  viewId = await createView('Город');
});
afterEach(() => fixture.close());

async function createView(name: string, owner = account, sharedWith: string | null = null): Promise<number> {
  const saved = await fixture.store.views.create(
    { account: owner, clientId: sharedWith, name, query: `?text=${name}` },
    now,
  );
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  return saved.id;
}

const rule = (fields: Partial<RuleFields> = {}) => ({
  account,
  viewId,
  name: 'Станции',
  condition: 'every' as const,
  least: 1,
  period: 'hour' as const,
  channel: 'email' as const,
  address: 'press@example.ru',
  secret: null,
  schedule: 'now' as const,
  quietFrom: null,
  quietTo: null,
  ...fields,
});

async function ruleOf(ruleId: number, owner = account): Promise<AlertRule> {
  const found = (await alerts.rules(owner)).find((other) => other.ruleId === ruleId);
  if (!found) throw new Error(`No rule ${ruleId}`);
  return found;
}

async function createRule(fields: Partial<RuleFields> & { account?: string } = {}): Promise<AlertRule> {
  const saved = await alerts.create({ ...rule(fields), account: fields.account ?? account }, now, by);
  if (saved.outcome !== 'saved') throw new Error(saved.outcome);
  return ruleOf(saved.id, fields.account);
}

let posts = 0;
async function savePost(): Promise<number> {
  posts += 1;
  await fixture.store.posts.save([newPost({ wordId, postId: posts, text: `станция номер ${posts}` })]);
  return alerts.newestArrival();
}

const finding = (since: number, until: number, fields: Partial<Finding> = {}): Finding => ({
  at: now,
  reached: null,
  since,
  until,
  count: until - since,
  from: null,
  to: null,
  usual: null,
  ...fields,
});

/** Makes the rule report the finding; the message is due at `dueAt`. Returns the changed rule. */
async function report(before: AlertRule, found: Finding, dueAt = now): Promise<AlertRule> {
  const progress = { evaluated: found.until, fired: found.until, firedHour: before.firedHour };
  await alerts.advance(before, progress, { finding: found, dueAt });
  return ruleOf(before.ruleId, before.account);
}

const deliveries = async () => (await alerts.deliveries(null, { limit: 100, offset: 0 })).rows;
const states = async () => (await deliveries()).map(({ state }) => state);
const records = async () =>
  (await fixture.store.journal.page({ limit: 10, offset: 0, who: '', action: null, from: null, to: null })).rows;

/** Takes the message that is due the longest; null when none is. */
async function claimNext(time = now): Promise<ClaimedDelivery | null> {
  const [first] = await alerts.due(time, 10);
  const claimed = first ? await alerts.claim(first.deliveryId, time, time + 120_000) : null;
  return claimed && 'rule' in claimed ? claimed : null;
}

async function claim(time = now): Promise<ClaimedDelivery> {
  const claimed = await claimNext(time);
  if (!claimed) throw new Error('Nothing is due');
  return claimed;
}

describe('a rule', () => {
  test('starts with the newest story, keeps its fields, and is listed by name for its account alone', async () => {
    const newest = await savePost();
    const spike = await createRule({ name: 'Ёлки', condition: 'spike', least: 5, quietFrom: 1320, quietTo: 420 });
    await createRule({ name: 'вокзал' });
    expect((await alerts.rules(account)).map(({ name }) => name)).toEqual(['вокзал', 'Ёлки']);
    expect(await alerts.rules('admin:1')).toEqual([]);
    expect(spike).toEqual({
      ...rule({ name: 'Ёлки', condition: 'spike', least: 5, quietFrom: 1320, quietTo: 420 }),
      ruleId: spike.ruleId,
      paused: false,
      createdAt: now,
      view: 'Город',
      query: '?text=Город',
      evaluated: newest,
      fired: newest,
      firedHour: now,
      version: 1,
      changedAt: null,
      changedBy: null,
    });
  });

  test('has a different name from the account’s other rules, ignoring case and ё; an account has at most 100', async () => {
    const first = await createRule({ name: 'Ёлки' });
    const second = await createRule({ name: 'Сосны' });
    expect(await alerts.create(rule({ name: 'елки' }), now)).toEqual({ outcome: 'duplicate' });
    expect(await alerts.update(second, rule({ name: 'ЁЛКИ' }), now)).toEqual({ outcome: 'duplicate' });
    expect((await alerts.update(first, rule({ name: 'ЕЛКИ' }), now)).outcome).toBe('saved');
    for (let index = 2; index < 100; index += 1) await alerts.create(rule({ name: `Правило ${index}` }), now);
    expect(await alerts.create(rule({ name: 'Лишнее' }), now, null, 100)).toEqual({ outcome: 'too-many' });
    expect((await createRule({ name: 'Ёлки', account: 'admin:1' })).ruleId).toBeGreaterThan(100);
  });

  test.each([
    ['another view', async () => ({ viewId: await createView('Район') })],
    ['another condition', async () => ({ condition: 'least' as const, least: 3 })],
    ['another period', async () => ({ period: 'day' as const })],
  ])('with %s starts again with the newest story, and cancels its untried messages', async (_, change) => {
    let current = await createRule();
    current = await report(current, finding(0, 1));
    await claim();
    current = await report(current, finding(1, 2));
    const newest = await savePost();
    await alerts.update(current, rule(await change()), now, by);
    expect(await ruleOf(current.ruleId)).toMatchObject({ evaluated: newest, fired: newest, firedHour: now });
    expect(await states()).toEqual(['cancelled', 'waiting']);
  });

  test('with another channel sends its untried messages through it', async () => {
    let current = await createRule();
    current = await report(current, finding(0, 1));
    await claim();
    current = await report(current, finding(1, 2));
    await alerts.update(current, rule({ channel: 'chat', address: 'https://chat/x' }), now, by);
    expect(await deliveries()).toMatchObject([
      { channel: 'chat', state: 'waiting' },
      { channel: 'email', state: 'cancelled', endedAt: now },
    ]);
    expect(await ruleOf(current.ruleId)).toMatchObject({ evaluated: 2, address: 'https://chat/x' });
  });

  test('with an earlier schedule sends its untried messages earlier, and a tried one at its own time', async () => {
    let current = await createRule({ schedule: 'weekly' });
    current = await report(current, finding(0, 1));
    const leaseEnd = (await claim()).dueAt;
    current = await report(current, finding(1, 2), now + 1000);
    await alerts.update(current, rule({ schedule: 'hourly' }), now, by, now + 2000);
    await alerts.update(current, rule(), now, by, now + 500);
    expect((await deliveries()).map(({ dueAt }) => dueAt)).toEqual([now + 500, leaseEnd]);
  });

  test('that is paused cancels its messages and is not active; resumed, it starts with the newest story', async () => {
    const current = await report(await createRule(), finding(0, 1));
    await alerts.setPaused(current, true, now, by);
    await alerts.setPaused(current, true, now, by);
    expect([await states(), await alerts.activeRules()]).toEqual([['cancelled'], []]);
    const newest = await savePost();
    await alerts.setPaused(current, false, now, by);
    const resumed = { paused: false, version: 3, changedAt: now, changedBy: by.who };
    expect(await alerts.activeRules()).toEqual([
      { ...current, ...resumed, evaluated: newest, fired: newest } satisfies AlertRule,
    ]);
    expect((await records()).map(({ action, object }) => [action, object])).toEqual([
      ['rule-changed', expect.stringMatching(/: возобновлено$/)],
      ['rule-changed', expect.stringMatching(/: приостановлено$/)],
      ['rule-added', 'Правило «Станции» (фильтр «Город», каждый пост, E-mail, клиент client-1001)'],
    ]);
  });

  test('that is deleted leaves its messages in the log, cancelled unless they had ended', async () => {
    let current = await report(await createRule(), finding(0, 1));
    await alerts.finish(await claim(), { state: 'sent', at: now, error: null });
    current = await report(current, finding(1, 2));
    await alerts.delete(current, now + 1, by);
    expect(await alerts.rules(account)).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { ruleId: null, ruleName: 'Станции', state: 'cancelled', endedAt: now + 1 },
      { ruleId: null, ruleName: 'Станции', state: 'sent', endedAt: now },
    ]);
    expect((await records())[0]).toMatchObject({ action: 'rule-deleted' });
  });
});

describe('what a rule reports', () => {
  test('joins the waiting message that was not tried, which is due at the earlier time', async () => {
    let current = await createRule({ condition: 'least' });
    current = await report(current, finding(0, 2), now + 1000);
    current = await report(current, finding(2, 3), now + 2000);
    await report(current, finding(5, 9), now + 500);
    expect(await deliveries()).toMatchObject([
      { findings: [finding(0, 3), finding(5, 9)], count: 7, dueAt: now + 500, tries: 0 },
    ]);
  });

  test('is one range of stories with the condition «Каждый пост», and separate for windows of time', async () => {
    let current = await createRule();
    current = await report(current, finding(0, 2));
    current = await report(current, finding(5, 6));
    const window = { from: now - 3_600_000, to: now, usual: 2 };
    await report(current, finding(6, 7, window));
    expect((await deliveries())[0]?.findings).toEqual([finding(0, 6, { count: 3 }), finding(6, 7, window)]);
  });

  test('goes to another message once the first one was tried', async () => {
    const current = await report(await createRule(), finding(0, 1));
    const first = await claim();
    await alerts.retry(first, now + 30_000, 'Сервер не отвечает');
    await report(current, finding(1, 2));
    const both = await deliveries();
    expect(both.map(({ count, tries }) => [count, tries])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(new Set(both.map(({ key }) => key)).size).toBe(2);
  });

  test('goes to another message once the filter of its view has changed', async () => {
    const current = await report(await createRule({ schedule: 'daily' }), finding(0, 1));
    const [view] = await fixture.store.views.list(account);
    if (!view) throw new Error('No view');
    await fixture.store.views.update(view, { query: '?text=Район' });
    await report(await ruleOf(current.ruleId), finding(1, 2));
    expect((await deliveries()).map(({ query, findings }) => [query, findings])).toEqual([
      ['?text=Район', [finding(1, 2)]],
      ['?text=Город', [finding(0, 1)]],
    ]);
  });

  test('is dropped when the rule was changed, paused, deleted or advanced since', async () => {
    const stale = await createRule();
    await report(stale, finding(0, 1));
    await report(stale, finding(0, 1));
    expect(await deliveries()).toMatchObject([{ count: 1 }]);
    const quiet = await ruleOf(stale.ruleId);
    await alerts.update(quiet, rule({ quietFrom: 0, quietTo: 60 }), now);
    await report(quiet, finding(1, 2));
    const paused = await ruleOf(stale.ruleId);
    await alerts.setPaused(paused, true, now);
    await alerts.advance(paused, { evaluated: 9, fired: 9, firedHour: 9 }, { finding: finding(1, 2), dueAt: now });
    await alerts.delete(paused, now);
    await alerts.advance(paused, { evaluated: 9, fired: 9, firedHour: 9 }, { finding: finding(1, 2), dueAt: now });
    expect(await deliveries()).toMatchObject([{ count: 1, state: 'cancelled' }]);
  });

  test('is saved without a message when nothing was found', async () => {
    const current = await createRule();
    await alerts.advance(current, { evaluated: 5, fired: 4, firedHour: now }, null);
    expect(await ruleOf(current.ruleId)).toMatchObject({ evaluated: 5, fired: 4, firedHour: now });
    expect(await deliveries()).toEqual([]);
  });
});

describe('a message', () => {
  test('is claimed when it is due, by one sender at a time', async () => {
    await report(await createRule({ name: 'Второе' }), finding(0, 2), now);
    await report(await createRule({ name: 'Первое' }), finding(0, 1), now - 1);
    const [{ deliveryId }] = (await alerts.due(now - 1, 10)) as [DueDelivery];
    expect(await alerts.claim(deliveryId, now - 2, now)).toBeNull();
    const claimed = await claim();
    expect(claimed).toMatchObject({ ruleName: 'Первое', tries: 1, dueAt: now + 120_000, content: null });
    expect(claimed.rule).toMatchObject({ name: 'Первое', view: 'Город' });
    expect(await alerts.claim(deliveryId, now, now + 1)).toBeNull();
    expect((await claim()).ruleName).toBe('Второе');
    expect(await alerts.due(now, 10)).toEqual([]);
  });

  test('has its turn: first messages of all accounts precede second ones, and few go to one address', async () => {
    const names = new Map<number, string>();
    async function add(name: string, dueAt: number, fields: Parameters<typeof createRule>[0] = {}) {
      await report(await createRule({ name, ...fields }), finding(0, 1), dueAt);
      for (const { deliveryId, ruleName } of await deliveries()) names.set(deliveryId, ruleName);
    }
    for (const index of [1, 2, 3]) await add(`Общий ${index}`, now - 10 + index);
    await add('Другой', now - 3, { address: 'other@example.ru' });
    await add('Чат', now - 2, { channel: 'chat', address: 'https://chat/x' });
    await add('Администратор', now - 1, { account: 'admin:1' });
    await add('Потом', now + 1, { address: 'later@example.ru' });
    const due = await alerts.due(now, 2);
    expect(due.map(({ deliveryId }) => names.get(deliveryId))).toEqual([
      'Общий 1',
      'Администратор',
      'Другой',
      'Чат',
      'Общий 2',
    ]);
    expect(due[3]).toMatchObject({ kind: 'alert', account, channel: 'chat', address: 'https://chat/x' });
  });

  test('for a trial is due before all others to its address, which may be waiting for a receiver that fails', async () => {
    const trial = await createRule({ name: 'Проверка' });
    for (const index of [1, 2]) await report(await createRule({ name: `Правило ${index}` }), finding(0, 1), now - 10);
    const deliveryId = await alerts.addTrial(trial, now);
    expect(await alerts.due(now, 1)).toMatchObject([{ deliveryId, kind: 'trial' }]);
  });

  test('keeps its key and content over all tries, and ends with the last one', async () => {
    await report(await createRule(), finding(0, 1));
    const first = await claim();
    await alerts.setContent(first, 'текст');
    await alerts.retry(first, now + 30_000, 'Сервер не отвечает');
    expect(await claimNext(now + 29_999)).toBeNull();
    const second = await claim(now + 30_000);
    expect(second).toMatchObject({ key: first.key, content: 'текст', tries: 2, error: 'Сервер не отвечает' });
    await alerts.finish(second, { state: 'failed', at: now + 40_000, error: 'Адрес отклонён' });
    expect(await deliveries()).toMatchObject([{ state: 'failed', endedAt: now + 40_000, error: 'Адрес отклонён' }]);
    expect(await claimNext(now + 1e9)).toBeNull();
  });

  test('has no content when a source was erased, even one composed during the erasure, and another key for the next content', async () => {
    await report(await createRule(), finding(0, 1));
    let claimed = await claim();
    const keys = new Set([claimed.key]);
    const content = async (time: number) => {
      await alerts.retry(claimed, time, 'Сервер не отвечает');
      claimed = await claim(time);
      keys.add(claimed.key);
      return claimed.content;
    };
    const target = { kind: 'owner', id: -1 } as const;
    await alerts.setContent(claimed, 'до стирания');
    await fixture.store.erasures.begin(target, now, by);
    expect(await content(now + 1000)).toBeNull();
    await alerts.setContent(claimed, 'во время стирания');
    await fixture.store.erasures.deletePosts(target, 10);
    expect(await content(now + 2000)).toBeNull();
    expect(keys.size).toBe(3);
  });

  test('is due again after the lease, and at once when its sender interrupts the try', async () => {
    await report(await createRule({ name: 'Прервано' }), finding(0, 1));
    await claim();
    await report(await createRule({ name: 'Повтор' }), finding(0, 1));
    await alerts.retry(await claim(), now + 600_000, 'Занято');
    const second = await claim(now + 120_000);
    expect(second).toMatchObject({ ruleName: 'Прервано', tries: 2 });
    await alerts.release(second, now + 121_000);
    await alerts.release(second, now);
    expect(await claim(now + 121_000)).toMatchObject({ ruleName: 'Прервано', tries: 2, claims: 4, error: null });
    await alerts.release(second, now);
    expect(await claimNext(now + 121_000)).toBeNull();
  });

  test('that is claimed again keeps the first content, and the earlier sender decides only if it succeeds', async () => {
    await report(await createRule(), finding(0, 1));
    const [late, next] = [await claim(), await claim(now + 120_000)];
    expect(await alerts.setContent(next, 'первый')).toBe('первый');
    expect(await alerts.setContent(late, 'второй')).toBe('первый');
    await alerts.retry(late, now + 500_000, 'Занято');
    await alerts.finish(late, { state: 'failed', at: now, error: 'Адрес отклонён' });
    expect(await deliveries()).toMatchObject([{ state: 'waiting', dueAt: now + 240_000, error: null }]);
    await alerts.finish(late, { state: 'sent', at: now + 7, error: null });
    await alerts.finish(next, { state: 'failed', at: now + 8, error: 'Занято' });
    await alerts.finish(next, { state: 'sent', at: now + 9, error: null });
    expect(await deliveries()).toMatchObject([{ state: 'sent', endedAt: now + 7, error: null }]);
  });

  test('that is cancelled during its try is sent if the try succeeds, and otherwise stays cancelled', async () => {
    const [first, second] = [await createRule({ name: 'Первое' }), await createRule({ name: 'Второе' })];
    await report(first, finding(0, 1), now - 1);
    await report(second, finding(0, 1));
    const [sent, failed] = [await claim(), await claim()];
    for (const current of [first, second]) await alerts.setPaused(current, true, now);
    await alerts.finish(sent, { state: 'sent', at: now + 5, error: null });
    await alerts.retry(failed, now + 30_000, 'Занято');
    await alerts.finish(failed, { state: 'failed', at: now + 5, error: 'Занято' });
    expect((await deliveries()).map(({ ruleName, state }) => [ruleName, state])).toEqual([
      ['Первое', 'sent'],
      ['Второе', 'cancelled'],
    ]);
  });

  test('for a trial has no findings, even for a paused rule, and waits once', async () => {
    const current = await createRule();
    await alerts.setPaused(current, true, now);
    const id = await alerts.addTrial(current, now);
    expect(await alerts.addTrial(current, now)).toBe(id);
    expect(await claim()).toMatchObject({ deliveryId: id, kind: 'trial', findings: [], count: 0 });
    expect(await alerts.addTrial(current, now)).toBeGreaterThan(Number(id));
  });

  test('for a trial is refused after 20 of the account within an hour', async () => {
    const [first, second] = [await createRule({ name: 'Ёлки' }), await createRule({ name: 'Сосны' })];
    for (let made = 0; made < 20; made += 1) {
      const id = Number(await alerts.addTrial(made % 2 === 0 ? first : second, now));
      await alerts.finish({ deliveryId: id, claims: 0 }, { state: 'sent', at: now, error: null });
    }
    expect(await alerts.addTrial(first, now + 3_600_000 - 1)).toBeNull();
    expect(await alerts.addTrial(first, now + 3_600_000)).toEqual(expect.any(Number));
  });

  test('is in the log of its account, newest first, until it is old', async () => {
    await report(await createRule(), finding(0, 1));
    await report(await createRule({ account: 'admin:1' }), finding(0, 2));
    await alerts.finish(await claim(), { state: 'sent', at: now, error: null });
    const own = await alerts.deliveries('admin:1', { limit: 1, offset: 0 });
    expect([own.total, own.rows[0]?.count]).toEqual([1, 2]);
    const all = await alerts.deliveries(null, { limit: 1, offset: 1 });
    expect([all.total, all.rows[0]?.account]).toEqual([2, account]);
    expect(await alerts.deleteOldDeliveries(now, 10)).toBe(0);
    expect(await alerts.deleteOldDeliveries(now + 1, 10)).toBe(1);
    expect(await states()).toEqual(['waiting']);
  });
});

describe('a message that waits', () => {
  const [timeZone, tomorrow] = ['Europe/Moscow', now + 86_400_000];
  const logger = pino({ level: 'silent' });
  let watched: AlertRule;
  let otherWordId: number;

  const shown = async (): Promise<[string, number, string | null][]> => {
    const viewer = { type: 'client', clientId, name: '' } as const;
    const deps = { posts: fixture.store.posts, config: { CONSOLE_TIME_ZONE: timeZone }, log: logger };
    const counted = await Promise.all((await deliveries()).map((row) => recountWaiting(deps, row)));
    const rows = counted.map((row) => toDeliveryFields(row, viewer, timeZone));
    return rows.map(({ state, count, error }) => [state, count, error ?? '']);
  };

  /** Sends the messages that are due tomorrow. Returns the counts of the messages, and the numbers of their posts. */
  async function send(): Promise<[number, number][]> {
    const received: [number, number][] = [];
    const webhook: Channel = {
      contentOf: ({ count, reasons, posts: quoted }) => JSON.stringify([count, reasons[0]?.count, quoted.length]),
      send: async (_, content) => void received.push(JSON.parse(content)),
      timeoutMs: 1,
    };
    const settings = { consoleUrl: 'https://monitor.example', product: 'LDVK Монитор', timeZone };
    const deps = { ...fixture.store, channels: { webhook }, mails: null, settings, now: () => tomorrow, logger };
    const sender = createSender(deps, new AbortController().signal, (error) => {
      throw error;
    });
    await sender.tick();
    await sender.settled();
    return received;
  }

  async function saveMany(count: number, fields: Partial<NewPost> & { wordId: number }): Promise<void> {
    const texts = Array.from({ length: count }, (_, index) => ({
      postId: index + 1,
      text: `станция ${fields.ownerId}-${index}`,
    }));
    await fixture.store.posts.save(texts.map((text) => newPost({ ...fields, ...text })));
  }

  beforeEach(async () => {
    otherWordId = await fixture.createWord(clientId, { text: 'станция' });
    watched = await createRule({ viewId: await createView('станция'), channel: 'webhook', schedule: 'daily' });
    const since = await alerts.newestArrival();
    await saveMany(51, { wordId: otherWordId, ownerId: -7, postedAt: now - 86_400_000 * 9 });
    await saveMany(10, { wordId, ownerId: -8, postedAt: now });
    const until = await alerts.newestArrival();
    await report(watched, finding(since, until, { count: 61 }), tomorrow);
    expect(await shown()).toEqual([['waiting', 61, '']]);
  });

  const eraseOwner = async (id: number) => {
    await fixture.store.erasures.begin({ kind: 'owner', id }, now, by);
    await fixture.store.erasures.deletePosts({ kind: 'owner', id }, 100);
  };
  const mute = () => ({ kind: 'owner', account, createdBy: account, targetId: -7 }) as const;

  test.each<[string, () => Promise<unknown>]>([
    ['an erasure', () => eraseOwner(-7)],
    ['the deletion of old posts', () => fixture.store.collection.deleteOldPosts(now - 86_400_000, 100)],
    ['the deletion of a phrase', () => fixture.store.words.markDeleted(otherWordId, now, by)],
    ['a mute', () => fixture.store.mutes.create(mute(), now)],
  ])('has the posts that are left after %s, in the log and for its receiver', async (_, hide) => {
    await hide();
    expect(await shown()).toEqual([['waiting', 10, '']]);
    expect(await send()).toEqual([[10, 10, 10]]);
    expect(await shown()).toEqual([['sent', 10, '']]);
  });

  test('is cancelled when none of its posts is left', async () => {
    await eraseOwner(-7);
    await eraseOwner(-8);
    expect(await shown()).toEqual([['waiting', 0, '']]);
    expect(await send()).toEqual([]);
    expect(await shown()).toEqual([['cancelled', 0, 'посты удалены или скрыты']]);
  });

  test('and was tried keeps the count of its content, until an erasure has it composed again', async () => {
    const failed = await alerts.claim((await deliveries())[0]?.deliveryId ?? 0, tomorrow, tomorrow);
    if (!failed) throw new Error('Nothing is due');
    await alerts.setContent(failed, '[61, 61, 20]');
    await alerts.retry(failed, tomorrow, 'Занято');
    await fixture.store.words.markDeleted(otherWordId, now, by);
    expect(await shown()).toEqual([['waiting', 61, 'Занято']]);
    await eraseOwner(-9);
    expect(await shown()).toEqual([['waiting', 10, 'Занято']]);
    expect(await send()).toEqual([[10, 10, 10]]);
  });
});

describe('a feed', () => {
  test('exists for each view of the account and each rule of the channel Atom, each with a different nonce', async () => {
    await createView('Общий', 'admin:1', clientId);
    const atom = await createRule({ name: 'А', channel: 'atom', address: '' });
    await createRule({ name: 'Почта' });
    const feeds = await alerts.feeds(account);
    expect(feeds).toMatchObject([
      { title: 'Город', viewId, ruleId: null, query: '?text=Город', usedAt: null, account },
      { title: 'Общий', ruleId: null },
      { title: 'А', viewId: null, ruleId: atom.ruleId, query: '?text=Город' },
    ]);
    expect(new Set(feeds.map(({ nonce }) => Buffer.from(nonce).toString('hex'))).size).toBe(3);
    expect(feeds[0]?.nonce).toHaveLength(16);
    expect(await alerts.feeds(account)).toEqual(feeds);
    expect((await alerts.feeds('admin:1')).map(({ title }) => title)).toEqual(['Общий']);
    await alerts.update(atom, rule({ name: 'А' }), now);
    expect(await alerts.findFeed(feeds[2]?.feedId ?? 0)).toBeNull();
    await alerts.update(atom, rule({ name: 'А', channel: 'atom', address: '' }), now);
    expect((await alerts.feeds(account))[2]?.nonce).not.toEqual(feeds[2]?.nonce);
  });

  test('has a new nonce after it was renewed, and keeps its last use', async () => {
    const [feed] = await alerts.feeds(account);
    if (!feed) throw new Error('No feed');
    await alerts.markFeedUsed(feed.feedId, now);
    expect(await alerts.findFeed(feed.feedId)).toEqual({ ...feed, usedAt: now });
    await alerts.renewFeed(feed, by);
    const renewed = await alerts.findFeed(feed.feedId);
    expect(renewed).toMatchObject({ feedId: feed.feedId, usedAt: null });
    expect(renewed?.nonce).not.toEqual(feed.nonce);
    expect((await records())[0]).toMatchObject({
      action: 'view-changed',
      object: 'Фильтр «Город»: отозвана ссылка Atom',
    });
  });

  test('is revoked with the password of its account, and records uses from other addresses once a day', async () => {
    const { passwords, administrators, sessions } = fixture.store;
    await createView('Общий', 'admin:1', clientId);
    await passwords.set({ type: 'client', clientId }, 'hash', { by, action: 'password-set' });
    expect((await alerts.feeds(account)).map(({ revoked }) => revoked)).toEqual([true, true]);
    const admin = await administrators.create('anna', 'hash', now);
    const anna = { type: 'admin', adminId: admin.id, username: 'anna' } as const;
    await createView('Свой', `admin:${admin.id}`);
    await passwords.set(anna, 'another', { by, action: 'password-set' });
    const [feed] = await alerts.feeds(`admin:${admin.id}`);
    if (!feed?.revoked) throw new Error('The link works');
    await alerts.renewFeed(feed);
    expect(await alerts.findFeed(feed.feedId)).toMatchObject({ revoked: false });
    const reader = { ...by, who: 'Ссылка Atom' };
    await sessions.create(anna, now + 1, grant(1, now + 1), now, { ...by, who: 'anna', address: '198.51.100.1' });
    for (const address of ['198.51.100.1', '203.0.113.9', '203.0.113.9']) {
      await alerts.recordFeedUse(feed, { ...reader, address });
    }
    const uses = (await records()).filter(({ action }) => action === 'feed-read');
    expect(uses.map(({ object, address }) => [object, address])).toEqual([['Фильтр «Общий»', '203.0.113.9']]);
  });

  test('of a rule has its sent messages, the newest first', async () => {
    let current = await createRule({ channel: 'atom', address: '' });
    for (const until of [1, 2, 3]) {
      current = await report(current, finding(until - 1, until), now + until);
      const claimed = await claimNext(now + until);
      if (claimed && until < 3) await alerts.finish(claimed, { state: 'sent', at: now + until, error: null });
    }
    expect((await alerts.feedEntries(current.ruleId, 10)).map(({ endedAt }) => endedAt)).toEqual([now + 2, now + 1]);
    expect(await alerts.feedEntries(current.ruleId, 1)).toHaveLength(1);
  });
});

describe('alerts are deleted', () => {
  test('with their rule, even while messages arrive: none waits without it', async () => {
    const rules: AlertRule[] = [];
    for (let count = 0; count < 5; count += 1) rules.push(await createRule({ name: `Станции ${count}` }));
    const progress = { evaluated: 1, fired: 1, firedHour: now };
    await Promise.all(
      rules.flatMap((each) => [
        alerts.advance(each, progress, { finding: finding(0, 1), dueAt: now }),
        alerts.delete(each, now),
        alerts.addTrial(each, now),
      ]),
    );
    expect(await alerts.rules(account)).toEqual([]);
    expect((await states()).filter((state) => state !== 'cancelled')).toEqual([]);
    expect(await alerts.due(now, 10)).toEqual([]);
  });

  test('with their view, whoever owns the rules, and each is recorded', async () => {
    const shared = await createView('Общий', 'admin:1', clientId);
    await report(await createRule({ viewId: shared }), finding(0, 1));
    await createRule({ viewId: shared, account: 'admin:1', name: 'Своё' });
    const [feed] = await alerts.feeds('admin:1');
    const [view] = await fixture.store.views.list('admin:1');
    if (!view) throw new Error('No view');
    await fixture.store.views.delete(view, by);
    expect(await alerts.activeRules()).toEqual([]);
    expect(await states()).toEqual(['cancelled']);
    expect(await alerts.findFeed(feed?.feedId ?? 0)).toBeNull();
    expect((await records()).slice(0, 3).map(({ object }) => object)).toEqual([
      'Правило «Своё» (фильтр «Общий», каждый пост, E-mail)',
      'Правило «Станции» (фильтр «Общий», каждый пост, E-mail, клиент client-1001)',
      'Фильтр «Общий», клиент client-1001',
    ]);
  });

  test('with their client, but an administrator’s own alerts stay', async () => {
    const shared = await createView('Общий', 'admin:1', clientId);
    await report(await createRule({ viewId: shared }), finding(0, 1));
    await createRule({ viewId: shared, account: 'admin:1', name: 'Своё' });
    const feeds = await alerts.feeds(account);
    await fixture.store.clients.delete(clientId, now, by);
    expect((await alerts.activeRules()).map(({ name }) => name)).toEqual(['Своё']);
    expect(await deliveries()).toEqual([]);
    for (const { feedId } of feeds) expect(await alerts.findFeed(feedId)).toBeNull();
  });
});
