/** What the feed shows: its period, and chips of the active filters. */

import type { Post } from '../../../shared/api/posts.ts';
import { formatDateTime, weekdayHourName } from '../../../shared/format.ts';
import { dayOf, isTime, type PostsQuery } from '../../../shared/pages/posts-query.ts';
import { Chip } from '../../components/chip.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { DateRange } from './date-range.tsx';
import { type Named, ownerNameOf } from './filter-names.ts';
import styles from './posts-island.module.css';
import { type PostDatesOptions, usePostDates } from './use-post-dates.ts';

export type ActiveFiltersProps = {
  query: PostsQuery;
  /** '' without a filter by source. */
  ownerName: string;
  onChange: (change: Partial<PostsQuery>) => void;
};

function ActiveFilters({ query, ownerName, onChange }: ActiveFiltersProps) {
  const { capabilities, timeZone } = useIslandContext();
  const { owner, from, to, words, weekday, hour, since, until, story } = query;
  const hasAnalytics = capabilities.includes('analytics');
  const isFound = until !== null && capabilities.includes('alerts');
  const timeOf = (prefix: string, bound: string) => isTime(bound) && ` ${prefix} ${formatDateTime(bound, timeZone)}`;
  const times = [timeOf('с', from), timeOf('по', to)].filter(Boolean).join('');
  const chips: [text: string | false, removeLabel: string, change: Partial<PostsQuery>][] = [
    [owner !== null && `Источник: ${ownerName}`, 'Убрать фильтр источника', { owner: null }],
    [
      times !== '' && capabilities.includes('histogram') && `Время:${times}`,
      'Убрать фильтр времени',
      { from: dayOf(from), to: dayOf(to) },
    ],
    [hasAnalytics && words.length > 0 && `Фразы: ${words.length}`, 'Убрать фильтр фраз', { words: [] }],
    [hasAnalytics && weekdayHourName(weekday, hour), 'Убрать фильтр дня недели и часа', { weekday: null, hour: null }],
    [
      !isFound && since !== null && capabilities.includes('marks') && 'С прошлого визита',
      'Показать и посты до прошлого визита',
      { since: null },
    ],
    [isFound && 'Посты из оповещения', 'Показать все посты фильтра', { since: null, until: null, first: false }],
    [
      story !== null && capabilities.includes('copies') && 'Повторы одного поста',
      'Показать и другие посты',
      { story: null },
    ],
  ];
  return chips.map(
    ([text, removeLabel, change]) =>
      text && <Chip key={removeLabel} text={text} removeLabel={removeLabel} onRemove={() => onChange(change)} />,
  );
}

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
