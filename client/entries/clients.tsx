/** Hydrates the clients screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { ClientsIsland } from '../islands/clients/clients-island.tsx';

hydrateIsland('clients', ClientsIsland);
