/** What the feed covers: its period, and chips for active filters. */

import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '../../../shared/api/error-codes.ts';
import { loadPostDates, type Post, type PostDates } from '../../../shared/api/posts.ts';
import type { WorkLists } from '../../../shared/api/work.ts';
import { formatDate, formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { dayOf, isTime, type PostsQuery, switchChips } from '../../../shared/pages/post-filters.ts';
import { postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { weekdayHourName } from '../../../shared/rules/days.ts';
import { Button } from '../../components/buttons.tsx';
import { Chip } from '../../components/chip.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import { type Named, ownerNameOf } from './filter-names.ts';
import styles from './posts-island.module.css';
import { activeWorkFilters, type FilterChip } from './work-filters.tsx';

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
  firstDates: Loaded<PostDates>;
  /** A change of the number reloads the dates. */
  refreshes: number;
};

/** Loads the first and last date of the matching posts, starting with the dates in the HTML. */
function usePostDates({ query, firstDates, refreshes }: PostDatesOptions): PostDates | null {
  const call = loadPostDates(postFiltersOf(query, useIslandContext()), serverNow);
  const [initialPath] = useState(call.path);
  const { data, error, mutate } = useCall(call, {
    fallbackData: call.path === initialPath ? firstDates.data : undefined,
    keepPreviousData: true,
    revalidateOnMount: firstDates.error !== undefined && !isRefusal(firstDates),
    // Cached dates of an earlier query are shown at once and may be outdated.
    revalidateIfStale: true,
  });
  const shown = useRef({ path: call.path, refreshes });

  // biome-ignore lint/correctness/useExhaustiveDependencies: SWR loads the dates of another path by itself
  useEffect(() => {
    const { path, refreshes: before } = shown.current;
    shown.current = { path: call.path, refreshes };
    if (before !== refreshes && path === call.path) void mutate();
  }, [call.path, refreshes]);

  return error || data === undefined ? null : data;
}

type ActiveFiltersProps = {
  query: PostsQuery;
  /** '' without a source filter. */
  ownerName: string;
  work: WorkLists | null;
  onChange: (change: Partial<PostsQuery>) => void;
};

function ActiveFilters({ query, ownerName, work, onChange }: ActiveFiltersProps) {
  const { backendKind, timeZone } = useIslandContext();
  const { owner, from, to, words, weekday, hour, since, until, story } = query;
  const hasAnalytics = backendKind === 'own';
  const isFound = until !== null && backendKind === 'own';
  const timeOf = (prefix: string, bound: string) => isTime(bound) && ` ${prefix} ${formatDateTime(bound, timeZone)}`;
  const times = [timeOf('с', from), timeOf('по', to)].filter(Boolean).join('');
  const chips: FilterChip[] = [
    [owner !== null && `Источник: ${isolate(ownerName)}`, 'Убрать фильтр источника', { owner: null }],
    [
      times !== '' && backendKind === 'own' && `Время:${times}`,
      'Убрать фильтр времени',
      { from: dayOf(from), to: dayOf(to) },
    ],
    [hasAnalytics && words.length > 0 && `Фразы: ${words.length}`, 'Убрать фильтр фраз', { words: [] }],
    [hasAnalytics && weekdayHourName(weekday, hour), 'Убрать фильтр дня недели и часа', { weekday: null, hour: null }],
    [
      !isFound && since !== null && backendKind === 'own' && 'С прошлого визита',
      'Показать и посты до прошлого визита',
      { since: null },
    ],
    [isFound && 'Посты из оповещения', 'Показать все посты фильтра', { since: null, until: null, first: false }],
    [story !== null && backendKind === 'own' && 'Повторы одного поста', 'Показать и другие посты', { story: null }],
    ...(backendKind === 'own' ? switchChips(query) : []),
    ...(work ? activeWorkFilters(query, work) : []),
  ];
  return chips.map(
    ([text, removeLabel, change]) =>
      text && <Chip key={removeLabel} text={text} removeLabel={removeLabel} onRemove={() => onChange(change)} />,
  );
}

export type FeedScopeProps = PostDatesOptions & {
  knownOwner: Named;
  /** Null for viewers who do not work on stories. */
  work: WorkLists | null;
  posts: readonly Post[];
  /** The search text cannot be parsed, so there are no posts and no dates. */
  unreadable: boolean;
  onChange: (change: Partial<PostDatesOptions['query']>) => void;
};

const noDates: PostDates = { minDate: null, maxDate: null };

export function FeedScope({ knownOwner, work, posts, unreadable, onChange, ...options }: FeedScopeProps) {
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
      <ActiveFilters {...{ query, ownerName, work, onChange }} />
    </div>
  );
}
