// Proves: work#join-and-separate
/** Stories that a client joins and separates by hand, compared with a plain fold, while automatic folding changes beside them. */
import type { Regrouped } from '../../server/backend/store/join-stories.ts';
import type { NewPost, PostRow } from '../../server/backend/store/posts-store.ts';
import { Random } from '../support/random.ts';
import { newPost } from '../support/seed-posts.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';
import { type FlatViewing, viewing, viewingSince } from '../support/viewing.ts';

const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
/** Of PostgreSQL, fewer: a step takes three times as long, and only the statements of changes are its own. */
const stepCount = storeEngine === undefined ? 260 : 120;
let now = Date.parse('2026-03-01T12:00:00Z');
let opened: TestStore;
let clientId: string;
let otherClient: string;
let wordIds: number[];

const admin = { type: 'admin', adminId: 1, username: 'admin' } as const;
const by = () => ({ who: 'anna', onBehalfOf: null, address: '', at: now });

beforeAll(async () => {
  opened = await openTestStore(() => now);
  clientId = await opened.createClient();
  otherClient = await opened.createClient();
  wordIds = [await opened.createWord(clientId), await opened.createWord(clientId)];
});
afterAll(() => opened.close());

const scopeOf = (client: string | null): Partial<FlatViewing> => ({
  clientId: client,
  account: client === null ? null : `client:${client}`,
  shownWork: { people: {}, tags: [], now },
});
const viewerOf = (client: string | null) => (client === null ? admin : ({ type: 'client', clientId: client } as const));
async function readRows(client: string | null, scope: Partial<FlatViewing> = {}): Promise<PostRow[]> {
  const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
  return (await opened.store.posts.page(viewerOf(client), viewing({ ...scopeOf(client), ...scope }), page)).rows;
}

const keyOf = ({ ownerId, postId }: Pick<NewPost, 'ownerId' | 'postId'>): string => `${ownerId} ${postId}`;
const doneIn = (result: Regrouped) => {
  if (result.outcome !== 'done') throw new Error(result.outcome);
  return result;
};

/** The decisions by hand: which posts are separate stories, and which stories are one. Stories have names. */
class PlainFold {
  #separated = new Map<string, string>();
  #links: [string, string][] = [];
  #automatic = new Map<string, number>();
  /** How often automatic folding has merged a story that was joined by hand. */
  merges = 0;

  /**
   * Automatic stories change: a story whose posts, except the changed one, are all in another story is now that story.
   */
  follow(rows: readonly PostRow[], changed: string | null): void {
    const next = new Map(rows.map((row) => [keyOf(row), row.storyId]));
    const stories = new Set(next.values());
    for (const [story, posts] of Map.groupBy(this.#automatic.keys(), (post) => this.#automatic.get(post))) {
      if (story === undefined || stories.has(story)) continue;
      const into = posts.filter((post) => post !== changed).flatMap((post) => next.get(post) ?? [])[0];
      if (into === undefined) this.#remove(`${story}`);
      else if (this.#links.flat().includes(`${story}`)) this.merges += 1;
      const rename = (name: string): string => (name === `${story}` ? `${into}` : name);
      this.#links = this.#links.map(([first, second]) => [rename(first), rename(second)]);
    }
    this.#automatic = next;
  }
  #nameOf = (post: string): string => this.#separated.get(post) ?? `${this.#automatic.get(post)}`;
  /** The names of the stories that are one with the post's. */
  #component(post: string): Set<string> {
    const found = new Set([this.#nameOf(post)]);
    for (let size = 0; size < found.size; ) {
      size = found.size;
      for (const [first, second] of this.#links) {
        if (found.has(first) || found.has(second)) found.add(first).add(second);
      }
    }
    return found;
  }
  join(first: string, second: string): void {
    this.#links.push([this.#nameOf(first), this.#nameOf(second)]);
  }
  separate(post: string, name: string): void {
    this.#remove(this.#separated.get(post));
    this.#separated.set(post, name);
  }
  /** Stories joined with a story that no longer has posts remain joined. */
  #remove(name: string | undefined): void {
    const isOf = (link: [string, string]): boolean => name !== undefined && link.includes(name);
    const [first, ...others] = new Set(
      this.#links
        .filter(isOf)
        .flat()
        .filter((story) => story !== name),
    );
    this.#links = this.#links.filter((link) => !isOf(link));
    for (const other of others) this.#links.push([first ?? '', other]);
  }
  /** The posts of each story. */
  fold(posts: readonly string[]): string[] {
    const groups = Map.groupBy(posts, (post) => [...this.#component(post)].sort()[0]);
    return [...groups.values()].map((group) => group.toSorted().join(', ')).sort();
  }
}

const words = Array.from(
  { length: 60 },
  (_, index) => `слово${'абвгдежзик'[index % 10]}${'лмнопр'[Math.floor(index / 10)]}`,
);
/** Neighbours are similar, so that a text between two joins their stories. */
const textOf = (family: number, from: number) =>
  words
    .map((word) => `${'абвгде'[family]}${word}`)
    .slice(from, from + 34)
    .join(' ');

test('equal a plain fold over random joins, separations, copies, edits, merges and erasures', async () => {
  const random = new Random(31);
  const fold = new PlainFold();
  const { work, posts, erasures } = opened.store;
  let postId = 0;
  const stored = new Map<string, NewPost>();
  /** What the client sees before a step. */
  let rows: PostRow[] = [];
  const save = async (post: NewPost): Promise<string> => {
    await posts.save([post]);
    stored.set(keyOf(post), post);
    return keyOf(post);
  };
  const randomText = () => textOf(random.below(6), random.chance(0.9) ? 6 * random.below(4) : 3 + 6 * random.below(3));
  const steps: Record<string, () => Promise<string | null>> = {
    async arrive() {
      postId += 1;
      const ownerId = -1 - random.below(4);
      const postedAt = now - random.below(50) * 1_800_000;
      return save(newPost({ wordId: random.pick(wordIds), postId, ownerId, text: randomText(), postedAt, userId: 5 }));
    },
    /** Also under the other phrase. */
    again: () => save({ ...random.pick([...stored.values()]), wordId: random.pick(wordIds) }),
    edit: () => save({ ...random.pick([...stored.values()]), text: randomText(), updatedAt: now }),
    async erase() {
      const ownerId = -1 - random.below(4);
      await erasures.begin({ kind: 'owner', id: ownerId }, now, by());
      while ((await erasures.deletePosts({ kind: 'owner', id: ownerId }, 5)) === 5);
      await erasures.allow({ kind: 'owner', id: ownerId }, by());
      for (const [key, post] of stored) if (post.ownerId === ownerId) stored.delete(key);
      return null;
    },
    async join() {
      const [first, second] = [random.pick(rows), random.pick(rows)];
      const result = await work.joinStories(clientId, { storyId: first.storyId, target: second.storyId }, by());
      expect(result.outcome).toBe(first.storyId === second.storyId ? 'same' : 'done');
      if (result.outcome === 'done') fold.join(keyOf(first), keyOf(second));
      return null;
    },
    async separate() {
      const row = random.pick(rows);
      const isSingle = rows.every((other) => other.storyId !== row.storyId || keyOf(other) === keyOf(row));
      const result = await work.separatePost(clientId, row, by());
      expect(result.outcome).toBe(isSingle ? 'single' : 'done');
      if (result.outcome === 'done') fold.separate(keyOf(row), `separated ${result.storyId}`);
      return null;
    },
  };
  const foldOf = (rows: readonly PostRow[]) =>
    [...Map.groupBy(rows, ({ storyId }) => storyId).values()]
      .map((group) => [...new Set(group.map(keyOf))].sort().join(', '))
      .sort();
  const names = ['arrive', 'arrive', 'arrive', 'again', 'edit', 'join', 'join', 'separate'];
  for (let step = 0; step < stepCount; step += 1) {
    now += 1000;
    const name = step < 12 ? 'arrive' : step % 70 === 69 ? 'erase' : random.pick(names);
    const changed = (await steps[name]?.()) ?? null;
    fold.follow(await readRows(null), changed);
    rows = await readRows(clientId);
    const expected = fold.fold([...new Set(rows.map(keyOf))]);
    expect([step, name, foldOf(rows)]).toEqual([step, name, expected]);
    if (step % 20 !== 19) continue;
    const scope = { ...scopeOf(clientId), copies: false };
    const all = viewing(scope);
    const viewer = viewerOf(clientId);
    const stories = [...new Set(rows.map(({ storyId }) => storyId))];
    expect(await posts.count(viewer, all)).toBe(stories.length);
    expect((await posts.listStories(viewer, all)).sort()).toEqual(stories.sort());
    expect((await posts.countWork(viewer, all)).total).toBe(stories.length);
    const shown = await readRows(clientId, { copies: false });
    for (const { storyId, copies } of shown)
      expect([storyId, copies]).toEqual([storyId, rows.filter((row) => row.storyId === storyId).length - 1]);
    const marked = stories.filter((story) => story % 2 === 0);
    await opened.store.marks.mark(viewer, stories, false);
    expect((await opened.store.marks.mark(viewer, marked, true)).sort()).toEqual(marked.sort());
    const unread = viewing({ ...scope, unread: true });
    expect(await posts.count(viewer, unread)).toBe(stories.length - marked.length);
    expect((await posts.countWork(viewer, unread)).total).toBe(stories.length - marked.length);
    expect(
      (await posts.listArrivals(viewer, [viewingSince(0, scope)], 100_000))[0]?.reduce(
        (sum, { count }) => sum + count,
        0,
      ),
    ).toBe(stories.length);
  }
  expect(fold.merges).toBeGreaterThan(stepCount / 100);
});

const arrive = async (...texts: string[]) => {
  const first = 1000 + (await readRows(null)).length * 10;
  const wordId = wordIds[0] ?? 0;
  await opened.store.posts.save(
    texts.map((text, index) =>
      newPost({ wordId, ownerId: -50, postId: first + index, text, postedAt: now, userId: 9 }),
    ),
  );
  const rows = await readRows(clientId);
  return texts.map((text) => rows.findLast((row) => row.text === text)?.storyId ?? 0);
};
const workOf = async (story: number) =>
  (await readRows(clientId)).find(({ storyId }) => storyId === story)?.work ?? null;
async function change(storyId: number, wanted: object) {
  const version = (await workOf(storyId))?.version ?? 0;
  const request = { stories: [{ storyId, version }], change: wanted, batchId: null, taker: 0 };
  return (await opened.store.work.change(clientId, request, by()))?.results[0]?.outcome;
}

test('the work is joined, comes back with later copies, and an undo restores both', async () => {
  const { work } = opened.store;
  const [first = 0, second = 0] = await arrive('Мост закрыт на ремонт весной', 'Депутаты обсудили бюджет города');
  await change(first, { tone: 'negative', assignee: 0 });
  const note = await work.createNote(clientId, { storyId: first, text: 'Ждём ответа', person: 0 }, by());
  now += 1000;
  await change(second, { state: 'resolved' });
  const { batchId } = doneIn(await work.joinStories(clientId, { storyId: first, target: second }, by()));
  expect(await workOf(second)).toMatchObject({ state: 'resolved', notes: 1 });
  expect((await work.story(clientId, second))?.history[0]).toMatchObject({ who: 'anna', after: { joined: first } });
  expect(await change(first, { tone: null })).toBe('unknown');
  now += 1000;
  await arrive('Мост закрыт на ремонт весной');
  expect(await workOf(second)).toMatchObject({ state: 'new', returned: 1 });
  expect(await work.undoBatch(clientId, batchId, by(), `client:${clientId}`)).toBe(true);
  expect(await work.undoBatch(clientId, batchId, by(), `client:${clientId}`)).toBe(false);
  expect(await workOf(first)).toMatchObject({ state: 'new', tone: 'negative', assignee: 0, notes: 1 });
  expect((await work.story(clientId, first))?.notes).toMatchObject([{ noteId: 'id' in note ? note.id : 0 }]);
  expect((await work.story(clientId, second))?.notes).toEqual([]);
});

test('a note is not a decision: a story with only a note brings back a closed one that it joins, with its person and tone', async () => {
  const { work } = opened.store;
  const [closed = 0, noted = 0] = await arrive('Рынок переехал за реку', 'Почта откроется в пятницу');
  await change(closed, { state: 'resolved', tone: 'positive', assignee: 0 });
  now += 1000;
  await work.createNote(clientId, { storyId: noted, text: 'Спросить', person: 0 }, by());
  doneIn(await work.joinStories(clientId, { storyId: noted, target: closed }, by()));
  expect(await workOf(closed)).toMatchObject({ state: 'new', returned: 1, tone: 'positive', assignee: 0, notes: 1 });
});

test('a separated post has no work, and keeps its own until its posts are gone', async () => {
  const { work, erasures, posts } = opened.store;
  const text = 'Новый парк откроют к лету';
  const [story = 0] = await arrive(text, text, text);
  await change(story, { state: 'in-progress', tone: 'positive' });
  const row = (await readRows(clientId)).findLast(({ storyId }) => storyId === story);
  if (!row) throw new Error('No row');
  const { storyId, batchId } = doneIn(await work.separatePost(clientId, row, by()));
  expect(await workOf(storyId)).toMatchObject({ state: 'new', tone: null });
  expect(await workOf(story)).toMatchObject({ state: 'in-progress' });
  await work.createNote(clientId, { storyId, text: 'Отдельно', person: 0 }, by());
  expect(await work.undoBatch(clientId, batchId, by(), `client:${clientId}`)).toBe(true);
  expect(await workOf(story)).toMatchObject({ state: 'in-progress', notes: 1 });
  expect((await work.story(clientId, story))?.history[0]).toMatchObject({ after: { reunited: storyId } });
  expect((await readRows(clientId)).filter((other) => other.storyId === story)).toHaveLength(3);
  const again = doneIn(await work.separatePost(clientId, row, by()));
  await change(again.storyId, { tone: 'negative' });
  await erasures.begin({ kind: 'owner', id: -50 }, now, by());
  await erasures.deletePosts({ kind: 'owner', id: -50 }, 1000);
  expect(await work.story(clientId, again.storyId)).toBeNull();
  await erasures.allow({ kind: 'owner', id: -50 }, by());
  await posts.save([{ ...row, foundByVk: false }, newPost({ ...row, postId: 9999 })]);
  const back = (await readRows(clientId)).filter(({ ownerId }) => ownerId === -50);
  expect(back.map((post) => post.storyId === again.storyId)).toEqual(back.map((post) => post.postId === row.postId));
  expect(await workOf(again.storyId)).toBeNull();
});

test('is refused for unknown stories, the story itself, and stories that the client does not see', async () => {
  const { work } = opened.store;
  const [first = 0, second = 0] = await arrive('Трамвай сошёл с рельсов', 'Открыта запись в школы');
  const join = (client: string, storyId: number, target: number) =>
    work.joinStories(client, { storyId, target }, by()).then(({ outcome }) => outcome);
  expect(await join(clientId, first, first)).toBe('same');
  expect(await join(clientId, first, 999_999)).toBe('unknown');
  expect(await join(otherClient, first, second)).toBe('unknown');
  const post = (await readRows(clientId)).find(({ storyId }) => storyId === first);
  expect(await work.separatePost(otherClient, post ?? { ownerId: 0, postId: 0 }, by())).toEqual({ outcome: 'unknown' });
});
