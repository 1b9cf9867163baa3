/** Hydrates the phrases screen. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { WordsIsland } from '../islands/words/words-island.tsx';

hydrateIsland('words', WordsIsland);
