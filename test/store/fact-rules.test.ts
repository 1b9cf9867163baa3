// Proves: alerts#rule, alerts#evaluation, alerts#history
/** Alert rules on views, ratios, edits and deletions: what they report, once, and not what was there before. */
import { pino } from 'pino';
import { distinctReached } from '../../server/backend/domain/alerts/evaluation.ts';
import { storiesOfView } from '../../server/backend/domain/saved-filter.ts';
import { createEvaluator } from '../../server/backend/jobs/alerts/evaluate-rules.ts';
import { viewerOf } from '../../server/backend/rules/account.ts';
import type { FactCondition } from '../../server/backend/rules/alerts/conditions.ts';
import type { AlertRule } from '../../server/backend/rules/alerts/rule.ts';
import type { NewPost } from '../../server/backend/store/posts-store.ts';
import { hourMs, minuteMs } from '../../shared/durations.ts';
import { newPost } from '../support/seed-posts.ts';
import { createTestClock, type TestClock } from '../support/test-clock.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const start = Date.parse('2026-11-20T12:00:00+03:00');
let fixture: TestStore;
let clock: TestClock;
let wordId: number;
let evaluate: () => Promise<void>;
const account = 'admin:1';

beforeEach(async () => {
  clock = createTestClock(start);
  fixture = await openTestStore(clock.now);
  wordId = await fixture.createWord(await fixture.createClient(), { text: 'метро' });
  const logger = pino({ level: 'silent' });
  const run = createEvaluator({ store: fixture.store, timeZone: 'Europe/Moscow', now: clock.now, logger });
  evaluate = async () => {
    clock.advance(minuteMs);
    await run();
  };
});
afterEach(() => fixture.close());

let names = 0;
async function addRule(condition: FactCondition['condition'], least = 1, query = ''): Promise<AlertRule> {
  const { views, alerts } = fixture.store;
  names += 1;
  const name = `${condition} ${names}`;
  const view = await views.create({ account, clientId: null, name, query }, clock.now());
  if (view.outcome !== 'saved') throw new Error(view.outcome);
  const usual = { period: 'hour', channel: 'email', address: 'a@example.ru', schedule: 'now' } as const;
  const hours = { quietFrom: null, quietTo: null, secret: null };
  const fields = { ...usual, ...hours, account, name, viewId: view.id, condition, least };
  await alerts.create(fields, clock.now());
  const [rule] = await alerts.rules(account);
  if (!rule) throw new Error('No rule');
  return rule;
}

type Fields = Partial<NewPost> & { views?: number; at?: number; changedAt?: number; deletedAt?: number };

/** Each number has its own text, unless one is given. Posts are two hours old. */
const save = (postId: number, { views, at = clock.now(), changedAt, deletedAt, ...fields }: Fields = {}) =>
  fixture.store.posts.save([
    {
      ...newPost({ wordId, postId, text: `Новость ${postId}`, postedAt: start - 2 * hourMs, ...fields }),
      life: {
        measures: views === undefined ? [] : [{ at, views, likes: null, reposts: null, comments: null }],
        changedAt: changedAt ?? null,
        deletedAt: deletedAt ?? null,
      },
    },
  ]);

/** The numbers of the reported posts, in the order of the messages. */
async function reported(): Promise<number[]> {
  const { rows } = await fixture.store.alerts.deliveries(account, { limit: 100, offset: 0 });
  return rows
    .toReversed()
    .flatMap(({ findings }) => findings)
    .flatMap(({ reached }) => reached?.postId ?? []);
}

/** What the history of the rule has now. */
async function inHistory({ condition, least, query }: AlertRule): Promise<number[]> {
  const [viewer, fact] = [viewerOf(account), { condition, least } as FactCondition];
  const viewing = storiesOfView(viewer, 'Europe/Moscow', query);
  if (viewing === null) throw new Error(query);
  const rows = await fixture.store.posts.listFactRows(viewer, viewing, fact);
  return distinctReached(rows, fact.condition).map(({ postId }) => postId);
}

test('«Набрал просмотров» reports a story once, when a measure after the rule reaches the number', async () => {
  await save(1, { views: 50 });
  await save(2, { views: 150 });
  await save(3);
  clock.advance(hourMs);
  const rule = await addRule('views', 100);
  await evaluate();
  expect(await reported()).toEqual([]);
  await save(1, { views: 120 });
  await save(2, { views: 160 });
  await save(3, { views: 99 });
  await evaluate();
  expect(await reported()).toEqual([1]);
  // A copy of a story that had it before, one of a story that was reported, a new post, and an old measure.
  await save(4, { views: 300, text: 'Новость 2' });
  await save(5, { views: 300, text: 'Новость 1' });
  await save(6, { views: 500 });
  await save(7, { views: 999, at: start - hourMs });
  await save(3, { views: 100 });
  await evaluate();
  expect((await reported()).toSorted()).toEqual([1, 3, 6]);
  await evaluate();
  expect(await reported()).toHaveLength(3);
  expect((await inHistory(rule)).toSorted()).toEqual([1, 2, 3, 6, 7]);
});

test('a rule counts from its own start, from a change, and from the end of a pause', async () => {
  const rule = await addRule('views', 100);
  // Measured before the first evaluation.
  clock.advance(1000);
  await save(1, { views: 100 });
  await evaluate();
  expect(await reported()).toEqual([1]);
  const { alerts } = fixture.store;
  await alerts.setPaused(rule, true, clock.now());
  await save(2, { views: 100 });
  clock.advance(minuteMs);
  await alerts.setPaused(rule, false, clock.now());
  await evaluate();
  await save(3, { views: 100 });
  await evaluate();
  expect(await reported()).toEqual([1, 3]);
});

test('the filter of the rule applies, and only it', async () => {
  await addRule('views', 10, '?text=новость');
  await evaluate();
  await save(1, { views: 10 });
  await save(2, { views: 10, text: 'Другое' });
  await evaluate();
  expect(await reported()).toEqual([1]);
});

test('«Выше обычного» compares with the usual of the source at the age of the measure', async () => {
  for (let post = 1; post <= 12; post += 1) await save(post, { views: 10 });
  clock.advance(hourMs);
  const rule = await addRule('ratio', 3);
  await evaluate();
  await save(20, { views: 29 });
  await save(21, { views: 30 });
  await save(1, { views: 31 });
  await evaluate();
  expect((await reported()).toSorted((a, b) => a - b)).toEqual([1, 21]);
  expect((await inHistory(rule)).toSorted((a, b) => a - b)).toEqual([1, 21]);
});

test('«Изменён» and «Удалён в ВК» report each post once, whatever its phrases', async () => {
  const other = await fixture.createWord(await fixture.createClient(), { text: 'станция' });
  await save(1, { changedAt: start });
  await save(2);
  await save(3);
  clock.advance(hourMs);
  const edits = await addRule('edited');
  await evaluate();
  await save(2, { changedAt: clock.now() });
  await save(2, { wordId: other, changedAt: clock.now() });
  await evaluate();
  await save(1, { changedAt: clock.now() });
  await evaluate();
  expect(await reported()).toEqual([2]);
  expect(await inHistory(edits)).toEqual([1, 2]);
  await addRule('deleted');
  await evaluate();
  await save(3, { deletedAt: clock.now() });
  await evaluate();
  await evaluate();
  expect(await reported()).toEqual([2, 3]);
});

test('a deleted rule leaves no marks', async () => {
  const rule = await addRule('views', 1);
  clock.advance(1000);
  await save(1, { views: 5 });
  await evaluate();
  await fixture.store.alerts.delete(rule, clock.now());
  await addRule('views', 1);
  await evaluate();
  await save(1, { views: 6 });
  await evaluate();
  expect(await reported()).toEqual([1]);
});
