// Proves: alerts#delivery, embedded-backend#database, people#api-keys, people#second-factor
/** Several processes on one database: each job, claim and visit belongs to one process, and any process may crash. */
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import type { Message } from '../../server/backend/jobs/sending/message.ts';
import { createSender } from '../../server/backend/jobs/sending/sender.ts';
import type { ClientIdentity } from '../../server/backend/rules/account.ts';
import { usesMs } from '../../server/backend/store/call-budget.ts';
import type { ClaimedDelivery } from '../../server/backend/store/deliveries.ts';
import { exportsPerMinute } from '../../server/backend/store/journal.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { keysMax } from '../../shared/api/keys.ts';
import { day, foundPage, foundPosts, leaseMs, minute, start } from '../support/collection-store.ts';
import { queueAlerts } from '../support/queued-alerts.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
let stores: [Store, Store];
beforeEach(async () => {
  fixture = await openTestStore();
  stores = [fixture.store, await fixture.openAnother()];
});
afterEach(() => fixture.close());

/** Both processes at the same time, several times each. */
const atOnce = <T>(work: (store: Store, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all([...stores, ...stores, ...stores, ...stores].map(work));

describe('a job', () => {
  test('belongs to one process until its time, however many begin it at once', async () => {
    const started = await atOnce(({ jobs }, index) =>
      jobs.begin('retention', `process ${index}`, start, start + minute),
    );
    expect(started.filter(Boolean)).toHaveLength(1);
    expect(await stores[1].jobs.begin('word-health', 'another', start, start + minute)).toBe(true);
  });

  test('is extended by its process, and taken over when the process has ended or crashed', async () => {
    const [{ jobs }, { jobs: others }] = stores;
    expect(await jobs.begin('retention', 'a', start, start + minute)).toBe(true);
    expect(await jobs.begin('retention', 'a', start + 1, start + 2 * minute)).toBe(true);
    expect(await others.begin('retention', 'b', start + minute, start + day)).toBe(false);
    expect(await others.begin('retention', 'b', start + 2 * minute, start + day)).toBe(true);
    await jobs.end('retention', 'a');
    expect(await jobs.begin('retention', 'a', start + 3 * minute, start + day)).toBe(false);
    await others.end('retention', 'b');
    expect(await jobs.begin('retention', 'a', start + 3 * minute, start + day)).toBe(true);
  });
});

describe('limits of an account', () => {
  let account: ClientIdentity;
  const by = { who: 'client-1', onBehalfOf: null, address: '', at: start };
  const hash = () => randomBytes(32);
  const burst = Array.from({ length: 8 }, (_, index) => index);

  beforeEach(async () => {
    const contact = { ipaddr: '', macaddr: '', email: '', phone: '', note: '', exportAccess: 'allowed' } as const;
    const { clientId } = await fixture.store.clients.create({ name: 'Первый', ...contact }, start);
    account = { type: 'client', clientId };
  });

  test('of keys hold for requests at once', async () => {
    const add = ({ apiKeys }: Store) => apiKeys.create(account, { name: 'Ключ', scopes: ['read'], hash: hash() }, by);
    for (const _ of burst) await atOnce(add);
    expect(await fixture.store.apiKeys.list(account)).toHaveLength(keysMax);
  });

  test('of exports hold for requests at once', async () => {
    const event = { of: 'export', list: 'posts', format: 'csv' } as const;
    let started = 0;
    for (const _ of burst)
      started += (await atOnce(({ journal }) => journal.recordExport(by, event))).filter(Boolean).length;
    expect(started).toBe(exportsPerMinute);
  });

  test('recovery codes that are renewed at once all come from one request', async () => {
    const { secondFactors } = fixture.store;
    await secondFactors.enable(account, { secret: 'sealed', lastStep: 1 }, [hash()], by);
    await atOnce((store) => store.secondFactors.renewCodes(account, [hash(), hash()], by));
    expect(await secondFactors.countCodes(account)).toBe(2);
  });
});

describe('two collectors', () => {
  const keys = async (now = start) => (await fixture.store.collection.keys(now)).map(({ id }) => id);

  test('use their own keys; the keys of one are in use until it stops or crashes', async () => {
    const [{ collection }, { collection: other }] = stores;
    await collection.setKeys('a', ['x', 'both'], start);
    await other.setKeys('b', ['y', 'both'], start);
    expect(await keys()).toEqual(['both', 'x', 'y']);
    await collection.setKeys('a', ['z'], start + minute);
    expect(await keys()).toEqual(['both', 'y', 'z']);
    await other.setKeys('b', [], start + minute);
    expect(await keys()).toEqual(['z']);
    await other.setKeys('b', ['y'], start + usesMs);
    expect(await keys()).toEqual(['y', 'z']);
    await other.endLost(start + minute + usesMs);
    expect(await keys()).toEqual(['y']);
  });

  test('that use a key at the same time all have it', async () => {
    await atOnce(({ collection }, index) => collection.setKeys(`collector ${index}`, ['x'], start));
    for (let index = 0; index < 7; index += 1) await stores[0].collection.setKeys(`collector ${index}`, [], start);
    expect(await keys()).toEqual(['x']);
  });

  test('phrases stay pending while one of them works, and are ready when the last has stopped or crashed', async () => {
    const [{ collection }, { collection: other, words }] = stores;
    const clientId = await fixture.createClient();
    const wordId = await fixture.createWord(clientId);
    const state = async (id = wordId) => (await words.get(id))?.state;
    await collection.setKeys('a', ['x'], start);
    await other.setKeys('b', ['y'], start);
    expect(await state()).toBe('pending');
    await other.setKeys('b', [], start);
    expect([await state(), await state(await fixture.createWord(clientId))]).toEqual(['pending', 'pending']);
    await other.endLost(start + usesMs - 1);
    expect(await state()).toBe('pending');
    await other.endLost(start + usesMs);
    expect([await state(), await state(await fixture.createWord(clientId))]).toEqual(['ready', 'ready']);
  });

  test('the runs of one that crashes end with their leases, also when no collector runs', async () => {
    const wordId = await fixture.createWord(await fixture.createClient());
    const claim = await fixture.claim();
    await stores[1].collection.endLost(start + leaseMs - 1);
    expect(await stores[1].words.get(wordId)).toMatchObject({ running: true });
    await stores[1].collection.endLost(start + leaseMs);
    expect(await stores[1].words.get(wordId)).toMatchObject({ running: false });
    const progress = { found: 1, window: null, cursor: null };
    expect(await stores[0].collection.savePage(claim, foundPage(foundPosts(1)), progress, start)).toBeNull();
  });
});

test('a collector that starts again takes its own leases back at once, and never the leases of others', async () => {
  const [{ collection, words }, { collection: other }] = stores;
  const clientId = await fixture.createClient();
  for (let count = 0; count < 3; count += 1) await fixture.createWord(clientId);
  const claimBy = async (collector: string) => {
    const claim = await other.claim({ now: start, leaseMs, urgentOnly: false, collector });
    if (!claim) throw new Error('No phrase is due');
    return claim;
  };
  const [dead, alive, gone] = [await claimBy('a'), await claimBy('b'), await claimBy('c')];
  const progress = { found: 1, window: null, cursor: null };
  expect(await other.savePage(dead, foundPage(foundPosts(1)), progress, start)).toMatchObject({ added: 1 });
  await collection.takeBack(['a', 'c'], start + 1000);
  const running = async ({ wordId }: typeof dead) => (await words.get(wordId))?.running;
  expect([await running(dead), await running(alive), await running(gone)]).toEqual([false, true, false]);
  const { rows } = await collection.runs({ limit: 9, offset: 0 });
  expect(rows.map(({ runId, outcome, endedAt }) => [runId, outcome, endedAt])).toEqual([
    [gone.runId, 'waiting', start + 1000],
    [alive.runId, null, null],
    [dead.runId, 'waiting', start + 1000],
  ]);
  expect(await other.savePage(dead, foundPage(foundPosts(2)), progress, start)).toBeNull();
  expect(await other.extend(alive, start, leaseMs)).toBe(true);
  expect([await fixture.claimId(start + 1000), await fixture.claimId(start + 1000)].sort()).toEqual(
    [dead.wordId, gone.wordId].sort(),
  );
});

test('an empty database gets one administrator from processes that start at once', async () => {
  const created = await atOnce(({ administrators }, index) => administrators.createFirst(`admin ${index}`, 'x', start));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await stores[1].administrators.usernames()).toHaveLength(1);
});

test('requests to several processes after a pause begin one visit', async () => {
  const [{ posts, alerts, visits }] = stores;
  const clientId = await fixture.createClient();
  const wordId = await fixture.createWord(clientId);
  const account = `client:${clientId}`;
  const save = async (postId: number) => {
    await posts.save([newPost({ wordId, postId, text: `станция номер ${postId}` })]);
    return alerts.newestArrival();
  };
  await visits.touch(account, start);
  const seen = await save(1);
  await visits.touch(account, start + 2 * minute);
  await save(2);
  await atOnce((store) => store.visits.touch(account, start + 60 * minute));
  expect(await visits.since(account)).toBe(seen);
});

describe('two senders', () => {
  test('send each message once, and none is left', async () => {
    const messages = 40;
    const sent: string[] = [];
    const queues = await Promise.all(
      [1, 2].map(async () => {
        const clientId = await fixture.createClient();
        const wordId = await fixture.createWord(clientId);
        return queueAlerts(fixture.store, { account: `client:${clientId}`, wordId, now: () => start });
      }),
    );
    for (let index = 0; index < messages / 2; index += 1) {
      for (const queued of queues) {
        await queued.queue(await queued.addRule({ channel: 'webhook', address: `https://hook.local/${index % 5}` }));
      }
    }
    const channel = {
      contentOf: ({ key }: Message) => key,
      send: async ({ key }: ClaimedDelivery, content: string) => void sent.push(key === content ? key : 'another'),
      timeoutMs: 1,
    };
    // Queries of a slow machine may exceed their limit, and a message is then sent later.
    const explanation = () => Promise.reject(new Error('Only spikes are explained'));
    const posts = { count: async () => 1, page: async () => ({ rows: [], total: 0 }), explanation };
    const senders = stores.map((store) =>
      createSender(
        {
          alerts: store.alerts,
          posts,
          channels: { webhook: channel },
          mails: null,
          settings: { consoleUrl: '', product: '', timeZone: 'Europe/Moscow' },
          now: () => start,
          logger: pino({ level: 'silent' }),
        },
        new AbortController().signal,
        (error) => {
          throw error;
        },
      ),
    );
    await Promise.all(senders.map((sender) => sender.tick()));
    await Promise.all(senders.map((sender) => sender.settled()));
    expect(new Set(sent).size).toBe(messages);
    expect(sent).toHaveLength(messages);
  });
});
