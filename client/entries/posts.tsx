/** Hydrates the feed. */
import { PostsIsland } from '../islands/posts/posts-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('posts', PostsIsland);
