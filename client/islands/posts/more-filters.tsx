/** The filters of the feed that are in a popover. */

import type { WorkLists } from '../../../shared/api/work.ts';
import { type BackendKind, isOn } from '../../../shared/backend-kind.ts';
import { dayMs } from '../../../shared/durations.ts';
import * as messages from '../../../shared/messages.ts';
import { labelOf } from '../../../shared/pages/describe-filters.ts';
import type { WordOption } from '../../../shared/pages/islands.ts';
import {
  dayOf,
  type PostsQuery,
  postFilters,
  postKinds,
  switches,
  switchNames,
} from '../../../shared/pages/post-filters.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { formatZonedTime, lastDays } from '../../../shared/rules/days.ts';
import { Button } from '../../components/buttons.tsx';
import { Checkbox, SelectField, TextField } from '../../components/form-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { serverNow } from '../../lib/clock.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import menu from '../../styles/popover-menu.module.css';
import { SeveralPhrases } from './phrase-filter.tsx';
import styles from './post-filters.module.css';
import { countWorkFilters, WorkFilters } from './work-filters.tsx';

const moreFilters = 'Ещё фильтры';
const moreFiltersId = 'more-filters';

/** In days, today included; null for the last 24 hours. */
const periods = { Сегодня: 1, '24 часа': null, '7 дней': 7, '30 дней': 30 } as const;

/** Null if there are too many for a select. */
type Phrases = readonly WordOption[] | null;

export const hasSeveralPhrases = (phrases: Phrases, backendKind: BackendKind): boolean =>
  (phrases === null || phrases.length > 1) && isOn(postFilters.words.on, backendKind);

type MoreFiltersProps = {
  query: PostsQuery;
  phrases: Phrases;
  /** Null for viewers who do not work on stories. */
  work: WorkLists | null;
  /** The sheet around the filters is open, which shows them without their popover. */
  inSheet: boolean;
  onChange: (change: Partial<PostsQuery>) => void;
};

/** Returns the switches that the backend supports. `isActive`: not the default. */
function switchesOf(query: PostsQuery, backendKind: BackendKind, onChange: MoreFiltersProps['onChange']) {
  const choices = [
    {
      text: labelOf('copies'),
      name: 'copies' as const,
      value: 'hide',
      checked: query.copies === 'hide',
      isActive: query.copies === 'show',
      change: (checked: boolean) => onChange({ copies: checked ? 'hide' : 'show' }),
    },
    ...switchNames.map((name) => ({
      text: switches[name].label,
      name,
      value: '1',
      checked: query[name],
      isActive: query[name],
      change: (checked: boolean) => onChange({ [name]: checked }),
    })),
  ];
  return choices.filter(({ name }) => isOn(postFilters[name].on, backendKind));
}

/** A form without JavaScript sends the fields; with it a change applies when the field is left. */
function ReachFilters({ query, onChange }: Pick<MoreFiltersProps, 'query' | 'onChange'>) {
  const field = (name: 'views' | 'ratio', step: string) => (
    <TextField
      key={`${name} ${query[name]}`}
      label={labelOf(name)}
      type="number"
      name={name}
      min={step}
      step={step}
      defaultValue={query[name] ?? ''}
      onBlur={({ currentTarget }) => {
        const value = postFilters[name].parse(currentTarget.value);
        if (value !== query[name]) onChange({ [name]: value });
      }}
    />
  );
  return (
    <div className={styles.work}>
      {field('views', '1')}
      {field('ratio', '0.1')}
    </div>
  );
}

/** Returns null for a backend that supports none of the filters. */
export function MoreFilters({ query, phrases, work, inSheet, onChange }: MoreFiltersProps) {
  const { backendKind, timeZone } = useIslandContext();
  const hasSeveral = hasSeveralPhrases(phrases, backendKind);
  const switches = switchesOf(query, backendKind, onChange);
  if (switches.length === 0 && !hasSeveral) return null;
  const ofWork = work ? countWorkFilters(query) : 0;
  const others = [query.words.length > 0, query.kind !== '', query.views !== null, query.ratio !== null].filter(
    Boolean,
  ).length;
  const active = switches.filter(({ isActive }) => isActive).length + others + ofWork;

  function choosePeriod(days: number | null) {
    const now = serverNow();
    const today = dayOf(formatZonedTime(now, timeZone));
    const from = days === null ? formatZonedTime(now - dayMs, timeZone) : lastDays(days, today).from;
    onChange({ from, to: '' });
  }

  return (
    <div className={styles.more}>
      <Button popoverTarget={moreFiltersId} aria-haspopup="dialog" title={moreFilters}>
        <Icon name="filters" />
        <span className={styles.moreText}>{moreFilters}</span>
        {active > 0 && ` (${active})`}
      </Button>
      <div
        id={moreFiltersId}
        popover="auto"
        className={`${menu.menu} ${styles.moreFilters}`}
        {...(!inSheet && { role: 'dialog', 'aria-label': moreFilters })}
      >
        {switches.map(({ text, change, isActive, ...input }) => (
          <Checkbox key={text} {...input} onChange={({ currentTarget }) => change(currentTarget.checked)}>
            {text}
          </Checkbox>
        ))}
        {isOn(postFilters.kind.on, backendKind) && (
          <>
            <SelectField
              label={labelOf('kind')}
              name="kind"
              value={query.kind}
              onChange={({ currentTarget }) => onChange({ kind: postFilters.kind.parse(currentTarget.value) })}
            >
              <option value="">Посты и комментарии</option>
              {Object.entries(postKinds).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </SelectField>
            <ReachFilters query={query} onChange={onChange} />
          </>
        )}
        <fieldset data-scripted="" className={styles.periods}>
          <legend>Период</legend>
          {Object.entries(periods).map(([text, days]) => (
            <Button key={text} onClick={() => choosePeriod(days)}>
              {text}
            </Button>
          ))}
        </fieldset>
        {work && <WorkFilters query={query} lists={work} shown={inSheet} onChange={onChange} />}
        {hasSeveral && <SeveralPhrases query={query} all={phrases} onChange={onChange} />}
        <Button data-scripted="" kind="ghost" onClick={() => onChange(noPostFilters)}>
          {messages.resetFilters}
        </Button>
      </div>
    </div>
  );
}
