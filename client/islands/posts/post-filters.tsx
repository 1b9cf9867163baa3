/** The filter form of the feed. With JavaScript, filters apply at once; without it, the form is submitted. */
import { type KeyboardEvent, useState } from 'react';
import { type City, searchCities } from '../../../shared/api/cities.ts';
import type { Post } from '../../../shared/api/posts.ts';
import type { Capability } from '../../../shared/capabilities.ts';
import { formatDate } from '../../../shared/format.ts';
import { formatSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps, UnmatchedText, WordOption } from '../../../shared/pages/islands.ts';
import {
  filterNames,
  formatPostFilter,
  noPostFilters,
  type PostsQuery,
  postFilters,
} from '../../../shared/pages/posts-query.ts';
import { lastDays } from '../../../shared/rules/days.ts';
import { citySearchDebounceMs, citySearchMinLength, wordTextMax } from '../../../shared/rules/limits.ts';
import type { FilterSearch } from '../../components/combobox.tsx';
import { FormField } from '../../components/form-field.tsx';
import { QueryField } from '../../components/query-field.tsx';
import { useTypedSearch } from '../../components/search-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import menu from '../../styles/popover-menu.module.css';
import { DateFilter } from './date-filter.tsx';
import { cityNameOf, type Named, wordTextOf } from './filter-names.ts';
import { PhraseFilter, SeveralPhrases } from './phrase-filter.tsx';
import styles from './post-filters.module.css';
import { SearchFilter } from './search-filter.tsx';

const moreFilters = 'Ещё фильтры';
const moreFiltersId = 'more-filters';

/** In days, today included; «24 часа» are the last 24 hours. */
const periods = { Сегодня: 1, '24 часа': null, '7 дней': 7, '30 дней': 30 } as const;
const dayMs = 24 * 3600 * 1000;

/** Null: many. */
type Phrases = readonly WordOption[] | null;

const hasSeveralPhrases = (phrases: Phrases, capabilities: readonly Capability[]): boolean =>
  (phrases === null || phrases.length > 1) && capabilities.includes('analytics');

type MoreFiltersProps = Pick<PostFiltersProps, 'query' | 'onChange'> & { phrases: Phrases };

/** The filters that are not always in view, in a popover. A backend without their capabilities has none of them. */
function MoreFilters({ query, phrases, onChange }: MoreFiltersProps) {
  const { capabilities, timeZone } = useIslandContext();
  const { copies, unread, words } = query;
  const hasSeveral = hasSeveralPhrases(phrases, capabilities);
  const switches = [
    capabilities.includes('copies') && {
      text: 'Скрывать повторы',
      name: 'copies',
      value: 'hide',
      checked: copies === 'hide',
      isActive: copies === 'show',
      change: (checked: boolean) => onChange({ copies: checked ? 'hide' : 'show' }),
    },
    capabilities.includes('marks') && {
      text: 'Только непрочитанные',
      name: 'unread',
      value: '1',
      checked: unread,
      isActive: unread,
      change: (checked: boolean) => onChange({ unread: checked }),
    },
  ].filter((item) => item !== false);
  if (switches.length === 0 && !hasSeveral) return null;
  const active = switches.filter(({ isActive }) => isActive).length + (words.length > 0 ? 1 : 0);

  function choosePeriod(days: number | null) {
    const now = new Date();
    const today = formatDate(now.toISOString(), timeZone) ?? '';
    const yesterday = new Date(now.getTime() - dayMs).toISOString();
    const from = days === null ? yesterday : lastDays(days, today.split('.').reverse().join('-')).from;
    onChange({ from, to: '' });
  }

  return (
    <div className={styles.more}>
      <button type="button" className={controls.button} popoverTarget={moreFiltersId} aria-haspopup="dialog">
        {moreFilters}
        {active > 0 && ` (${active})`}
      </button>
      <div
        id={moreFiltersId}
        popover="auto"
        role="dialog"
        aria-label={moreFilters}
        className={`${menu.menu} ${styles.moreFilters}`}
      >
        {switches.map(({ text, change, isActive, ...input }) => (
          <label key={text}>
            <input
              type="checkbox"
              className={controls.checkbox}
              {...input}
              onChange={({ currentTarget }) => change(currentTarget.checked)}
            />
            {text}
          </label>
        ))}
        <fieldset data-scripted="" className={styles.periods}>
          <legend>Период</legend>
          {Object.entries(periods).map(([text, days]) => (
            <button key={text} type="button" className={controls.button} onClick={() => choosePeriod(days)}>
              {text}
            </button>
          ))}
        </fieldset>
        {hasSeveral && <SeveralPhrases query={query} all={phrases} onChange={onChange} />}
        <button
          type="button"
          data-scripted=""
          className={`${controls.button} ${controls.buttonGhost}`}
          onClick={() => onChange(noPostFilters)}
        >
          {messages.resetFilters}
        </button>
      </div>
    </div>
  );
}

/** `onSearch` may change between renders. */
type TextFilterProps = { text: string; error: string | null; onSearch: (text: string) => void };

function TextFilter({ text, error, onSearch }: TextFilterProps) {
  const { value, type, submit } = useTypedSearch(text, (typed) => {
    if (typed !== text) onSearch(typed);
  });
  return (
    <QueryField>
      <FormField label="Поиск по тексту" error={error} announcesError>
        {(control) => (
          <input
            {...control}
            type="search"
            name="text"
            className={controls.input}
            maxLength={wordTextMax}
            value={value}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={({ key }: KeyboardEvent) => {
              if (key === 'Enter') submit();
            }}
          />
        )}
      </FormField>
    </QueryField>
  );
}

const search: FilterSearch<City> = {
  label: 'Город',
  name: 'place',
  minLength: citySearchMinLength,
  debounceMs: citySearchDebounceMs,
  call: (text, { viewer }) => searchCities(viewer.user, text),
  select: (cities) => cities,
  itemText: ({ name }) => name,
  itemKey: ({ id }) => id,
};

/** `name` is '' without a city filter. `unmatched`: submitted without JavaScript. */
type CityFilterProps = { name: string; unmatched: UnmatchedText | null; onChoose: (city: City | null) => void };

function CityFilter({ name, unmatched: initial, onChoose }: CityFilterProps) {
  const [unmatched, setUnmatched] = useState(initial);
  return (
    <SearchFilter
      value={unmatched?.text ?? name}
      search={search}
      error={unmatched?.error ?? null}
      onChoose={(city) => {
        setUnmatched(null);
        onChoose(city);
      }}
    />
  );
}

export type PostFiltersProps = Pick<IslandProps['posts'], 'words' | 'unmatchedPhrase' | 'unmatchedCity'> & {
  query: PostsQuery;
  knownWord: Named;
  knownCities: readonly Named[];
  posts: readonly Post[];
  textError: string | null;
  /** Use `replace` while the user types and `push` for a choice. */
  onChange: (change: Partial<PostsQuery>, how?: 'push' | 'replace') => void;
  onCity: (city: City | null) => void;
};

/**
 * The filters without a visible field, for the form that is submitted without JavaScript. It omits an unchecked box: without
 * «Скрывать повторы», `copies=show` is left; with it, the parameter is there twice and has its default.
 */
type HiddenFieldsProps = { query: PostsQuery; hasCopies: boolean; hasWords: boolean };

function HiddenFields({ query, hasCopies, hasWords }: HiddenFieldsProps) {
  const names = filterNames.filter((name) => !postFilters[name].hasField && !(hasWords && name === 'words'));
  const fields = [
    ...names.map((name) => [name, formatPostFilter(name, query)] as const),
    ['copies', hasCopies ? 'show' : null] as const,
    ['sort', formatSort(query.sort)] as const,
  ];
  return fields.map(
    ([name, value]) => value !== null && value !== '' && <input key={name} type="hidden" name={name} value={value} />,
  );
}

export function PostFilters(props: PostFiltersProps) {
  const { query, words, unmatchedPhrase, unmatchedCity, knownWord, knownCities, posts } = props;
  const { textError, onChange, onCity } = props;
  const { word, text, city } = query;
  const { capabilities } = useIslandContext();
  const phrases = words.error === undefined ? words.data : [];
  const hasCity = city !== null && (city > 0 || capabilities.includes('analytics'));
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form
      id="filters"
      role="search"
      aria-label="Фильтры"
      className={styles.filters}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      <PhraseFilter
        id={word}
        text={word === null ? null : wordTextOf(word, [knownWord], posts)}
        options={phrases}
        unmatched={unmatchedPhrase}
        error={words.error ?? null}
        onChoose={(chosen) => onChange({ word: chosen })}
      />
      <TextFilter text={text} error={textError} onSearch={(searched) => onChange({ text: searched }, 'replace')} />
      <DateFilter query={query} onChange={onChange} />
      <CityFilter
        name={hasCity ? cityNameOf(city, knownCities, posts) : ''}
        unmatched={unmatchedCity}
        onChoose={onCity}
      />
      <MoreFilters query={query} phrases={phrases} onChange={onChange} />
      <noscript className={styles.actions}>
        <HiddenFields
          query={query}
          hasCopies={capabilities.includes('copies')}
          hasWords={hasSeveralPhrases(phrases, capabilities) && phrases !== null}
        />
        <button type="submit" className={controls.button}>
          Найти
        </button>
        <a href="?">{messages.resetFilters}</a>
      </noscript>
    </form>
  );
}
