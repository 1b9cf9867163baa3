// Proves: analytics#work, work#changes, work#coming-back, work#notes-and-history
/** Work of clients on stories: changes with versions, their history, tags and reasons. */
import { noWork, type WorkChange } from '../../server/backend/rules/work.ts';
import type { WorkOutcome } from '../../server/backend/store/work-changes.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing } from '../support/viewing.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let otherClient: string;
let personId: number;
/** Of three different texts. */
let stories: number[];

const by = (who = 'anna') => ({ who, onBehalfOf: clientId, address: '', at: now });
const texts = ['Открыли новую станцию', 'Ремонт моста через реку', 'Сдали третий дом'];

beforeAll(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  otherClient = await opened.createClient();
  const person = { name: 'Пётр', login: 'petr', role: 'editor', mayExport: false } as const;
  const invitation = { hash: Buffer.from('link'), until: now };
  personId = (await opened.store.people.invite(clientId, person, invitation, by())) ?? 0;
  const wordId = await opened.createWord(clientId);
  await opened.createWord(otherClient);
  await opened.store.posts.save(
    texts.map((text, index) => newPost({ wordId, postId: index + 1, text, postedAt: now + index * 1000 })),
  );
  stories = (await readRows()).map(({ storyId }) => storyId);
});
afterAll(() => opened.close());

async function readRows() {
  const scope = viewing({ clientId, shownWork: { people: {}, tags: [], now } });
  const page = { limit: 100, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  return (await opened.store.posts.page({ type: 'client', clientId }, scope, page)).rows;
}
const workOf = async (story: number) => (await readRows()).find(({ storyId }) => storyId === story)?.work ?? noWork;

/** Changes stories whose versions the author has just read, unless `version` is given. Returns the outcomes. */
async function change(
  wanted: readonly number[],
  change: WorkChange,
  { who = 'anna', version = -1, taker = 0, of = clientId } = {},
) {
  const rows = await Promise.all(
    wanted.map(async (storyId) => ({ storyId, version: version < 0 ? (await workOf(storyId)).version : version })),
  );
  const changed = await opened.store.work.change(of, { stories: rows, change, batchId: null, taker }, by(who));
  return changed?.results.map(({ outcome }): WorkOutcome => outcome);
}

test('a story in progress has a person, and each change gives it another version', async () => {
  const [first = 0, second = 0] = stories;
  expect(await change([first, second], { state: 'in-progress' }, { taker: personId })).toEqual(['changed', 'changed']);
  expect(await workOf(first)).toMatchObject({ version: 1, state: 'in-progress', assignee: personId });
  expect(await change([first], { state: 'in-progress' }, { taker: 8 })).toEqual(['same']);
  expect(await change([first], { assignee: null, tone: 'negative' })).toEqual(['changed']);
  expect(await workOf(first)).toMatchObject({ version: 2, state: 'in-progress', assignee: null, tone: 'negative' });
});

test('a change that names an old version changes nothing, and neither does one of an unseen story', async () => {
  const [first = 0] = stories;
  const { version } = await workOf(first);
  expect(await change([first], { state: 'resolved' }, { who: 'boris' })).toEqual(['changed']);
  const request = { stories: [{ storyId: first, version }], change: { tone: null }, batchId: null, taker: 0 } as const;
  const late = await opened.store.work.change(clientId, request, by());
  expect(late).toMatchObject({
    batchId: null,
    results: [{ outcome: 'conflict', work: { changedBy: 'boris', state: 'resolved' } }],
  });
  expect(await workOf(first)).toMatchObject({ version: version + 1, tone: 'negative' });
  expect(await change([first, 999_999], { tone: null }, { version: 0, of: otherClient })).toEqual([
    'unknown',
    'unknown',
  ]);
});

test('of two changes of one version at once, one is made', async () => {
  const [, , third = 0] = stories;
  const outcomes = await Promise.all([
    change([third], { state: 'resolved' }, { version: 0 }),
    change([third], { state: 'rejected', reason: 'Реклама' }, { version: 0 }),
  ]);
  expect(outcomes.flat().sort()).toEqual(['changed', 'conflict']);
});

test('tags and reasons have names that differ, and a deleted tag leaves its stories', async () => {
  const { work } = opened.store;
  const [, second = 0] = stories;
  const saved = await work.createTag(clientId, { name: 'Ёлка', color: 'green' }, by());
  const tagId = saved.outcome === 'saved' ? saved.id : 0;
  expect(await work.createTag(clientId, { name: 'елка', color: 'red' }, by())).toEqual({ outcome: 'duplicate' });
  expect(await work.updateTag(otherClient, tagId, { name: 'Чужая', color: 'red' }, by())).toEqual({
    outcome: 'unknown',
  });
  expect(await change([second], { addTags: [tagId] })).toEqual(['changed']);
  expect((await workOf(second)).tags).toEqual([tagId]);
  expect(await work.updateTag(clientId, tagId, { name: 'ЁЛКА', color: 'red' }, by())).toEqual({
    outcome: 'saved',
    id: tagId,
  });
  const changed = { tagId, name: 'ЁЛКА', color: 'red', total: 1, version: 2 };
  expect((await work.lists(clientId)).tags).toMatchObject([changed]);
  expect((await work.names(otherClient)).tags).toEqual([]);
  expect(await work.deleteTag(otherClient, tagId, by())).toBe(false);
  expect(await work.deleteTag(clientId, tagId, by())).toBe(true);
  expect((await workOf(second)).tags).toEqual([]);
  expect(await work.createReason(clientId, 'Реклама', by())).toMatchObject({ outcome: 'saved' });
  expect(await work.createReason(clientId, 'реклама', by())).toEqual({ outcome: 'duplicate' });
});

test('the first reaction and the closing are dated from the arrival of the story', async () => {
  const { store } = opened;
  const own = await opened.createClient();
  const wordId = await opened.createWord(own);
  const arrivedAt = now;
  await store.posts.save(
    ['Ночной рейс отменён', 'Новый маршрут трамвая', 'Закрыта дамба'].map((text, index) =>
      newPost({ wordId, postId: 11 + index, userId: 2, text, postedAt: now + index * 1000 }),
    ),
  );
  const viewer = { type: 'client', clientId: own } as const;
  const scope = viewing({ clientId: own });
  const [first = 0, second = 0, third = 0] = await store.posts.listStories(viewer, scope);
  const changeAt = (minute: number, storyId: number, change: WorkChange, version = 0) => {
    now = arrivedAt + minute * 60_000;
    const request = { stories: [{ storyId, version }], change, batchId: null, taker: 0 };
    return store.work.change(own, request, by());
  };
  const minutes = async (filters: Partial<FlatViewing> = {}) =>
    Object.values(await store.posts.measureWork(viewer, viewing({ clientId: own, ...filters }))).map(
      ({ stories, median }) => [stories, median === null ? null : Math.round(median / 60_000)],
    );
  expect(await minutes()).toEqual([
    [0, null],
    [0, null],
  ]);
  await changeAt(10, first, { state: 'in-progress' });
  await changeAt(20, second, { state: 'in-progress' });
  await changeAt(50, third, { tone: 'negative' });
  await changeAt(90, second, { state: 'resolved' }, 1);
  await changeAt(120, third, { state: 'rejected', reason: 'Реклама' }, 1);
  // A tone does not count as a reaction.
  expect(await minutes()).toEqual([
    [3, 20],
    [2, 90],
  ]);
  expect(await minutes({ state: 'resolved' })).toEqual([
    [1, 20],
    [1, 90],
  ]);
});

test('each action is one record of the journal that describes the change', async () => {
  const [first = 0, second = 0] = stories;
  now += 1000;
  await change([first, second], { state: 'rejected', reason: 'Реклама', assignee: 0 });
  await change([first], { state: 'new' });
  const all = { limit: 2, offset: 0, who: '', action: 'work-changed', from: now, to: null } as const;
  expect((await opened.store.journal.page(all)).rows.map(({ object }) => object)).toEqual([
    `Сюжет ${first}, клиент ${clientId}: «Не наше» → «Новое»`,
    `Сюжетов 2, клиент ${clientId}: «Не наше», причина «Реклама», исполнитель Клиент`,
  ]);
});

describe('a story comes back', () => {
  let postId = 100;
  let wordId: number;
  beforeAll(async () => {
    wordId = await opened.createWord(clientId);
  });

  /** Stores posts with the text, which are one story, and returns its ID. */
  async function arrive(text: string, ownerIds: readonly number[] = [-1], of = wordId): Promise<number> {
    const posts = ownerIds.map((ownerId) => {
      postId += 1;
      return newPost({ wordId: of, postId, ownerId, text, postedAt: now, userId: 77 });
    });
    await opened.store.posts.save(posts);
    return (await readRows()).find((row) => row.text === text)?.storyId ?? 0;
  }

  test('when new rows arrive in a closed one, with their number, until somebody sets its state', async () => {
    const story = await arrive('Закрыли мост на ремонт');
    await change([story], { state: 'resolved', assignee: 0, tone: 'neutral' });
    const { version } = await workOf(story);
    await arrive('Закрыли мост на ремонт');
    expect(await workOf(story)).toMatchObject({
      state: 'new',
      returned: 1,
      assignee: 0,
      tone: 'neutral',
      version: version + 1,
    });
    await arrive('Закрыли мост на ремонт', [-1, -2]);
    expect(await workOf(story)).toMatchObject({ returned: 3, version: version + 1 });
    expect(await change([story], { tone: 'negative' })).toEqual(['changed']);
    expect(await workOf(story)).toMatchObject({ state: 'new', returned: 3 });
    expect(await change([story], { state: 'rejected', reason: 'Реклама' })).toEqual(['changed']);
    expect(await workOf(story)).toMatchObject({ state: 'rejected', returned: 0 });
  });

  test('but not by rows of phrases of others, or of sources and authors muted for all its people', async () => {
    const foreign = await opened.createWord(otherClient);
    const story = await arrive('Ярмарка откроется в субботу');
    await change([story], { state: 'resolved' });
    await arrive('Ярмарка откроется в субботу', [-1], foreign);
    await opened.store.mutes.create(
      { account: `client:${clientId}`, createdBy: 'admin:1', kind: 'owner', targetId: -1 },
      now,
    );
    await arrive('Ярмарка откроется в субботу');
    expect(await workOf(story)).toMatchObject({ state: 'resolved', returned: 0 });
    const [muted] = await opened.store.mutes.list(`client:${clientId}`);
    await opened.store.mutes.delete(muted?.muteId ?? 0);
  });

  test('after as many copies or sources as it waits for', async () => {
    const [copies, sources] = [await arrive('Парк закрыт до осени'), await arrive('Школу сдадут к сентябрю', [-1, -2])];
    await change([copies], { state: 'postponed', untilCopies: 3 });
    await change([sources], { state: 'postponed', untilSources: 2 });
    await arrive('Парк закрыт до осени', [-1, -1]);
    await arrive('Школу сдадут к сентябрю', [-1, -2, -3]);
    expect(await workOf(copies)).toMatchObject({ state: 'postponed', untilCopies: 1 });
    expect(await workOf(sources)).toMatchObject({ state: 'postponed', untilSources: 1 });
    await arrive('Парк закрыт до осени');
    await arrive('Школу сдадут к сентябрю', [-3, -4]);
    expect(await workOf(copies)).toMatchObject({ state: 'new', returned: 3, untilCopies: null });
    expect(await workOf(sources)).toMatchObject({ state: 'new', returned: 5, untilSources: null });
  });

  test('when its time has come, and is overdue until somebody acts', async () => {
    const story = await arrive('Тариф вырастет с июля');
    await change([story], { state: 'postponed', untilAt: now + 1000 });
    await arrive('Тариф вырастет с июля');
    expect(await opened.store.work.returnDue(now, 10)).toBe(0);
    now += 1000;
    expect(await opened.store.work.returnDue(now, 10)).toBe(1);
    expect(await workOf(story)).toMatchObject({ state: 'new', overdue: true, returned: 1, untilAt: null });
    await change([story], { tone: 'positive' });
    expect(await workOf(story)).toMatchObject({ overdue: false, returned: 1 });
  });

  test('the work of merged stories is joined, and untouched posts are not closed silently', async () => {
    const words = Array.from(
      { length: 40 },
      (_, index) => `слово${'абвгдежзик'[index % 10]}${'лмно'[Math.floor(index / 10)]}`,
    );
    const part = (from: number) => words.slice(from, from + 34).join(' ');
    const tag = await opened.store.work.createTag(clientId, { name: 'Слово', color: 'blue' }, by());
    const addTags = tag.outcome === 'saved' ? [tag.id] : [];
    const [small, large] = [await arrive(part(0)), await arrive(part(6), [-1, -2])];
    await change([large], { assignee: 0 });
    now += 1000;
    await change([small], { state: 'resolved', addTags });
    await arrive(part(3));
    expect(await workOf(large)).toMatchObject({ state: 'new', returned: 3, assignee: null, tags: addTags });
    expect((await readRows()).some(({ storyId }) => storyId === small)).toBe(false);

    const closed = await arrive(
      words
        .map((word) => `а${word}`)
        .slice(0, 34)
        .join(' '),
      [-1, -2],
    );
    await arrive(
      words
        .map((word) => `а${word}`)
        .slice(6)
        .join(' '),
    );
    await change([closed], { state: 'resolved' });
    await arrive(
      words
        .map((word) => `а${word}`)
        .slice(3, 37)
        .join(' '),
    );
    expect(await workOf(closed)).toMatchObject({ state: 'new', returned: 2 });
  });

  test('when an undo closes it again and rows have arrived since it was closed', async () => {
    const story = await arrive('Набережную откроют весной');
    await change([story], { state: 'resolved', assignee: 0 });
    const { version } = await workOf(story);
    const request = {
      stories: [{ storyId: story, version }],
      change: { state: 'in-progress' },
      batchId: null,
      taker: 0,
    } as const;
    const reopened = await opened.store.work.change(clientId, request, by());
    await arrive('Набережную откроют весной');
    expect(await workOf(story)).toMatchObject({ state: 'in-progress', returned: 0 });
    expect(await opened.store.work.undoBatch(clientId, reopened?.batchId ?? 0, by(), `client:${clientId}`)).toBe(true);
    expect(await workOf(story)).toMatchObject({ state: 'new', returned: 1, assignee: 0 });
  });

  test('and grows while more copies arrive than before', async () => {
    const story = await arrive('Пожар на складе', [-1, -2, -3, -4, -5]);
    expect(await workOf(story)).toBe(noWork);
    await arrive('Пожар на складе', [-6]);
    expect(await workOf(story)).toMatchObject({ version: 0, growing: true });
    now += 7 * 3_600_000;
    expect(await workOf(story)).toBe(noWork);
  });
});

test('posts of a deleted phrase neither let a story grow nor count when it comes back', async () => {
  const [deleted, kept] = [await opened.createWord(clientId), await opened.createWord(clientId)];
  const post = (wordId: number, postId: number) =>
    newPost({ wordId, postId, ownerId: -9, userId: 9, text: 'Выставку открыли в парке', postedAt: now });
  await opened.store.posts.save([post(kept, 901)]);
  const story = (await readRows()).find(({ postId }) => postId === 901)?.storyId ?? 0;
  await change([story], { state: 'postponed', untilAt: now + 1000 });
  await opened.store.posts.save([902, 903, 904, 905, 906, 907].map((postId) => post(deleted, postId)));
  expect(await workOf(story)).toMatchObject({ growing: true });
  await opened.store.words.markDeleted(deleted, now);
  expect(await workOf(story)).toMatchObject({ growing: false });
  now += 1000;
  expect(await opened.store.work.returnDue(now, 10)).toBe(1);
  expect(await workOf(story)).toMatchObject({ state: 'new', overdue: true, returned: 0 });
});

test('an undo gives no story back to a person who is gone', async () => {
  const { people, work } = opened.store;
  const [, second = 0] = stories;
  await change([second], { assignee: personId });
  const { version } = await workOf(second);
  const request = { stories: [{ storyId: second, version }], change: { assignee: 0 }, batchId: null, taker: 0 };
  const passed = await work.change(clientId, request, by());
  expect(await people.delete(clientId, personId, by())).toBe('done');
  expect(await work.undoBatch(clientId, passed?.batchId ?? 0, by(), `client:${clientId}`)).toBe(true);
  expect(await workOf(second)).toMatchObject({ assignee: null });
});

test('without rows a story loses its work', async () => {
  const [first = 0] = stories;
  const { erasures } = opened.store;
  await erasures.begin({ kind: 'user', id: 1 }, now, by());
  expect(await erasures.deletePosts({ kind: 'user', id: 1 }, 100)).toBe(3);
  expect(await change([first], { tone: null }, { version: 0 })).toEqual(['unknown']);
});
