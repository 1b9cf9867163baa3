/** A stand-in for VK, which has new posts at every search and returns them again later; some have the same text. */
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVkServer, listen, type ServerOptions } from '../../vk-stand-in/vk-server.ts';
import { group, noWalls, profile, type WallPost, type World, wallPost } from '../../vk-stand-in/world.ts';

/** Every post has one of this many texts per phrase. */
const textsPerPhrase = 40;

const newestSeconds = 30;

/** `size`: the number of new posts of a search. A search also finds the posts of the last two searches. */
export async function startSimulatedVk(size: number, options: Pick<ServerOptions, 'delayMs' | 'onCall'>) {
  let isResting = false;
  const found = new Map<string, WallPost[]>();
  let lastId = 1_000_000_000;
  const world: World = {
    ...noWalls,
    search({ text, from, to }) {
      // A full search goes back in time, where there are no new posts.
      const isNow = to > Date.now() / 1000 - newestSeconds;
      const added = Array.from({ length: isNow && !isResting ? size : 0 }, () => {
        lastId += 1;
        const owner_id = -1 - (lastId % 50);
        return wallPost({ id: lastId, owner_id, date: to, text: `${text}: новость номер ${lastId % textsPerPhrase}` });
      });
      const posts = [...added, ...(found.get(text) ?? [])].slice(0, 3 * size);
      found.set(text, posts);
      return posts.filter((post) => post.date >= from && post.date <= to);
    },
    post: (ownerId, id) => [...found.values()].flat().find((post) => post.owner_id === ownerId && post.id === id),
    group: (id) => group({ id }),
    profile: (id) => profile({ id }),
  };
  const server = await createVkServer(world, { limits: { perDay: null }, ...options });
  return {
    ...server,
    /** Makes searches find no new posts from now on. */
    rest(): void {
      isResting = true;
    },
  };
}

/** The delay of the webhook receiver, so that kills hit messages that are being sent. */
const delayMs = 200;

export type AlertReceiver = Awaited<ReturnType<typeof startAlertReceiver>>;

export async function startAlertReceiver() {
  /** The bodies that were received with each key. */
  const received = new Map<string, string[]>();
  const server = await listen(0, async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const body = await text(request).catch(() => null);
    if (body === null) return;
    received.set(key, [...(received.get(key) ?? []), body]);
    await sleep(delayMs);
    response.end('ok');
  });
  return { ...server, received };
}
