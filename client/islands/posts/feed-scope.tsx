/** What the feed covers: its period, chips for active filters, and the posts since the last visit. */

import { loadPostDates, loadVisit, type PostDates, type Visit } from '../../../shared/api/posts.ts';
import { formatDate, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { describeFilters, type FilterText } from '../../../shared/pages/describe-filters.ts';
import type { IslandContext, Loaded } from '../../../shared/pages/islands.ts';
import { dayOf, type PostsQuery } from '../../../shared/pages/post-filters.ts';
import { formatPostsQuery, noPostFilters, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { Button } from '../../components/buttons.tsx';
import { Chip } from '../../components/chip.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useFollowedReply } from '../../lib/use-followed-reply.ts';
import controls from '../../styles/controls.module.css';
import type { ShownFilters } from './filter-names.ts';
import styles from './posts-island.module.css';

type DateRangeProps = {
  /** The date filters: days, times or ''. */
  from: string;
  to: string;
  /** Null when they could not be loaded. */
  dates: PostDates | null;
  timeZone: ZoneOffsets;
  onReset: (bound: 'from' | 'to') => void;
};

const formatDay = (day: string): string => day.split('-').reverse().join('.');

/** Buttons with the first and last day of the feed. Each resets its date filter (docs/product/feed.md). */
function DateRange({ from, to, dates, timeZone, onReset }: DateRangeProps) {
  function boundText(filter: string, time: string | null | undefined): string {
    if (filter !== '') return formatDay(dayOf(filter));
    if (time === undefined) return messages.dateError;
    return time === null ? '—' : (formatDate(time, timeZone) ?? messages.dateError);
  }
  const bounds = [
    { name: 'from', prefix: 'С', filter: from, time: dates?.minDate },
    { name: 'to', prefix: 'По', filter: to, time: dates?.maxDate },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Период" className={styles.range}>
      {bounds.map(({ name, prefix, filter, time }) => (
        <Button
          key={name}
          kind="ghost"
          data-filtered={filter === '' ? undefined : ''}
          title={filter === '' ? undefined : 'Сбросить границу'}
          onClick={() => onReset(name)}
        >
          {prefix} {boundText(filter, time)}
        </Button>
      ))}
    </div>
  );
}

type PostDatesOptions = {
  query: PostsQuery;
  /** The search text cannot be read. The dates of the last query that could stay. */
  unreadable: boolean;
  firstDates: Loaded<PostDates>;
  /** A change of the number reloads the dates. */
  refreshes: number;
};

const noDates: PostDates = { minDate: null, maxDate: null };

/** Loads the first and last date of the matching posts, starting with the dates in the HTML. */
function usePostDates({ query, unreadable, firstDates, refreshes }: PostDatesOptions): PostDates | null {
  const call = loadPostDates(postFiltersOf(query, useIslandContext()), serverNow);
  const { data = null, error } = useFollowedReply(unreadable ? null : call, firstDates, refreshes);
  if (unreadable) return data ?? noDates;
  return error === null ? data : null;
}

/** Filters that have a chip elsewhere, and here a field that is always in view. */
const shownFields: readonly FilterText['name'][] = ['text', 'city'];

type ActiveFiltersProps = ShownFilters & { onChange: (change: Partial<PostsQuery>) => void };

function ActiveFilters({ query, names, onChange }: ActiveFiltersProps) {
  const filters = describeFilters(query, names, useIslandContext());
  return filters.map(
    ({ name, text, removal, change }) =>
      removal !== null &&
      !shownFields.includes(name) && (
        <Chip key={name} text={text} removeLabel={removal} onRemove={() => onChange(change)} />
      ),
  );
}

/** All filters in words. The style sheet prints them. */
const printedFilters = ({ query, names }: ShownFilters, context: IslandContext): string =>
  `Фильтры: ${
    describeFilters(query, names, context)
      .map(({ text }) => text)
      .join('; ') || 'нет'
  }`;

type LastVisitProps = { query: PostsQuery; first: Loaded<Visit>; refreshes: number };

function LastVisit({ query, first, refreshes }: LastVisitProps) {
  const { data: visit, error } = useFollowedReply(loadVisit(), first, refreshes);
  if (visit === undefined) return error !== null && <p className={controls.fieldError}>{error}</p>;
  const { since, total } = visit;
  const text = `С прошлого визита: ${formatNumber(total)}`;
  const href = formatPostsQuery({ ...query, ...noPostFilters, since });
  return total > 0 ? <a href={href}>{text}</a> : <p>{text}</p>;
}

/** Around it, the feed follows its links. */
export type FeedScopeProps = PostDatesOptions & {
  shown: ShownFilters;
  /** Null with an existing backend. */
  visit: Loaded<Visit> | null;
  onChange: (change: Partial<PostDatesOptions['query']>) => void;
};

export function FeedScope({ shown, visit, onChange, ...options }: FeedScopeProps) {
  const context = useIslandContext();
  const { timeZone } = context;
  const { query, refreshes } = options;
  const dates = usePostDates(options);
  return (
    <div id="scope" className={styles.scope} data-printed={printedFilters(shown, context)}>
      <DateRange {...{ ...query, timeZone, dates }} onReset={(bound) => onChange({ [bound]: '' })} />
      <div className={styles.chips}>
        <ActiveFilters {...shown} onChange={onChange} />
        {visit && <LastVisit query={query} first={visit} refreshes={refreshes} />}
      </div>
    </div>
  );
}
