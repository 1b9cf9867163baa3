// Proves: collection#collection-page, embedded-backend#phrases-and-sources
/** The client whose phrase is collected next. */
import { day, done, hour, leaseMs, start } from '../support/collection-store.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

let fixture: TestStore;
beforeEach(async () => {
  fixture = await openTestStore();
});
afterEach(() => fixture.close());

/** Claims a phrase, spends the calls, and ends the run. Returns the phrase. */
async function run(now: number, calls = 1): Promise<number> {
  const { collection } = fixture.store;
  const claim = await fixture.claim(now);
  for (let call = 0; call < calls; call += 1) await collection.reserveCall('key', claim.runId, 1000, now);
  await collection.finish(claim, { ...done, dueAt: now + day }, now);
  return claim.wordId;
}

async function runMany(count: number, now: number): Promise<number[]> {
  const wordIds: number[] = [];
  for (let index = 0; index < count; index += 1) wordIds.push(await run(now + index));
  return wordIds;
}

/** Returns the IDs of new phrases of the client. */
async function createWords(clientId: string, count: number): Promise<number[]> {
  const wordIds: number[] = [];
  for (let index = 0; index < count; index += 1) wordIds.push(await fixture.createWord(clientId));
  return wordIds;
}

test('a client with 40 phrases delays another’s 3 by one call each', async () => {
  const many = await createWords(await fixture.createClient(), 40);
  const few = await createWords(await fixture.createClient(), 3);
  const order = await runMany(8, start);
  expect(order).toEqual([many[0], few[0], many[1], few[1], many[2], few[2], many[3], many[4]]);
});

test('a run with many calls uses its client’s share', async () => {
  const greedy = await createWords(await fixture.createClient(), 3);
  const modest = await createWords(await fixture.createClient(), 3);
  expect(await run(start, 3)).toBe(greedy[0]);
  expect(await runMany(4, start)).toEqual([...modest, greedy[1]]);
});

test('calls older than 24 hours do not count', async () => {
  const first = await createWords(await fixture.createClient(), 2);
  await createWords(await fixture.createClient(), 2);
  await run(start, 5);
  expect(await run(start + day)).toBe(first[1]);
});

test('of a client’s phrases the longest overdue is first', async () => {
  const clientId = await fixture.createClient();
  const [first, second] = await createWords(clientId, 2);
  for (const hours of [5, 2]) {
    const claim = await fixture.claim();
    await fixture.store.collection.finish(claim, { ...done, dueAt: start + hours * hour }, start);
  }
  expect(await runMany(2, start + day)).toEqual([second, first]);
});

test('a phrase of two clients is collected once, and counts for one of them', async () => {
  const [first, second] = [await fixture.createClient(), await fixture.createClient()];
  const shared = await fixture.createWord(first, { text: 'метро' });
  await fixture.createWord(second, { text: 'метро' });
  const [own] = await createWords(second, 1);
  expect(await runMany(2, start)).toEqual([shared, own]);
  expect(await fixture.claimId(start + hour)).toBeNull();
});

describe('«Собрать сейчас»', () => {
  const request = (wordId: number, now = start) => fixture.store.collection.request(wordId, now);

  test('comes before all due phrases, in the order of the requests, and uses no client’s share', async () => {
    const clientId = await fixture.createClient();
    const [first, second, third] = await createWords(clientId, 3);
    const others = await createWords(await fixture.createClient(), 1);
    await request(third ?? 0, start);
    await request(second ?? 0, start + 1);
    expect(await fixture.claim()).toMatchObject({ wordId: third, urgent: true });
    expect(await runMany(3, start)).toEqual([second, first, ...others]);
  });

  test('is all that a claim for the reserve gets', async () => {
    const clientId = await fixture.createClient();
    const [wordId = 0] = await createWords(clientId, 2);
    const claim = () => fixture.store.collection.claim({ now: start, leaseMs, urgentOnly: true });
    expect(await claim()).toBeNull();
    await request(wordId);
    expect(await claim()).toMatchObject({ wordId, urgent: true });
    expect(await claim()).toBeNull();
  });

  test('collects a phrase that is not due, once', async () => {
    const [wordId = 0] = await createWords(await fixture.createClient(), 1);
    await run(start);
    expect(await request(wordId)).toBe('requested');
    expect(await run(start)).toBe(wordId);
    expect(await fixture.claimId()).toBeNull();
  });

  test('is kept when the process crashes', async () => {
    const [wordId = 0] = await createWords(await fixture.createClient(), 1);
    await request(wordId);
    await fixture.claim();
    expect(await fixture.claim(start + leaseMs)).toMatchObject({ wordId, urgent: true });
  });

  test('is refused for phrases that are not collected, being collected, or requested', async () => {
    const clientId = await fixture.createClient();
    const [deleted = 0, unlinked = 0, requested = 0, running = 0] = await createWords(clientId, 4);
    await fixture.store.words.markDeleted(deleted, start);
    await fixture.store.words.unlink(unlinked, clientId);
    await request(requested);
    const frozen = await fixture.createWord(clientId, { state: 'freeze' });
    expect(await Promise.all([99, deleted, unlinked, frozen, requested].map((wordId) => request(wordId)))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'frozen',
      'busy',
    ]);
    await run(start);
    expect(await fixture.claimId()).toBe(running);
    expect(await request(running)).toBe('busy');
    expect(await request(running, start + leaseMs)).toBe('requested');
  });
});
