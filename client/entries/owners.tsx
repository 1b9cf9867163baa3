/** Hydrates the sources screen. */
import { OwnersIsland } from '../islands/owners/owners-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('owners', OwnersIsland);
