// Proves: collection#collection-page, collection#routes, phrases#card-of-a-phrase, phrases#table
/** The calls of our own backend (docs/product/collection.md). */
import * as messages from '../../shared/messages.ts';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { dayCollected, foundPage, foundPosts, hour, leaseMs, start } from '../support/collection-store.ts';

let backend: TestBackend;
let admin: string;
let clientId: string;
let wordId: number;

/** No server listens at the origin. */
const withKey = { VK_SERVICE_KEY: ['key'], VK_API_ORIGIN: 'http://127.0.0.1:9', COLLECTION_DAILY_CALLS: 100 };

async function open(config: object = withKey): Promise<void> {
  backend = await startTestBackend({ config, now: () => start });
  admin = await backend.openSession({ type: 'admin', adminId: 1, username: 'admin' });
  ({ clientId } = await backend.createClient());
  ({ wordId } = await backend.createWord(clientId));
}
afterEach(() => backend.close());

const noRest = { ChecksUntil: null, ChecksCode: null, ChecksMessage: null };
const read = (path: string, cookie = admin) => backend.call('GET', `/vknf/collection${path}`, { cookie });
const collectNow = (id: number) => backend.call('POST', `/vknf/collection/start?id=${id}`, { cookie: admin });

async function claim() {
  const claimed = await backend.store.collection.claim({ now: start, leaseMs, urgentOnly: false });
  if (!claimed) throw new Error('No phrase is due');
  return claimed;
}

describe('with a key', () => {
  beforeEach(() => open());

  test('the state has the keys and their used calls, the queue and the calls that it needs', async () => {
    await backend.store.collection.setKeys('collector', ['a1', 'b2'], start);
    await backend.store.collection.reserveCall('a1', null, 100, start);
    const problem = { code: 5, message: 'User authorization failed', redirectUri: null };
    await backend.store.collection.setKeyProblem('b2', { state: 'broken', until: null, ...problem });
    expect((await read('')).body).toEqual({
      Configured: true,
      Keys: [
        {
          KeyID: 'a1',
          Calls: 1,
          Limit: 100,
          State: 'working',
          Until: null,
          Code: null,
          Message: null,
          RedirectURI: null,
          ...noRest,
        },
        {
          KeyID: 'b2',
          Calls: 0,
          Limit: 100,
          State: 'broken',
          Until: null,
          Code: 5,
          Message: 'User authorization failed',
          RedirectURI: null,
          ...noRest,
        },
      ],
      Due: 1,
      Active: 1,
      CallsPerDay: 1,
      CallsLeft: 94,
      LastsUntil: null,
      Checks: { Calls: 0, Limit: 2000, Due: 0, LateMs: 0 },
      Walls: [],
      WallUse: { Walls: { Calls: 0, Limit: 9600 }, Comments: { Calls: 0, Limit: 40_000 }, Due: 0 },
    });
  });

  test('a run is listed while it is under way and when it has ended, newest first', async () => {
    const claimed = await claim();
    const row = { RunID: claimed.runId, WordID: wordId, Word: claimed.text, StartedAt: new Date(start).toISOString() };
    expect((await read('/runs')).body).toMatchObject({ runs: [{ ...row, EndedAt: null, Outcome: null }], total: 1 });
    await backend.store.collection.savePage(claimed, foundPage(foundPosts(2)), dayCollected, start);
    const end = { outcome: 'partial', reason: null, dueAt: start } as const;
    await backend.store.collection.finish(claimed, end, start + 1000);
    const next = await claim();
    expect((await read('/runs')).body).toMatchObject({
      runs: [{ RunID: next.runId }, { ...row, Outcome: 'partial', Found: 1, Added: 2 }],
      total: 2,
    });
    expect((await read('/runs?limit=1&offset=1')).body).toMatchObject({ runs: [row], total: 2 });
  });

  test('a phrase has its last and next run, its counts and the collected time', async () => {
    const claimed = await claim();
    await backend.store.collection.savePage(claimed, foundPage(foundPosts(2)), dayCollected, start);
    await backend.store.collection.finish(claimed, { outcome: 'done', reason: null, dueAt: start + hour }, start);
    expect((await read(`/words/${wordId}`)).body).toEqual({
      WordID: wordId,
      Configured: true,
      LastRun: expect.objectContaining({ RunID: claimed.runId, Outcome: 'done', Added: 2 }),
      NextRunAt: new Date(start + hour).toISOString(),
      Found: 1,
      Stored: 2,
      LastPostAt: new Date(start - hour).toISOString(),
      Reason: null,
      FullSearchReached: null,
      FullSearchFrom: null,
      Windows: [{ From: '2026-02-28T09:00:00.000Z', To: '2026-03-01T09:00:00.000Z', Complete: true }],
    });
  });

  test('a client that adds a phrase of others sees it as a new one, and then as collected after the collector’s visit', async () => {
    let now = start - hour;
    const end = { outcome: 'done', reason: null, dueAt: start + hour } as const;
    const claimed = await claim();
    await backend.store.collection.savePage(claimed, foundPage(foundPosts(2)), dayCollected, now);
    await backend.store.collection.finish(claimed, end, now);
    const { clientId: other } = await backend.createClient('Другой');
    const cookie = await backend.openSession({ type: 'client', clientId: other });
    const body = { Text: claimed.text };
    const added = await backend.call('POST', '/vknf/words/create', { cookie, body });
    const { WordID: id } = added.body as { WordID: number };
    const seen = async () => (await read(`/words/${id}`, cookie)).body;
    const nothing = { LastRun: null, Found: null, Stored: 0, LastPostAt: null, Windows: [] };
    expect(await seen()).toMatchObject({ ...nothing, NextRunAt: new Date(start).toISOString() });
    now = start + 1000;
    expect(await backend.store.collection.claim({ now, leaseMs, urgentOnly: false })).toBeNull();
    const at = new Date(now).toISOString();
    const run = { WordID: id, StartedAt: at, EndedAt: at, Outcome: 'done', Added: 2 };
    expect(await seen()).toMatchObject({ LastRun: run, Found: 1, Stored: 2 });
    await backend.call('POST', `/vknf/words/update?id=${id}`, { cookie, body: { State: 'freeze' } });
    expect(await seen()).toMatchObject({ NextRunAt: null });
  });

  test('the phrase has the reason of an error, also in the list of phrases', async () => {
    const end = { outcome: 'failed', reason: 'Bad parameter', dueAt: start + hour } as const;
    await backend.store.collection.finish(await claim(), end, start);
    expect((await read(`/words/${wordId}`)).body).toMatchObject({ Reason: 'Bad parameter' });
    const list = async () => (await backend.call('GET', '/vknf/words/paginated', { cookie: admin })).body;
    expect(await list()).toMatchObject({ words: [{ State: 'error', Reason: 'Bad parameter' }] });
    await backend.call('POST', `/vknf/words/update?id=${wordId}`, { cookie: admin, body: { State: 'freeze' } });
    expect(JSON.stringify(await list())).not.toContain('Reason');
  });

  test('a client reads its own phrases only', async () => {
    const { clientId: other } = await backend.createClient('Другой');
    const own = await backend.openSession({ type: 'client', clientId });
    const foreign = await backend.openSession({ type: 'client', clientId: other });
    expect((await read(`/words/${wordId}`, own)).status).toBe(200);
    expect((await read(`/words/${wordId}`, foreign)).status).toBe(404);
    expect((await read('/words/999', own)).status).toBe(404);
  });

  test('«Собрать сейчас» is accepted once until the phrase is collected', async () => {
    expect((await collectNow(wordId)).body).toEqual({ status: 'ok' });
    expect(await collectNow(wordId)).toMatchObject({ status: 409, body: { error: messages.collectionBusy } });
    expect(await claim()).toMatchObject({ wordId, urgent: true });
  });

  test('«Собрать сейчас» is refused for a frozen and for an unknown phrase', async () => {
    const frozen = await backend.createWord(clientId, { state: 'freeze' });
    expect(await collectNow(frozen.wordId)).toMatchObject({ status: 409, body: { error: messages.collectionFrozen } });
    expect((await collectNow(999)).status).toBe(404);
  });
});

describe('without a key', () => {
  beforeEach(() => open({}));

  test('the call has its name, and the state says that collection is not set up', async () => {
    expect((await backend.call('GET', '/capabilities')).body).toMatchObject({
      capabilities: expect.arrayContaining(['collection']),
    });
    expect((await read('')).body).toMatchObject({ Configured: false, Keys: [], LastsUntil: null });
    expect((await read(`/words/${wordId}`)).body).toMatchObject({ Configured: false, LastRun: null, Windows: [] });
  });

  test('«Собрать сейчас» names the setting that is missing', async () => {
    expect(await collectNow(wordId)).toMatchObject({ status: 409, body: { error: messages.collectionOff } });
  });
});
