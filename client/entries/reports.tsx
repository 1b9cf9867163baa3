/** Hydrates the reports screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { ReportsIsland } from '../islands/reports/reports-island.tsx';

hydrateIsland('reports', ReportsIsland);
