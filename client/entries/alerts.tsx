/** Hydrates the alerts screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { AlertsIsland } from '../islands/alerts/alerts-island.tsx';

hydrateIsland('alerts', AlertsIsland);
