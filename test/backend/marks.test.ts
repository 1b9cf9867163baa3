// Proves: stories#accounts, stories#arrivals, stories#marks, stories#mutes, stories#visits
/**
 * Marks of stories and visits: the stories that an account has read, and the stories that have arrived since its last visit.
 */
import fc from 'fast-check';
import { hasMark } from '../../server/backend/rules/mark-bits.ts';
import { startTwoClients, type TwoClients, type Who } from '../support/two-clients.ts';

const minute = 60_000;

let now: number;
let app: TwoClients;
/** Stories of «метро» and «выборы». */
let metro: number[];
let vote: number[];

const storiesOf = (wordId: number): number[] =>
  app
    .query('SELECT DISTINCT story_id FROM posts WHERE word_id = ? ORDER BY story_id', wordId)
    .map((row) => Number(row.story_id));

/** Posts whose texts differ, so that each is a separate story. */
const posts = (wordId: number, ...postIds: number[]) =>
  postIds.map((postId) => ({ wordId, postId, text: null, updatedAt: now }));

beforeEach(async () => {
  now = Date.parse('2026-03-02T09:00:00Z');
  app = await startTwoClients({ now: () => now });
  await app.save(...posts(app.metro.wordId, 1, 2, 3, 4, 5), ...posts(app.vote.wordId, 6, 7));
  metro = storiesOf(app.metro.wordId);
  vote = storiesOf(app.vote.wordId);
});
afterEach(() => app.close());

/** Returns the stories whose mark changed, ascending. */
async function mark(who: Who, storyIds: number[], read: boolean): Promise<number[]> {
  const { status, body } = await app.post('/vknf/posts/marks', who, { StoryIDs: storyIds, Read: read });
  expect(status).toBe(200);
  return (body as { StoryIDs: number[] }).StoryIDs.toSorted((a, b) => a - b);
}

/** The stories that are marked in the database. */
function marked(account: string): number[] {
  const chunks = app.query('SELECT chunk, bits FROM marks WHERE account = ?', account);
  return [...metro, ...vote].filter((storyId) =>
    chunks.some(({ chunk, bits }) => Number(chunk) === storyId >> 12 && hasMark(bits as Uint8Array, storyId)),
  );
}

describe('marks', () => {
  test('return the stories that changed, and undoing exactly these restores the marks', async () => {
    expect(await mark('client', metro.slice(0, 2), true)).toEqual(metro.slice(0, 2));
    const changed = await mark('client', metro, true);
    expect(changed).toEqual(metro.slice(2));
    expect(await mark('client', changed, false)).toEqual(changed);
    expect(marked('client:client-1001')).toEqual(metro.slice(0, 2));
  });

  test('of one account do not change marks of another', async () => {
    await mark('client', metro, true);
    expect(await mark('admin', metro, false)).toEqual([]);
    expect(await mark('admin', metro.slice(0, 1), true)).toEqual(metro.slice(0, 1));
    expect([marked('client:client-1001'), marked('admin:1')]).toEqual([metro, metro.slice(0, 1)]);
  });

  test('made while acting as a client are the client’s', async () => {
    const body = { StoryIDs: metro, Read: true };
    await app.backend.call('POST', '/vknf/posts/marks', { cookie: await app.actingCookie(), body });
    expect([marked('client:client-1001'), marked('admin:1')]).toEqual([metro, []]);
  });

  test('ignore stories that do not exist, that another client tracks, and of deleted phrases', async () => {
    expect(await mark('client', [...vote, 999, ...metro.slice(0, 1)], true)).toEqual(metro.slice(0, 1));
    expect(await mark('admin', [...vote, 999], true)).toEqual(vote);
    await app.backend.store.words.markDeleted(app.vote.wordId, now);
    expect(await mark('admin', vote, false)).toEqual([]);
    expect(await mark('other', vote, true)).toEqual([]);
  });

  test('change like a set, in any sequence of calls', async () => {
    const call = fc.record({ storyIds: fc.subarray([...metro, ...vote]), read: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 6 }), async (calls) => {
        const before = new Set(marked('admin:1'));
        for (const { storyIds, read } of calls) {
          expect(await mark('admin', storyIds, read)).toEqual(storyIds.filter((id) => before.has(id) !== read));
          for (const id of storyIds) read ? before.add(id) : before.delete(id);
        }
        expect(marked('admin:1')).toEqual([...before].toSorted((a, b) => a - b));
      }),
      { numRuns: 20 },
    );
  });

  test('are at most 5,000 in a call', async () => {
    const ids = Array.from({ length: 5001 }, (_, index) => index + 1);
    expect(await mark('client', ids.slice(1), true)).toEqual(metro.slice(1));
    expect((await app.post('/vknf/posts/marks', 'client', { StoryIDs: ids, Read: true })).status).toBe(400);
  });
});

describe('a visit', () => {
  const visit = async (who: Who) => (await app.get('/vknf/posts/visit', who)).body;
  const newest = () => Number(app.query('SELECT max(arrival) AS arrival FROM posts')[0]?.arrival);

  test('that is the first has nothing new', async () => {
    expect(await visit('client')).toEqual({ Since: newest(), Total: 0 });
    await app.save(...posts(app.metro.wordId, 10));
    expect(await visit('client')).toMatchObject({ Total: 1 });
  });

  test('begins 30 minutes after the last request, and counts the visible stories that arrived since that request', async () => {
    await app.get('/vknf/owners/count', 'client');
    const before = newest();
    await app.save(...posts(app.metro.wordId, 10, 11), ...posts(app.vote.wordId, 12));
    now += 29 * minute;
    expect(await visit('client')).toMatchObject({ Since: before, Total: 2 });
    const left = newest();
    await app.save(...posts(app.metro.wordId, 13), ...posts(app.vote.wordId, 14));
    now += 30 * minute;
    await app.get('/vknf/owners/count', 'client');
    expect(await visit('client')).toEqual({ Since: left, Total: 1 });
  });

  test('counts a story that others had before when the account gets it, and no story twice', async () => {
    await visit('client');
    now += 30 * minute;
    await app.save(...posts(app.metro.wordId, 6));
    expect(await visit('client')).toMatchObject({ Total: 1 });
    await app.save(...posts(app.vote.wordId, 1), { wordId: app.metro.wordId, postId: 8, text: 'Открыта станция' });
    await app.save({ wordId: app.metro.wordId, postId: 9, text: 'Открыта станция' });
    expect(await visit('client')).toMatchObject({ Total: 2 });
    expect(await visit('other')).toMatchObject({ Total: 0 });
  });

  test('begins at sign-in', async () => {
    await app.get('/vknf/owners/count', 'client');
    const left = newest();
    await app.save(...posts(app.metro.wordId, 10));
    const cookie = await app.backend.signInClient(app.clientIds.client);
    expect((await app.backend.call('GET', '/vknf/posts/visit', { cookie })).body).toEqual({ Since: left, Total: 1 });
    await app.backend.signInClient(app.clientIds.client);
    expect(await visit('client')).toEqual({ Since: newest(), Total: 0 });
  });

  test('is written at most once a minute', async () => {
    const usedAt = () => app.query('SELECT used_at FROM visits WHERE account = ?', 'client:client-1001')[0]?.used_at;
    const start = now;
    await visit('client');
    now += minute - 1;
    await visit('client');
    expect(usedAt()).toBe(start);
    now += 1;
    await visit('client');
    expect(usedAt()).toBe(now);
  });

  test('of a client is not changed by an administrator who acts as the client', async () => {
    await visit('client');
    await app.save(...posts(app.metro.wordId, 10));
    now += 60 * minute;
    const cookie = await app.actingCookie();
    const seen = await app.backend.call('GET', '/vknf/posts/visit', { cookie });
    expect(seen.body).toMatchObject({ Total: 1 });
    expect(app.query('SELECT used_at FROM visits WHERE account = ?', 'client:client-1001')).toEqual([
      { used_at: now - 60 * minute },
    ]);
  });

  test('omits stories of muted sources, and counts as the feed does', async () => {
    await visit('client');
    await app.save(...posts(app.metro.wordId, 10, 11), {
      wordId: app.metro.wordId,
      postId: 12,
      ownerId: -2,
      text: null,
    });
    await app.post('/vknf/mutes/create', 'client', { Kind: 'owner', TargetID: -2 });
    const { Since, Total } = (await visit('client')) as { Since: number; Total: number };
    const feed = await app.get(`/vknf/posts/count?copies=hide&since=${Since}`, 'client');
    expect([Total, feed.body]).toEqual([2, { total: 2 }]);
  });

  test('that cannot be recorded does not fail the request, and is logged', async () => {
    app.backend.store.visits.touch = () => Promise.reject(new Error('disk full'));
    expect((await app.get('/vknf/owners/count', 'client')).status).toBe(200);
    expect(await visit('client')).toMatchObject({ Total: 0 });
    expect(app.backend.log).toContainEqual(expect.objectContaining({ msg: 'visit not recorded' }));
  });
});

test('deleting a client removes its marks and visits', async () => {
  for (const who of ['client', 'other', 'admin'] as const) {
    await mark(who, [...metro, ...vote], true);
    await app.get('/vknf/posts/visit', who);
  }
  await app.post(`/server/clients/delete?id=${app.clientIds.client}`, 'admin');
  const accounts = (table: string) =>
    app.query(`SELECT account FROM ${table} ORDER BY account`).map((row) => row.account);
  expect([accounts('marks'), accounts('visits')]).toEqual([
    ['admin:1', 'client:client-1002'],
    ['admin:1', 'client:client-1002'],
  ]);
});
