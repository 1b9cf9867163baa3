/** The columns that sort phrases, on `w`, in both engines. */
import type { WordSortColumn } from '../../../shared/fields/words.ts';

/** Each column has an index, so that no page sorts all phrases. */
export const wordSortColumns: Record<WordSortColumn, string> = {
  word_id: 'w.word_id',
  text: 'w.text_folded',
  state: 'w.state',
  running: 'w.running',
  full_search: 'w.full_search',
  total_posts: 'w.total_posts',
  update_dt: 'w.update_dt',
};
