/** Random posts with everything that filters compare, as an administrator and a client see them. */
import type { Identity } from '../../server/backend/rules/account.ts';
import type { ImportedLife } from '../../server/backend/store/posts.ts';
import type { NewPost, PostRow, Viewing } from '../../server/backend/store/posts-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { hourMs } from '../../shared/durations.ts';
import type { Tone, WorkState } from '../../shared/rules/work.ts';
import { factoriesOf, noFacts } from './collection-store.ts';
import { Random } from './random.ts';
import { newPost } from './seed-posts.ts';
import { viewing } from './viewing.ts';

export const worldZone = 'Europe/Berlin';
/** A Monday noon. The clocks went back an hour on Sunday. */
export const worldNow = Date.parse('2026-10-26T11:00:00Z');

const vocabulary = ['выборы', 'метро', 'станция', 'ремонт', 'ёлка', 'дума'];

/** A row as the viewer sees it without filters. `arrival`: the last one of the batch with which it arrived. */
export type SeenRow = Omit<PostRow, 'work'> & {
  arrival: number;
  state: WorkState;
  tone: Tone | null;
  assignee: number | null;
  tags: readonly number[];
  hidden: boolean;
};

/** What a viewer sees: all rows of visible phrases in the order of time. `arrivals`: the newest one after each batch. */
export type Seen = {
  viewer: Identity;
  scope: Pick<Viewing, 'clientId' | 'account'>;
  rows: readonly SeenRow[];
  arrivals: readonly number[];
  tags: readonly number[];
  read: ReadonlySet<number>;
  muted: { owners: readonly number[]; users: readonly number[] };
};

const batchCount = 5;
const batchPosts = 8;
const followedWall = -1;
const mutedOwner = 3;
const mutedUser = 4;

const keyOf = ({ ownerId, postId, wordId }: Pick<NewPost, 'ownerId' | 'postId' | 'wordId'>): string =>
  `${ownerId} ${postId} ${wordId}`;

/**
 * Returns a function that replaces all posts by random ones, and returns what an administrator and a client see: two phrases of
 * the client, one of another client, and a deleted one of each. The other client also has the first phrase, and follows a wall:
 * its rows are hidden from the client.
 */
export async function createWorlds(store: Store): Promise<(seed: number) => Promise<Seen[]>> {
  const { createClient, createWord } = factoriesOf(store);
  const [clientId, otherId] = [await createClient(), await createClient()];
  const wordIds: number[] = [];
  for (const client of [clientId, clientId, otherId, clientId, otherId]) wordIds.push(await createWord(client));
  for (const deleted of wordIds.slice(3)) await store.words.markDeleted(deleted, worldNow);
  const by = { who: 'anna', onBehalfOf: null, address: '', at: worldNow };
  const tags: number[] = [];
  for (const name of ['Важное', 'Город']) {
    const saved = await store.work.createTag(clientId, { name, color: 'red' }, by);
    if (saved.outcome === 'saved') tags.push(saved.id);
  }
  await store.posts.setTimeZone(worldZone);
  const [shared = 0] = wordIds;
  await store.wordClients.create(shared, otherId);
  await store.owners.save([{ ownerId: followedWall, ownerType: 'group', name: 'Город', domain: null, photoUrl: null }]);
  const switches = { isFollowed: true, comments: true, everyPost: false, max: 1, storedSince: worldNow };
  await store.collection.followWall({ clientId: otherId, ownerId: followedWall, ...switches }, null);
  const viewers: [Identity, string | null, readonly number[]][] = [
    [{ type: 'admin', adminId: 1, username: 'admin' }, null, wordIds.slice(0, 3)],
    [{ type: 'client', clientId }, clientId, wordIds.slice(0, 2)],
  ];
  let postId = 0;

  function drawPosts(random: Random): NewPost[] {
    const words = Array.from({ length: random.below(4) }, () => random.pick(vocabulary));
    postId += 1;
    const post = newPost({
      postId,
      ownerId: random.pick([-2, -1, 1, 2, mutedOwner]),
      userId: random.pick([1, 2, mutedUser]),
      wordId: random.pick(wordIds),
      // Times are distinct, so that they decide the order.
      postedAt: worldNow - random.below(72) * hourMs - postId * 1000,
      updatedAt: worldNow,
      text: random.chance(0.1) ? null : words.join(' '),
      photoUrl: random.chance(0.4) ? 'https://vk.com/photo.jpg' : null,
      cityId: random.pick([null, 1, 2]),
      comment: postId % 3 === 0 ? { parentPostId: postId - 1, parentText: '', threadId: null } : null,
    });
    return random.chance(0.2) ? [post, { ...post, wordId: random.pick(wordIds) }] : [post];
  }

  /** Its own random numbers. All measures are of one age, so that some sources have a usual. */
  function drawLife(random: Random, { postedAt }: NewPost): ImportedLife {
    const figures = { views: random.below(100), likes: null, reposts: null, comments: null };
    return {
      measures: random.chance(0.95) ? [{ ...figures, at: postedAt + 2 * hourMs }] : [],
      changedAt: random.chance(0.2) ? worldNow : null,
      deletedAt: random.chance(0.2) ? worldNow : null,
    };
  }

  /** Posts of the wall match the shared phrase. Returns their keys. */
  async function readWall(random: Random): Promise<string[]> {
    const claim = await store.collection.claimWall({ now: worldNow, leaseMs: hourMs, intervalMs: 0 });
    if (!claim) throw new Error('The wall is not due');
    const drawn = Array.from({ length: 4 }, () => drawPosts(random)[0] as NewPost);
    const posts = drawn.map(({ wordId: _, updatedAt: __, ...post }) => ({
      post: { ...post, ownerId: followedWall, facts: noFacts },
      wordIds: [shared],
    }));
    const page = { posts, owners: [], users: [], cities: [] };
    await store.collection.saveWallPage(claim, page, 0, { now: worldNow, daysBack: 14, keptSince: 0 });
    return posts.map(({ post: { postId } }) => keyOf({ ownerId: followedWall, postId, wordId: shared }));
  }

  async function readAll(viewer: Identity, scope: Seen['scope']) {
    const shownWork = { people: {}, tags: [], now: worldNow };
    const everything = viewing({ ...scope, account: null, state: 'any', shownWork });
    const page = { limit: 200, offset: 0, orderBy: 'post_dt', orderDirection: 'ASC' } as const;
    return (await store.posts.page(viewer, everything, page)).rows;
  }

  async function regroup(client: string, rows: readonly PostRow[], random: Random): Promise<void> {
    const stories = [...new Set(rows.map(({ storyId }) => storyId))];
    const [storyId = 0, target = 0] = [random.pick(stories), random.pick(stories)];
    await store.work.joinStories(client, { storyId, target }, by);
    await store.work.separatePost(client, random.pick(rows), by);
  }

  async function changeWork(client: string, rows: readonly PostRow[], random: Random): Promise<void> {
    for (const storyId of new Set(rows.map((row) => row.storyId))) {
      if (random.chance(0.4)) continue;
      const change = {
        state: random.pick(['new', 'in-progress', 'resolved'] as const),
        tone: random.pick([null, 'positive', 'negative'] as const),
        assignee: random.pick([null, 0]),
        hidden: random.chance(0.15),
        addTags: tags.filter(() => random.chance(0.3)),
      };
      await store.work.change(client, { stories: [{ storyId, version: 0 }], change, batchId: null, taker: 0 }, by);
    }
  }

  return async (seed) => {
    const [random, lives] = [new Random(seed), new Random(seed + 1000)];
    while ((await store.collection.deleteOldPosts(worldNow + hourMs, 1000)) > 0);
    const [arrivalOf, arrivals] = [new Map<string, number>(), [await store.alerts.newestArrival()]];
    const hidden = await readWall(random);
    for (const key of hidden) arrivalOf.set(key, await store.alerts.newestArrival());
    arrivals.push(await store.alerts.newestArrival());
    for (let batch = 0; batch < batchCount; batch += 1) {
      const drawn = Array.from({ length: batchPosts }, () => drawPosts(random)).flat();
      const posts = new Map(drawn.map((post) => [keyOf(post), post]));
      const lifeOf = Map.groupBy(posts.values(), (post) => post.postId);
      const written = [...lifeOf.values()].flatMap((rows) => {
        const life = drawLife(lives, rows[0] as NewPost);
        return rows.map((row) => ({ ...row, life }));
      });
      await store.posts.save(written);
      const arrival = await store.alerts.newestArrival();
      for (const key of posts.keys()) arrivalOf.set(key, arrival);
      arrivals.push(arrival);
    }
    const seen: Seen[] = [];
    for (const [viewer, client, words] of viewers) {
      const account = client === null ? 'admin:1' : `client:${client}`;
      const scope = { clientId: client, account };
      if (client !== null) {
        await regroup(client, await readAll(viewer, scope), random);
        await changeWork(client, await readAll(viewer, scope), random);
      }
      for (const [kind, targetId] of [
        ['owner', mutedOwner],
        ['user', mutedUser],
      ] as const) {
        await store.mutes.create({ account, createdBy: account, kind, targetId }, worldNow);
      }
      const rows = (await readAll(viewer, scope)).map(({ work, ...row }) => ({
        ...row,
        arrival: arrivalOf.get(keyOf(row)) ?? 0,
        state: work?.state ?? 'new',
        tone: work?.tone ?? null,
        assignee: work?.assignee ?? null,
        tags: work?.tags ?? [],
        hidden: work?.hidden ?? false,
      }));
      const read = new Set(rows.map(({ storyId }) => storyId).filter(() => random.chance(0.3)));
      await store.marks.mark(viewer, [...read], true);
      const stored = [...arrivalOf.keys()].filter(
        (key) => words.includes(Number(key.split(' ')[2])) && (client === null || !hidden.includes(key)),
      );
      if (rows.length !== stored.length) throw new Error(`${rows.length} of ${stored.length} rows`);
      const muted = { owners: [mutedOwner], users: [mutedUser] };
      seen.push({ viewer, scope, rows, arrivals, tags, read, muted });
    }
    return seen;
  };
}
