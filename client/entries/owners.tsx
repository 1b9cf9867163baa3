/** Hydrates the sources screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { OwnersIsland } from '../islands/owners/owners-island.tsx';

hydrateIsland('owners', OwnersIsland);
