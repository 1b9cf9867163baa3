/** Hydrates the alerts screen. */
import { AlertsIsland } from '../islands/alerts/alerts-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('alerts', AlertsIsland);
