/** The lists that can be exported, by the page that shows them. */
import type { ExportName } from '../../shared/export.ts';
import { clientsExport } from './clients-export.ts';
import type { ExportList } from './export-table.ts';
import { journalExport } from './journal-export.ts';
import { ownersExport } from './owners-export.ts';
import { postsExport } from './posts-export.ts';
import { wordsExport } from './words-export.ts';

export const exportLists: Record<ExportName, ExportList> = {
  posts: postsExport,
  words: wordsExport,
  owners: ownersExport,
  clients: clientsExport,
  journal: journalExport,
};
