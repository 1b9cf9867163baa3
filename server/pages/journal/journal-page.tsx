/** The journal: its filters and one page of records (docs/product.md, section 20). */
import { JournalIsland } from '../../../client/islands/journal/journal-island.tsx';
import { loadJournal, parseJournalFilters } from '../../../shared/api/journal.ts';
import { parsePage } from '../../../shared/list-query.ts';
import { journalPageSize } from '../../../shared/rules/limits.ts';
import { islandPage } from '../page.tsx';
import { JournalFilters } from './journal-filters.tsx';

export const journalPage = islandPage('journal', JournalIsland, async ({ query, backend }) => {
  const filters = parseJournalFilters(query);
  const page = parsePage(query.page);
  const first = await backend.load(loadJournal(filters, (page - 1) * journalPageSize));
  return { filters, page, first, slot: <JournalFilters filters={filters} /> };
});
