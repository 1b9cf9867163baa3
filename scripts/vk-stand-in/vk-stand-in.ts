/** The stand-in of the VK API for tests: a server and the posts that a test adds to it. */
import { createVkServer, type ServerOptions } from './vk-server.ts';
import { createPostsWorld } from './world.ts';

export type VkStandIn = Awaited<ReturnType<typeof createVkStandIn>>;

/** Listens on loopback until `close()`. */
export async function createVkStandIn(options: ServerOptions = {}) {
  const { addPosts, addGroups, addProfiles, ...world } = createPostsWorld();
  return { ...(await createVkServer(world, options)), addPosts, addGroups, addProfiles };
}
