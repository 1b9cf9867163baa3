/** Walls in the VK stand-in, a store that collects them, and a plain model of what each client must see. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { HeldComment } from '../../scripts/vk-stand-in/comments.ts';
import { createVkStandIn } from '../../scripts/vk-stand-in/vk-server.ts';
import { wallPost } from '../../scripts/vk-stand-in/world.ts';
import { runCommentReader } from '../../server/backend/jobs/collector/comment-reader.ts';
import { createVkSource } from '../../server/backend/jobs/collector/vk/vk-source.ts';
import { runWallReader } from '../../server/backend/jobs/collector/wall-reader.ts';
import { dayMs } from '../../shared/durations.ts';
import { start } from './collection-store.ts';
import { by } from './store-values.ts';
import { createTestClock } from './test-clock.ts';
import { wallLimitsOfTests } from './test-limits.ts';
import { openTestStore } from './test-store.ts';
import { viewing } from './viewing.ts';

type Options = { dailyCalls?: number; onCall?: () => void };
type Fault = Parameters<Awaited<ReturnType<typeof createVkStandIn>>['fail']>[0];

export async function createWallWorld({ dailyCalls = 100_000, onCall = () => {} }: Options = {}) {
  const clock = createTestClock(start);
  const fixture = await openTestStore(clock.now);
  const { store } = fixture;
  const hooks = { onCall };
  const vk = await createVkStandIn({
    now: clock.now,
    onCall: () => hooks.onCall(),
    limits: { perSecond: null, wallsPerDay: null },
  });
  const logger = pino({ enabled: false });
  const createSource = () =>
    createVkSource({
      collector: 'test',
      config: {
        ...{ VK_API_ORIGIN: vk.origin, COLLECTION_DAILY_CALLS: 1000, POST_CHECKS_DAILY_CALLS: 1000 },
        WALL_DAILY_CALLS: dailyCalls,
        COMMENT_DAILY_CALLS: dailyCalls,
      },
      readKeys: () => ['service-key'],
      store: store.collection,
      log: logger,
      now: clock.now,
      sleep: async (_, signal) => signal.throwIfAborted(),
    });
  let source = createSource();
  const callsOf = (name: string) => vk.calls.filter(({ method }) => method === name);
  const wallCalls = () => callsOf('wall.get');

  return {
    ...fixture,
    /** May be changed between readings. */
    limits: wallLimitsOfTests,
    clock,
    hooks,
    vk,
    wallCalls,
    offsets: () => wallCalls().map(({ params }) => Number(params.get('offset'))),
    /** The post, the thread or null, and the offset of each call that read comments. */
    commentCalls: () =>
      callsOf('wall.getComments').map(({ params }) => [
        Number(params.get('post_id')),
        params.has('comment_id') ? Number(params.get('comment_id')) : null,
        Number(params.get('offset')),
      ]),
    /** Fails a call for comments, counted from now, 1 for the next. */
    failComments(at: number, fault: Fault): void {
      const before = callsOf('wall.getComments').length;
      hooks.onCall = () => {
        if (callsOf('wall.getComments').length !== before + at) return;
        hooks.onCall = onCall;
        vk.fail(fault, { times: 1, method: 'wall.getComments' });
      };
    },
    /** Reads the walls that are due, and then their comments. */
    async read(signal = new AbortController().signal, collection = store.collection): Promise<void> {
      const pause = (_: number, until: AbortSignal) => sleep(1, undefined, { signal: until });
      const deps = { store: collection, source, now: clock.now, logger, pause };
      await runWallReader({ ...deps, limits: this.limits }, signal, true);
      await runCommentReader({ ...deps, limits: this.limits }, signal, true);
    },
    restart() {
      source = createSource();
    },
    async addSource(ownerId: number, name = `Город ${-ownerId}`): Promise<void> {
      await store.owners.save([{ ownerId, ownerType: 'group', name, domain: null, photoUrl: null }]);
      vk.addGroups([{ id: -ownerId, name, screen_name: `city${-ownerId}`, city: { id: -ownerId, title: name } }]);
    },
    /** The post is written now. */
    addPost(ownerId: number, id: number, text: string, fields: object = {}): void {
      const date = Math.floor(clock.now() / 1000) - 60;
      vk.addPosts([wallPost({ id, owner_id: ownerId, date, text, ...fields })]);
    },
    /** The comments are written now. */
    addComments(
      ownerId: number,
      postId: number,
      added: readonly (Pick<HeldComment, 'id' | 'text'> & Partial<HeldComment>)[],
    ) {
      const date = Math.floor(clock.now() / 1000) - 30;
      vk.addComments(
        ownerId,
        postId,
        added.map((comment) => ({ from_id: 1000 + comment.id, date, parentId: null, ...comment })),
      );
    },
    follow(
      clientId: string,
      ownerId: number,
      { comments = false, everyPost = false, isFollowed = true, max = 20 } = {},
    ) {
      const storedSince = clock.now() - wallLimitsOfTests.daysBack * dayMs;
      const wanted = { clientId, ownerId, isFollowed, comments, everyPost, max, storedSince };
      return store.collection.followWall(wanted, { ...by, at: clock.now() });
    },
    /** The rows that a client sees, «owner post phrase», sorted; an administrator's without a client. */
    async seenBy(clientId: string | null): Promise<string[]> {
      const viewer =
        clientId === null
          ? ({ type: 'admin', adminId: 1, username: 'admin' } as const)
          : { type: 'client' as const, clientId };
      const page = { limit: 1000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
      const { rows, total } = await store.posts.page(viewer, viewing({ clientId, state: 'any' }), page);
      if (total !== rows.length) throw new Error(`${total} rows are counted, ${rows.length} are shown`);
      return rows.map(({ ownerId, postId, word }) => `${ownerId} ${postId} ${word}`).sort();
    },
    async close(): Promise<void> {
      await vk.close();
      await fixture.close();
    },
  };
}

export type WallWorld = Awaited<ReturnType<typeof createWallWorld>>;
