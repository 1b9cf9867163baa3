// Proves: alerts#evaluation
/** A simulated day of 10,000 posts and 20 rules: every message expected, and no other. */

import { pino } from 'pino';
import { storiesOfView } from '../../server/backend/domain/saved-filter.ts';
import { createEvaluator } from '../../server/backend/jobs/alerts/evaluate-rules.ts';
import { viewerOf } from '../../server/backend/rules/account.ts';
import type { ClaimedDelivery } from '../../server/backend/store/deliveries.ts';
import type { Author } from '../../server/backend/store/journal.ts';
import { withFilters } from '../../server/backend/store/posts-store.ts';
import { hourMs } from '../../shared/durations.ts';
import {
  composeDay,
  type DayEvent,
  type DayPost,
  type DayRule,
  dayEnd,
  dayStart,
  downFrom,
  downTo,
  events,
  type Person,
  rules,
  type View,
  views,
} from '../support/alerts-day.ts';
import { createModel, type Message } from '../support/alerts-model.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { createTestClock } from '../support/test-clock.ts';

const timeZone = 'Europe/Moscow';
const tickMs = 90_000;
/** On a busy machine the day takes many times the usual 3 s. */
const limitMs = 120_000;
const clock = createTestClock(dayStart - hourMs);

let backend: TestBackend;
let wordIds: Record<string, number>;
let accounts: Record<Person, string>;
const viewIds = new Map<string, number>();

beforeAll(async () => {
  backend = await startTestBackend({ config: { CONSOLE_TIME_ZONE: timeZone }, now: clock.now });
  const anna = (await backend.createClient('Анна')).clientId;
  const boris = (await backend.createClient('Борис')).clientId;
  accounts = { anna: `client:${anna}`, boris: `client:${boris}`, admin: 'admin:1' };
  const [metro, park] = [await backend.createWord(anna), await backend.createWord(anna)];
  wordIds = { metro: metro.wordId, park: park.wordId, market: (await backend.createWord(boris)).wordId };
});
afterAll(() => backend.close());

const author = (person: Person): Author => ({ who: person, onBehalfOf: null, address: '127.0.0.1', at: clock.now() });

async function saveViews(): Promise<void> {
  for (const [name, view] of Object.entries<View>(views)) {
    const query = view.query.replace(/\{(\w+)\}/, (_, phrase: string) => String(wordIds[phrase]));
    const clientId = view.sharedWith ? accounts[view.sharedWith].slice('client:'.length) : null;
    const fields = { account: accounts[view.owner], clientId, name, query };
    const saved = await backend.store.views.create(fields, clock.now(), author(view.owner));
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
    viewIds.set(name, saved.id);
  }
}

const savePosts = (posts: readonly DayPost[]) =>
  backend.store.posts.save(
    posts.map(({ phrase, ...post }) => ({
      ...post,
      wordId: wordIds[phrase] ?? 0,
      updatedAt: clock.now(),
      textParts: [],
      photoUrl: null,
      cityId: null,
      comment: null,
    })),
  );

async function ruleNamed(name: string) {
  const { person } = rules.find((rule) => rule.name === name) as DayRule;
  const found = (await backend.store.alerts.rules(accounts[person])).find((rule) => rule.name === name);
  if (!found) throw new Error(`No rule «${name}»`);
  return found;
}

async function act(event: DayEvent): Promise<void> {
  const { alerts, mutes } = backend.store;
  if (event.does === 'mute') {
    const account = accounts[event.person];
    const mute = { account, createdBy: account, kind: 'owner', targetId: event.ownerId } as const;
    await mutes.create(mute, event.at, author(event.person));
    return;
  }
  const { person, view, ...fields } = rules.find(({ name }) => name === event.rule) as DayRule;
  const by = author(person);
  if (event.does === 'add') {
    const rule = { ...fields, account: accounts[person], viewId: viewIds.get(view) ?? 0, address: '' };
    await alerts.create(rule, event.at, by);
  } else if (event.does === 'delete') await alerts.delete(await ruleNamed(event.rule), event.at, by);
  else await alerts.setPaused(await ruleNamed(event.rule), event.does === 'pause', event.at, by);
}

/** The number of stories that the links of the message lead to. */
async function countLinked({ rule, findings }: ClaimedDelivery): Promise<number> {
  const viewer = viewerOf(rule.account);
  const scope = storiesOfView(viewer, timeZone, rule.query);
  if (!scope) throw new Error(`The view of «${rule.name}» cannot be read`);
  const counts = await Promise.all(
    findings.map(({ since, until, from, to }) =>
      backend.store.posts.count(viewer, withFilters(scope, { since, until, from, to })),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Takes the due messages. Counts the links of some of them. */
async function deliver(onMessage: (message: Message) => void): Promise<void> {
  const { alerts } = backend.store;
  const now = clock.now();
  for (let due = await alerts.due(now, 100); due.length > 0; due = await alerts.due(now, 100)) {
    for (const { deliveryId } of due) {
      const next = await alerts.claim(deliveryId, now, now + 1);
      if (!next || !('rule' in next)) throw new Error(`The message ${deliveryId} is not due`);
      await alerts.finish(next, { state: 'sent', at: now, error: null });
      // Posts that were muted since were counted, and are not shown.
      const isMuted = next.findings.some(({ at }) => mutes.some((mute) => at < mute.at && mute.at < now));
      if (!isMuted && next.deliveryId % 7 === 0) {
        expect([next.ruleName, now, await countLinked(next)]).toEqual([next.ruleName, now, next.count]);
      }
      onMessage({ rule: next.ruleName, at: now, count: next.count });
    }
  }
}

const mutes = events.filter(({ does }) => does === 'mute');
const wholeJournal = { who: '', action: null, from: null, to: null };
const actions = { add: 'rule-added', pause: 'rule-changed', resume: 'rule-changed', delete: 'rule-deleted' } as const;

const sorted = (messages: Message[]): Message[] =>
  messages.toSorted((a, b) => a.at - b.at || (a.rule < b.rule ? -1 : 1));

describe('a day of 10,000 posts with 20 rules', () => {
  const sent: Message[] = [];
  const expected: Message[] = [];
  let posts = 0;

  beforeAll(async () => {
    const { history, batches } = composeDay(15);
    const model = createModel(history);
    await saveViews();
    await savePosts(history);
    const logger = pino({ level: 'silent' });
    const start = () => createEvaluator({ store: backend.store, timeZone, now: clock.now, logger });
    let evaluate = start();
    const due = [...events];
    for (let now = dayStart; now <= dayEnd; now += tickMs) {
      while (due[0] !== undefined && due[0].at <= now) {
        const event = due.shift() as DayEvent;
        clock.advance(event.at - clock.now());
        await act(event);
        model.act(event);
      }
      while (batches[0] !== undefined && batches[0].at <= now) {
        const batch = batches.shift() ?? { at: now, posts: [] };
        clock.advance(batch.at - clock.now());
        posts += batch.posts.length;
        await savePosts(batch.posts);
        model.arrive(batch.at, batch.posts);
      }
      clock.advance(now - clock.now());
      if (now >= downFrom && now < downTo) {
        evaluate = start();
        continue;
      }
      await evaluate();
      await deliver((message) => sent.push(message));
      expected.push(...model.tick(now));
    }
  }, limitMs);

  test('sends every message expected, and no other', () => {
    expect(posts).toBeGreaterThanOrEqual(10_000);
    expect(sorted(sent)).toEqual(sorted(expected));
  });

  test('has messages of every rule except the rules that were stopped before', () => {
    const silent = rules.filter(({ name }) => !sent.some(({ rule }) => rule === name)).map(({ name }) => name);
    expect(silent).toEqual(['удалят']);
  });

  test('has in its journal the actions of people on views, rules and mutes, in order and by name', async () => {
    const { rows } = await backend.store.journal.page({ ...wholeJournal, limit: 100, offset: 0 });
    const nameIn = (object: string): string => /«(.+?)»/.exec(object)?.[1] ?? object;
    const saved = Object.entries<View>(views).map(([name, { owner }]) => [
      dayStart - hourMs,
      owner,
      'view-saved',
      name,
    ]);
    const acts = events.map((event) => {
      if (event.does === 'mute') return [event.at, event.person, 'muted', `Источник ${event.ownerId}`];
      const { person } = rules.find(({ name }) => name === event.rule) as DayRule;
      return [event.at, person, actions[event.does], event.rule];
    });
    expect(rows.toReversed().map(({ at, who, action, object }) => [at, who, action, nameIn(object)])).toEqual([
      ...saved,
      ...acts,
    ]);
  });
});
