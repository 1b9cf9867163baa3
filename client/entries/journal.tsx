/** Hydrates the journal. */
import { JournalIsland } from '../islands/journal/journal-island.tsx';
import { hydrateIsland } from '../lib/hydrate-island.tsx';

hydrateIsland('journal', JournalIsland);
