/** Hydrates the clients screen. */
import { ClientsIsland } from '../islands/clients/clients-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('clients', ClientsIsland);
