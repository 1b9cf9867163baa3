/** A process with a stand-in of VK that always has new posts: 1,000 for every query and time. Reports its origin to its parent. */
import { createVkServer } from '../vk-stand-in/vk-server.ts';
import type { World } from '../vk-stand-in/world.ts';
import { group, profile, wallPost } from '../vk-stand-in/world.ts';

const postsPerQuery = 1000;

let lastId = 1_000_000_000;
const world: World = {
  search: ({ text, to }) =>
    Array.from({ length: postsPerQuery }, (_, index) => {
      lastId += 1;
      return wallPost({
        id: lastId,
        owner_id: -1 - (lastId % 1000),
        date: to - index,
        text: `Новости дня: ${text}, подробности`,
      });
    }),
  group: (id) => group({ id }),
  profile: (id) => profile({ id }),
};

const { origin } = await createVkServer(world, { limits: { perDay: null } });
process.send?.(origin);
process.once('disconnect', () => process.exit(0));
