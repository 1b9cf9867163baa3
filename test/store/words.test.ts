// Proves: embedded-backend#phrases-and-sources, phrases#deleted-phrases
/** Phrases. */
import type { WordFilters, WordRow } from '../../server/backend/store/words-store.ts';
import { start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

let fixture: TestStore;
let clientId: string;
let other: string;
beforeEach(async () => {
  fixture = await openTestStore();
  clientId = await fixture.createClient();
  other = await fixture.createClient();
});
afterEach(() => fixture.close());

const add = (text: string, client = clientId) => fixture.createWord(client, { text });
const texts = (words: readonly { text: string }[]) => words.map(({ text }) => text);
const actions = async () => (await recordsOf(fixture.store)).map(({ action }) => action);

test('a new phrase has all its fields', async () => {
  const { words } = fixture.store;
  const created = await words.create({ text: 'Ёлка', state: 'freeze', fullSearch: true }, clientId, by);
  const word = {
    wordId: expect.any(Number),
    text: 'Ёлка',
    state: 'freeze',
    reason: null,
    fullSearch: true,
    running: false,
    updateDt: null,
    totalPosts: 0,
    lastUpdatePosts: null,
    lastPostPosts: null,
    deletedAt: null,
    deletedBy: null,
    awaits: false,
    collectedAt: null,
    clients: [clientId],
    shownId: expect.any(Number),
    version: 1,
    changedAt: null,
    changedBy: null,
    wallId: null,
  };
  expect(created).toEqual({ outcome: 'created', word, own: word });
  expect(await words.list()).toEqual([word]);
  expect(await words.get('word' in created ? created.word.wordId : 0)).toEqual(word);
  expect(await words.get(99)).toBeNull();
  expect(await actions()).toEqual(['word-added']);
});

test('a phrase with the same text, ignoring case and ё, is linked once per client', async () => {
  const { words } = fixture.store;
  const wordId = await add('Ёлка');
  const wanted = { text: 'елка', state: 'ready', fullSearch: false } as const;
  expect(await words.create(wanted, clientId)).toEqual({ outcome: 'already-tracked' });
  expect(await words.create(wanted, 'client-9')).toEqual({ outcome: 'unknown-client' });
  expect(await words.create(wanted, other)).toMatchObject({
    outcome: 'linked',
    word: { wordId, clients: [clientId, other] },
  });
  expect(await words.getOfClient(wordId, 'client-9')).toBeNull();
});

test('two processes that add the same phrase at the same time make one', async () => {
  const another = await fixture.openAnother();
  const wanted = { text: 'метро', state: 'ready', fullSearch: false } as const;
  await Promise.all([fixture.store.words.create(wanted, clientId), another.words.create(wanted, other)]);
  expect(await fixture.store.words.list()).toMatchObject([{ text: 'метро', clients: [clientId, other] }]);
});

test('two processes that add phrases at the same time do not exceed the limit', async () => {
  const { words } = fixture.store;
  const another = await fixture.openAnother();
  const adding = [words, another.words, words, another.words].map((store, index) =>
    store.create({ text: `фраза ${index}`, state: 'ready', fullSearch: false }, clientId, null, 3),
  );
  const outcomes = (await Promise.all(adding)).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(['created', 'created', 'created', 'too-many']);
  expect(await words.createAll(['ещё', 'и ещё'], clientId, null, 3)).toEqual(['too-many', 'too-many']);
  await words.markDeleted((await words.list())[0]?.wordId ?? 0, start);
  expect(await words.createAll(['ещё', 'и ещё'], clientId, null, 3)).toEqual(['created', 'too-many']);
});

test('an administrator also finds a phrase by the ID that a client has for it', async () => {
  const { words, posts, wordHealth } = fixture.store;
  const [metro, vote] = [await add('метро'), await add('выборы')];
  await add('Метро', other);
  const own = (await words.listOfClient(other))[0]?.shownId ?? 0;
  await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote, postId: 2 })]);
  const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
  const count = (filter: Partial<FlatViewing>) => posts.count(admin, viewing(filter));
  expect(await words.get(own)).toMatchObject({ wordId: metro, shownId: metro });
  expect([await count({ word: own }), await count({ words: [own, vote] })]).toEqual([1, 2]);
  const days = { from: '2026-03-01', to: '2026-03-02' };
  expect([...(await posts.wordDays(admin, viewing(), [own], days)).keys()]).toEqual([metro]);
  await wordHealth.save(await posts.measureWords(start));
  expect(await wordHealth.list([own], null)).toMatchObject([{ shownId: metro }]);
  // A phrase with this ID comes first.
  await words.updateOfClient(metro, clientId, { text: 'трамвай' });
  expect(await words.get(metro)).toMatchObject({ text: 'метро' });
  expect([await words.get(own + 9), await count({ word: own + 9 })]).toEqual([null, 0]);
});

describe('a list', () => {
  test('has the newest phrases first, only the phrases of a client, and the deleted ones separately', async () => {
    const { words } = fixture.store;
    const deleted = await add('вокзал');
    await add('метро');
    await add('выборы', other);
    await words.markDeleted(deleted, start);
    expect(texts(await words.list())).toEqual(['выборы', 'метро']);
    expect(texts(await words.list(true))).toEqual(['вокзал']);
    expect(texts(await words.listOfClient(clientId))).toEqual(['метро']);
    expect(await words.getOfClient(deleted, clientId)).toBeNull();
  });

  test.each([
    ['text', ['7', 'go', 'Ёж', 'елка', 'Жук', 'ящик']],
    ['word_id', ['елка', 'Жук', 'go', 'ящик', 'Ёж', '7']],
    ['total_posts', ['елка', 'go', 'ящик', 'Ёж', '7', 'Жук']],
  ] as const)('is sorted by %s in both directions, the ID last', async (orderBy, expected) => {
    const { words, posts } = fixture.store;
    const ids = new Map<string, number>();
    for (const text of ['елка', 'Жук', 'go', 'ящик', 'Ёж', '7']) ids.set(text, await add(text));
    await posts.save([newPost({ wordId: ids.get('Жук') ?? 0 })]);
    const page = async (orderDirection: 'ASC' | 'DESC', offset = 0, limit = 10) =>
      texts((await words.page({ limit, offset, orderBy, orderDirection })).rows);
    expect(await page('ASC')).toEqual(expected);
    expect(await page('DESC')).toEqual(expected.toReversed());
    expect(await page('ASC', 2, 3)).toEqual(expected.slice(2, 5));
    expect((await words.page({ limit: 1, offset: 9, orderBy, orderDirection: 'ASC' })).total).toBe(6);
  });

  test('of a client has its own total', async () => {
    await add('метро');
    await add('выборы', other);
    const query = { limit: 10, offset: 0, orderBy: 'text', orderDirection: 'ASC' } as const;
    expect(await fixture.store.words.pageOfClient(other, query)).toMatchObject({
      rows: [{ text: 'выборы' }],
      total: 1,
    });
  });

  test('is filtered by text, state and client, and has the same IDs as the pages', async () => {
    const { words, clients } = fixture.store;
    const [tree = 0, metro = 0, park = 0] = [await add('Ёлка'), await add('метро'), await add('парк', other)];
    await words.update(metro, { state: 'freeze' });
    await words.markDeleted(await add('вокзал'), start);
    await clients.update(other, { name: 'Ёжик' }, start);
    const order = { limit: 10, offset: 0, orderBy: 'word_id', orderDirection: 'DESC' } as const;
    const find = async (filters: WordFilters, ofClient: string | null = null) => {
      const query = { ...order, ...filters };
      const page = await (ofClient === null ? words.page(query) : words.pageOfClient(ofClient, query));
      expect(await words.ids(ofClient, filters)).toEqual(page.rows.map(({ shownId }) => shownId));
      expect(page.total).toBe(page.rows.length);
      return texts(page.rows);
    };
    expect(await find({ text: 'ЕЛК' })).toEqual(['Ёлка']);
    expect(await find({ state: 'freeze' })).toEqual(['метро']);
    expect(await find({ client: 'ежи' })).toEqual(['парк']);
    expect(await find({ client: clientId, text: 'е' }, clientId)).toEqual(['метро', 'Ёлка']);
    expect(await find({ client: 'нет такого' })).toEqual([]);
    expect(await find({ deleted: true })).toEqual(['вокзал']);
    expect(await words.ids(null, {})).toEqual([park, metro, tree]);
  });

  test('of suggestions has an exact match first, then by text, within the client’s phrases', async () => {
    const { words } = fixture.store;
    for (const text of ['новая Ёлка', 'елка', 'елка 100%']) await add(text);
    await add('Ёлка года', other);
    expect(texts(await words.suggest('ЁЛКА', null, 10))).toEqual(['елка', 'елка 100%', 'Ёлка года', 'новая Ёлка']);
    expect(texts(await words.suggest('ёлка', clientId, 2))).toEqual(['елка', 'елка 100%']);
    expect(texts(await words.suggest('%', null, Number.MAX_SAFE_INTEGER))).toEqual(['елка 100%']);
    expect(await words.suggest('_', null, 10)).toEqual([]);
  });
});

describe('a change', () => {
  test('is made for all clients, unless another phrase has the text', async () => {
    const { words } = fixture.store;
    const [metro, vote] = [await add('метро'), await add('выборы')];
    expect(await words.update(metro, { text: 'Метрополитен', fullSearch: true }, by)).toMatchObject({
      outcome: 'updated',
      word: { text: 'Метрополитен', fullSearch: true },
    });
    expect(await words.update(vote, { text: 'МЕТРОПОЛИТЕН' })).toEqual({ outcome: 'duplicate' });
    expect(await words.update(99, { text: 'x' })).toEqual({ outcome: 'unknown' });
    expect(await actions()).toEqual(['word-changed']);
  });

  test('by a client moves it alone to the phrase with the text, with the client’s ID', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    const vote = await add('выборы', other);
    await add('метро', other);
    const own = (await words.listOfClient(other)).find(({ text }) => text === 'метро')?.shownId ?? 0;
    expect(await words.updateOfClient(own, other, { text: 'выборы' })).toEqual({ outcome: 'duplicate' });
    expect(await words.updateOfClient(own, other, { text: 'трамвай' }, by)).toMatchObject({
      outcome: 'updated',
      word: { shownId: own, text: 'трамвай', clients: [other] },
    });
    expect(await words.updateOfClient(metro, clientId, { text: 'Выборы' })).toMatchObject({
      outcome: 'updated',
      word: { shownId: metro, wordId: vote, text: 'Выборы', clients: [clientId] },
    });
    expect(await words.get(vote)).toMatchObject({ text: 'выборы', clients: [clientId, other] });
    // Nobody has the phrase, and it has no posts. The ID is the client's.
    expect(await words.get(metro)).toMatchObject({ wordId: vote });
    expect(texts(await words.list())).toEqual(['трамвай', 'выборы']);
    expect(await words.updateOfClient(vote, clientId, { text: 'x' })).toEqual({ outcome: 'unknown' });
  });

  test('by a client leaves the former phrase when it has posts', async () => {
    const { words, posts } = fixture.store;
    const metro = await add('метро');
    await posts.save([newPost({ wordId: metro })]);
    await words.updateOfClient(metro, clientId, { text: 'трамвай' });
    expect(await words.get(metro)).toMatchObject({ text: 'метро', clients: [], totalPosts: 1 });
  });

  test('an import of posts for a phrase that is gone refuses them, and saves the others', async () => {
    const { words, posts } = fixture.store;
    const [metro, vote] = [await add('метро'), await add('выборы')];
    await words.updateOfClient(metro, clientId, { text: 'трамвай' });
    const saved = await posts.save([newPost({ wordId: metro }), newPost({ wordId: vote, postId: 2 })]);
    expect(saved).toEqual({ added: 1, changed: 0, refused: 1 });
  });

  test('by an administrator is a change for each of its clients', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    await add('Метро', other);
    const seen = async () => [...(await words.listOfClient(clientId)), ...(await words.listOfClient(other))];
    expect(texts(await seen())).toEqual(['метро', 'Метро']);
    await words.update(metro, { text: 'трамвай', state: 'freeze', fullSearch: true });
    const changed = { text: 'трамвай', state: 'freeze', fullSearch: true };
    expect(await seen()).toMatchObject([changed, changed]);
  });
});

/** Everything that a client sees of its phrases, after the same steps. */
async function whatOneSees(steps: (client: string, id: number) => Promise<unknown>): Promise<unknown> {
  const { words } = fixture.store;
  const { own } = (await words.create({ text: 'Метро', state: 'ready', fullSearch: false }, other)) as { own: WordRow };
  const result = await steps(other, own.shownId);
  const query = { limit: 10, offset: 0, orderBy: 'total_posts', orderDirection: 'ASC' } as const;
  // IDs differ only because of IDs that others were given before.
  const relative = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (name, part) => {
      // No call returns these.
      if (['wordId', 'awaits', 'changedAt'].includes(name)) return undefined;
      return name === 'shownId' && typeof part === 'number' ? part - own.shownId : part;
    });
  return relative([own, result, await words.listOfClient(other), await words.pageOfClient(other, query)]);
}

test.each<[string, (client: string, id: number) => Promise<unknown>]>([
  ['adding it', async () => null],
  [
    'adding it again',
    (client) => fixture.store.words.create({ text: 'метро', state: 'ready', fullSearch: false }, client),
  ],
  ['freezing it', (client, id) => fixture.store.words.updateOfClient(id, client, { state: 'freeze' })],
  ['full search', (client, id) => fixture.store.words.updateOfClient(id, client, { fullSearch: true })],
  ['renaming it', (client, id) => fixture.store.words.updateOfClient(id, client, { text: 'трамвай' })],
  [
    'changing many',
    (client, id) => fixture.store.words.changeAll('freeze', [id, id + 1], { clientId: client, now: start, by: null }),
  ],
  ['deleting it', (client, id) => fixture.store.words.unlink(id, client)],
])('%s has the same results whether others track the phrase or not', async (_title, steps) => {
  const alone = await whatOneSees(steps);
  await fixture.close();
  fixture = await openTestStore();
  [clientId, other] = [await fixture.createClient(), await fixture.createClient()];
  await fixture.store.words.create({ text: 'метро', state: 'ready', fullSearch: true }, clientId);
  await add('трамвай');
  await fixture.store.posts.save([newPost({ wordId: 1 })]);
  expect(await whatOneSees(steps)).toEqual(alone);
});

describe('a change of many phrases', () => {
  const requested = (client: string | null) => ({ clientId: client, now: start, by });

  test('changes each like a single change, and names phrases that it could not change', async () => {
    const { words } = fixture.store;
    const own: number[] = [];
    for (let count = 0; count < 12; count += 1) own.push(await add(`фраза ${count}`));
    const [shared, foreign] = [await add('общая'), await add('чужая', other)];
    await add('общая', other);
    const failures = await words.changeAll('freeze', [...own, shared, foreign, 99], requested(clientId));
    expect(failures).toEqual([
      { wordId: foreign, text: '', outcome: 'unknown' },
      { wordId: 99, text: '', outcome: 'unknown' },
    ]);
    expect((await words.listOfClient(clientId)).filter(({ state }) => state === 'freeze')).toHaveLength(13);
    expect(await words.get(shared)).toMatchObject({ state: 'ready' });
    expect(await actions()).toEqual([...own, shared].map(() => 'word-changed'));
  });

  test('deletes for one client or for all, and restores for all', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    await add('метро', other);
    expect(await words.changeAll('delete', [metro], requested(clientId))).toEqual([]);
    expect(await words.get(metro)).toMatchObject({ deletedAt: null, clients: [other] });
    expect(await words.changeAll('delete', [metro], requested(null))).toEqual([]);
    await add('Метро');
    expect(await words.changeAll('restore', [metro], requested(null))).toEqual([
      { wordId: metro, text: 'метро', outcome: 'duplicate' },
    ]);
  });

  test('adds phrases in their order, and finds the texts that the client tracks', async () => {
    const { words } = fixture.store;
    await add('Ёлка');
    await add('парк', other);
    const list = ['метро', 'елка', 'парк', 'МЕТРО'];
    expect(await words.tracksTexts(clientId, list)).toEqual([false, true, false, false]);
    expect(await words.createAll(list, clientId, by)).toEqual([
      'created',
      'already-tracked',
      'linked',
      'already-tracked',
    ]);
    expect(await words.tracksTexts(clientId, list)).toEqual([true, true, true, true]);
    expect(await words.createAll(['a', 'b'], 'client-9')).toEqual(['unknown-client', 'unknown-client']);
    expect(await actions()).toEqual(['word-added', 'word-added']);
  });
});

describe('a deleted phrase', () => {
  test('is deleted once, and restored with its links while no other phrase has its text', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    let at = start;
    const later = {
      ...by,
      get at() {
        at += 1;
        return at;
      },
    };
    expect(await words.markDeleted(metro, start, later)).toBe(true);
    expect(await words.markDeleted(metro, start, later)).toBe(false);
    expect(await words.get(metro)).toMatchObject({ deletedAt: start + 1, deletedBy: by.who });
    expect(await words.update(metro, { text: 'x' })).toEqual({ outcome: 'unknown' });
    const again = await add('Метро');
    expect(again).not.toBe(metro);
    expect(await words.update(metro, { deleted: false })).toEqual({ outcome: 'duplicate' });
    await words.update(again, { text: 'трамвай' });
    expect(await words.update(metro, { deleted: false }, by)).toMatchObject({
      outcome: 'updated',
      word: { deletedAt: null, deletedBy: null, clients: [clientId] },
    });
    expect(await actions()).toEqual(['word-deleted', 'word-restored']);
  });

  test('by a client is only unlinked', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    expect(await words.unlink(metro, other, by)).toBe(false);
    expect(await words.unlink(metro, clientId, by)).toBe(true);
    expect(await words.unlink(metro, clientId, by)).toBe(false);
    expect(await words.get(metro)).toMatchObject({ deletedAt: null, clients: [] });
    expect(await actions()).toEqual(['word-deleted']);
  });
});
