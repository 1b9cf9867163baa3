/** The filters of the feed by work, each value with the number of matching stories. */

import { useEffect, useRef, useState } from 'react';
import { loadWorkCounts, type WorkCounts } from '../../../shared/api/story-work.ts';
import { loadWork, type WorkLists } from '../../../shared/api/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import { assigneeNames, labelOf, toneNames } from '../../../shared/pages/describe-filters.ts';
import { type PostsQuery, postFilters } from '../../../shared/pages/post-filters.ts';
import { formatPostFilter, postFiltersOf } from '../../../shared/pages/posts-query.ts';
import { type Tone, type WorkStateFilter, workStateFilters } from '../../../shared/rules/work.ts';
import { SelectField } from '../../components/form-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import styles from './post-filters.module.css';

type FilterName = 'state' | 'assignee' | 'tag' | 'tone';
/** `value` is the value of the URL parameter. */
type Option = { value: string; text: string };

type WorkFilter = {
  options: (lists: WorkLists) => Option[];
  count: (counts: WorkCounts, value: string, lists: WorkLists) => number | undefined;
};

const named = (names: Record<string, string>): Option[] =>
  Object.entries(names).map(([value, text]) => ({ value, text }));

const filters: Record<FilterName, WorkFilter> = {
  state: {
    options: () => named(workStateFilters),
    count: ({ states }, value) => states[value as WorkStateFilter],
  },
  assignee: {
    options: ({ people }) => [
      ...named(assigneeNames),
      ...people.map(({ personId, name }) => ({ value: String(personId), text: name })),
    ],
    count({ people }, value, { me }) {
      const wanted = { me, none: null }[value];
      return people.find(({ personId }) => personId === (wanted === undefined ? Number(value) : wanted))?.total ?? 0;
    },
  },
  tag: {
    options: ({ tags }) => tags.map(({ tagId, name }) => ({ value: String(tagId), text: name })),
    count: ({ tags }, value) => tags.find(({ tagId }) => tagId === Number(value))?.total ?? 0,
  },
  tone: {
    options: () => named(toneNames),
    count: (counts, value) => counts.tones[value as Tone],
  },
};
const names = Object.keys(filters) as FilterName[];

const readValue = (query: PostsQuery, name: FilterName): string => String(formatPostFilter(name, query) ?? '');

export const countWorkFilters = (query: PostsQuery): number =>
  names.filter((name) => readValue(query, name) !== '').length;

type WorkFiltersProps = {
  query: PostsQuery;
  lists: WorkLists;
  /** They are in sight without the popover around them. */
  shown: boolean;
  onChange: (change: Partial<PostsQuery>) => void;
};

export function WorkFilters({ query, lists: loaded, shown, onChange }: WorkFiltersProps) {
  const context = useIslandContext();
  const fields = useRef<HTMLFieldSetElement>(null);
  const [isPopoverOpen, setPopoverOpen] = useState(false);
  const open = shown || isPopoverOpen;
  const { data: counts } = useCall(open ? loadWorkCounts(postFiltersOf(query, context)) : null, {
    keepPreviousData: true,
    revalidateIfStale: true,
  });

  // Tags may have been added since the page was loaded.
  const { data: lists = loaded } = useCall(open ? loadWork() : null, {
    keepPreviousData: true,
    revalidateIfStale: true,
  });

  // The popover around the fields may have been opened before hydration.
  useEffect(() => {
    const popover = fields.current?.closest('[popover]');
    const follow = () => setPopoverOpen(popover?.matches(':popover-open') ?? false);
    follow();
    popover?.addEventListener('toggle', follow);
    return () => popover?.removeEventListener('toggle', follow);
  }, []);

  return (
    <fieldset ref={fields} className={styles.work}>
      <legend>Работа с сюжетами</legend>
      {names.map((name) => {
        const { options, count } = filters[name];
        return (
          <SelectField
            key={name}
            label={labelOf(name)}
            name={name}
            value={readValue(query, name)}
            onChange={({ currentTarget }) => onChange({ [name]: postFilters[name].parse(currentTarget.value) })}
          >
            <option value="">Все</option>
            {options(lists).map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
                {counts && ` (${formatNumber(count(counts, value, lists) ?? 0)})`}
              </option>
            ))}
          </SelectField>
        );
      })}
    </fieldset>
  );
}
