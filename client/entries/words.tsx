/** Hydrates the phrases screen. */
import { WordsIsland } from '../islands/words/words-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('words', WordsIsland);
