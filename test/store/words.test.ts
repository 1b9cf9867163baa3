/** Phrases. */
import { start } from '../support/collection-store.ts';
import { newPost } from '../support/seed-posts.ts';
import { by, recordsOf } from '../support/store-values.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

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
    deleted: false,
    clients: [clientId],
  };
  expect(created).toEqual({ outcome: 'created', word });
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
  expect([await words.isTrackedBy(wordId, other), await words.isTrackedBy(wordId, 'client-9')]).toEqual([true, false]);
});

test('two processes that add the same phrase at the same time make one', async () => {
  const another = await fixture.openAnother();
  const wanted = { text: 'метро', state: 'ready', fullSearch: false } as const;
  await Promise.all([fixture.store.words.create(wanted, clientId), another.words.create(wanted, other)]);
  expect(await fixture.store.words.list()).toMatchObject([{ text: 'метро', clients: [clientId, other] }]);
});

describe('a list', () => {
  test('has the newest phrases first, those of a client alone, and the deleted ones apart', async () => {
    const { words } = fixture.store;
    const deleted = await add('вокзал');
    await add('метро');
    await add('выборы', other);
    await words.markDeleted(deleted, start);
    expect(texts(await words.list())).toEqual(['выборы', 'метро']);
    expect(texts(await words.list(true))).toEqual(['вокзал']);
    expect(texts(await words.listOfClient(clientId))).toEqual(['метро']);
    expect(await words.isTrackedBy(deleted, clientId)).toBe(false);
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

  test('of a client has a total of its own', async () => {
    await add('метро');
    await add('выборы', other);
    const query = { limit: 10, offset: 0, orderBy: 'text', orderDirection: 'ASC' } as const;
    expect(await fixture.store.words.pageOfClient(other, query)).toMatchObject({
      rows: [{ text: 'выборы' }],
      total: 1,
    });
  });

  test('of suggestions has an exact match first, then by text, within the client’s phrases', async () => {
    const { words } = fixture.store;
    for (const text of ['новая Ёлка', 'елка', 'елка 100%']) await add(text);
    await add('Ёлка года', other);
    expect(texts(await words.suggest('ЁЛКА', null, 10))).toEqual(['елка', 'елка 100%', 'Ёлка года', 'новая Ёлка']);
    expect(texts(await words.suggest('ёлка', clientId, 2))).toEqual(['елка', 'елка 100%']);
    expect(texts(await words.suggest('%', null, 10))).toEqual(['елка 100%']);
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

  test('by one of several clients splits or moves it, and cannot freeze it for the others', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    const vote = await add('выборы', other);
    await add('метро', other);
    expect(await words.updateOfClient(metro, other, { state: 'freeze' })).toEqual({ outcome: 'shared' });
    expect(await words.updateOfClient(metro, other, { text: 'выборы' })).toEqual({ outcome: 'duplicate' });
    const split = await words.updateOfClient(metro, other, { text: 'трамвай' }, by);
    expect(split).toMatchObject({ outcome: 'updated', word: { text: 'трамвай', clients: [other] } });
    expect(await words.updateOfClient(metro, clientId, { text: 'Выборы' })).toMatchObject({
      outcome: 'updated',
      word: { wordId: vote, clients: [clientId, other] },
    });
    expect(await words.get(metro)).toMatchObject({ clients: [] });
    expect(await words.updateOfClient(metro, clientId, { text: 'x' })).toEqual({ outcome: 'unknown' });
  });
});

describe('a deleted phrase', () => {
  test('is deleted once, and restored with its links while no other phrase has its text', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    expect(await words.markDeleted(metro, start, by)).toBe(true);
    expect(await words.markDeleted(metro, start, by)).toBe(false);
    expect(await words.update(metro, { text: 'x' })).toEqual({ outcome: 'unknown' });
    const again = await add('Метро');
    expect(again).not.toBe(metro);
    expect(await words.update(metro, { deleted: false })).toEqual({ outcome: 'duplicate' });
    await words.update(again, { text: 'трамвай' });
    expect(await words.update(metro, { deleted: false }, by)).toMatchObject({
      outcome: 'updated',
      word: { deleted: false, clients: [clientId] },
    });
    expect(await actions()).toEqual(['word-deleted', 'word-restored']);
  });

  test('by a client is only unlinked', async () => {
    const { words } = fixture.store;
    const metro = await add('метро');
    expect(await words.unlink(metro, other, by)).toBe(false);
    expect(await words.unlink(metro, clientId, by)).toBe(true);
    expect(await words.unlink(metro, clientId, by)).toBe(false);
    expect(await words.get(metro)).toMatchObject({ deleted: false, clients: [] });
    expect(await actions()).toEqual(['word-deleted']);
  });
});
