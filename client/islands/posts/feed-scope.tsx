/** What the feed shows: its period, and chips of the active filters. */
import type { Post } from '../../../shared/api/posts.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { ActiveFilters } from './active-filters.tsx';
import { DateRange } from './date-range.tsx';
import { type Named, ownerNameOf } from './filter-names.ts';
import styles from './posts-island.module.css';
import { type PostDatesOptions, usePostDates } from './use-post-dates.ts';

export type FeedScopeProps = PostDatesOptions & {
  knownOwner: Named;
  posts: readonly Post[];
  /** The search cannot be read, so there are no posts and no dates. */
  unreadable: boolean;
  onChange: (change: Partial<PostDatesOptions['query']>) => void;
};

const noDates = { data: { minDate: null, maxDate: null } };

export function FeedScope({ knownOwner, posts, unreadable, onChange, ...options }: FeedScopeProps) {
  const { timeZone } = useIslandContext();
  const { query } = options;
  const dates = usePostDates(options);
  const ownerName = query.owner === null ? '' : ownerNameOf(query.owner, [knownOwner], posts);
  return (
    <div id="scope" className={styles.scope}>
      <DateRange
        {...{ ...query, timeZone, dates: unreadable ? noDates : dates }}
        onReset={(bound) => onChange({ [bound]: '' })}
      />
      <ActiveFilters {...{ query, ownerName, onChange }} />
    </div>
  );
}
