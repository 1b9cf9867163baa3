/** Hydrates the collection screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { CollectionIsland } from '../islands/collection/collection-island.tsx';

hydrateIsland('collection', CollectionIsland);
