/** Hydrates the screen of work rules. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { RulesIsland } from '../islands/rules/rules-island.tsx';

hydrateIsland('rules', RulesIsland);
