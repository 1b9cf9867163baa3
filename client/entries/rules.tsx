/** Hydrates the screen of rules of work. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { RulesIsland } from '../islands/rules/rules-island.tsx';

hydrateIsland('rules', RulesIsland);
