/** Hydrates the collection screen. */
import { CollectionIsland } from '../islands/collection/collection-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('collection', CollectionIsland);
