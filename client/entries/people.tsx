/** Hydrates the screen of people. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { PeopleIsland } from '../islands/people/people-island.tsx';

hydrateIsland('people', PeopleIsland);
