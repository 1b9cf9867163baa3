/** Hydrates the journal. */

import { hydrateIsland } from '../components/hydrate-island.tsx';
import { JournalIsland } from '../islands/journal/journal-island.tsx';

hydrateIsland('journal', JournalIsland);
