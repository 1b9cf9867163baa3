/** A stand-in of VK with new posts at every search, which later searches find again; some have the same text. */
import { createVkServer, type ServerOptions, type VkServer } from '../../vk-stand-in/vk-server.ts';
import { group, profile, type WallPost, wallPost } from '../../vk-stand-in/wall-objects.ts';
import type { World } from '../../vk-stand-in/world.ts';

/** Every post has one of so many texts per phrase. */
const textsPerPhrase = 40;

const newestSeconds = 30;

/** `rest`: searches find no new posts any more. */
export type SimulatedVk = VkServer & { rest(): void };

type Options = Pick<ServerOptions, 'delayMs' | 'onCall'>;

/** `size`: the new posts of a search. It also finds those of the last two searches. */
export async function startSimulatedVk(size: number, options: Options = {}): Promise<SimulatedVk> {
  let isResting = false;
  const found = new Map<string, WallPost[]>();
  let lastId = 1_000_000_000;
  const world: World = {
    search({ text, from, to }) {
      // A full search goes back in time, where nothing is new.
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
    group: (id) => group({ id }),
    profile: (id) => profile({ id }),
  };
  const server = await createVkServer(world, { limits: { perDay: null }, ...options });
  return {
    ...server,
    rest() {
      isResting = true;
    },
  };
}
