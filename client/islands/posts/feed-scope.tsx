/** What the feed shows: its period, and chips of the active filters. */
import { useIslandContext } from '../../lib/island-context.tsx';
import { ActiveFilters, type ActiveFiltersProps } from './active-filters.tsx';
import { DateRange, type DateRangeProps } from './date-range.tsx';
import styles from './posts-island.module.css';

export type FeedScopeProps = Pick<DateRangeProps, 'dates'> & ActiveFiltersProps;

export function FeedScope({ dates, ...filters }: FeedScopeProps) {
  const { timeZone } = useIslandContext();
  const { query, onChange } = filters;
  return (
    <div id="scope" className={styles.scope}>
      <DateRange {...{ ...query, dates, timeZone }} onReset={(bound) => onChange({ [bound]: '' })} />
      <ActiveFilters {...filters} />
    </div>
  );
}
