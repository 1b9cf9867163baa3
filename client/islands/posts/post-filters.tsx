/** The filter form of the feed. With JavaScript, filters apply at once; without it, the form is submitted. */

import { useEffect, useId, useState } from 'react';
import { type City, searchCities } from '../../../shared/api/cities.ts';
import type { Post } from '../../../shared/api/posts.ts';
import { loadWordOptions } from '../../../shared/api/word-lists.ts';
import { isOn } from '../../../shared/backend-kind.ts';
import { formatSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { describeFilters, type FilterText } from '../../../shared/pages/describe-filters.ts';
import type { IslandContext, IslandProps } from '../../../shared/pages/islands.ts';
import { dayOf, type PostsQuery, postFilters } from '../../../shared/pages/post-filters.ts';
import { filterNames, formatPostFilter, formatPostsQuery, hasReversedDays } from '../../../shared/pages/posts-query.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';
import {
  citySearchDebounceMs,
  citySearchMinLength,
  unfinishedQueryMs,
  wordTextMax,
} from '../../../shared/rules/limits.ts';
import { Button } from '../../components/buttons.tsx';
import type { FilterSearch } from '../../components/combobox.tsx';
import { DateField, TextField } from '../../components/form-field.tsx';
import { QueryField } from '../../components/query-field.tsx';
import { useTypedSearch } from '../../components/search-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useViewSaver } from '../../saved-views/use-view-saver.tsx';
import controls from '../../styles/controls.module.css';
import { cityNameOf, type Named, type ShownFilters, wordTextOf } from './filter-names.ts';
import { FiltersSheet } from './filters-sheet.tsx';
import { hasSeveralPhrases, MoreFilters } from './more-filters.tsx';
import { PhraseFilter } from './phrase-filter.tsx';
import styles from './post-filters.module.css';
import { SearchFilter } from './search-filter.tsx';
import type { TextError } from './use-feed-list.ts';

/** Each is a day, a time (shared/pages/post-filters.ts) or ''. The fields show the day of a time. */
type Days = Pick<PostsQuery, 'from' | 'to'>;
/** Reversed days show an error and a button that swaps them, and do not change the filter. */
function DateFilter({ query, onChange }: { query: PostsQuery; onChange: (days: Days) => void }) {
  /** Reversed days stay in the fields until the days of the query change. */
  const [reversed, setReversed] = useState<{ days: Days; query: Days } | null>(null);
  const errorId = useId();
  const isCurrent = reversed?.query.from === query.from && reversed.query.to === query.to;
  const days: Days = isCurrent ? reversed.days : query;
  const hasError = hasReversedDays(days);
  const field = { errorId: hasError ? errorId : undefined };

  function change(part: Partial<Days>) {
    const next = { from: days.from, to: days.to, ...part };
    const isReversed = hasReversedDays(next);
    setReversed(isReversed ? { days: next, query } : null);
    if (!isReversed) onChange(next);
  }

  const swapped = { from: days.to, to: days.from };
  return (
    <>
      <DateField label="Дата с" name="from" value={dayOf(days.from)} {...field} onChange={(from) => change({ from })} />
      <DateField label="Дата по" name="to" value={dayOf(days.to)} {...field} onChange={(to) => change({ to })} />
      {hasError && (
        <div role="alert">
          <p id={errorId} className={controls.fieldError}>
            {messages.reversedDays}
          </p>
          <Button data-scripted="" onClick={() => change(swapped)}>
            Поменять местами
          </Button>
          <noscript>
            <a href={formatPostsQuery({ ...query, ...swapped, page: 1 })}>Поменять местами</a>
          </noscript>
        </div>
      )}
    </>
  );
}

/** `onSearch` may change between renders. */
type TextFilterProps = { text: string; error: TextError | null; onSearch: (text: string) => void };

function TextFilter({ text, error, onSearch }: TextFilterProps) {
  const { value, type, submit } = useTypedSearch(text, (typed) => {
    if (typed !== text) onSearch(typed);
  });
  /** An unfinished query is not reported yet. */
  const [isTyping, setTyping] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each character restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => setTyping(false), unfinishedQueryMs);
    return () => clearTimeout(timer);
  }, [value]);
  return (
    <QueryField>
      <TextField
        label="Поиск по тексту"
        error={error?.isUnfinished && isTyping ? null : error?.message}
        announcesError
        type="search"
        name="text"
        placeholder="Поиск…"
        maxLength={wordTextMax}
        value={value}
        onChange={({ currentTarget }) => {
          setTyping(true);
          type(currentTarget.value);
        }}
        onBlur={() => setTyping(false)}
        onKeyDown={({ key }) => {
          if (key !== 'Enter') return;
          setTyping(false);
          submit();
        }}
      />
    </QueryField>
  );
}

const citySearch: FilterSearch<City> = {
  label: 'Город',
  name: 'place',
  minLength: citySearchMinLength,
  debounceMs: citySearchDebounceMs,
  call: (text, { viewer }) => searchCities(viewer.user, text),
  select: (cities) => cities,
  itemText: ({ name }) => name,
  itemKey: ({ id }) => id,
};

export type PostFiltersProps = Pick<IslandProps['posts'], 'words' | 'unmatchedPhrase' | 'unmatchedCity' | 'work'> & {
  query: PostsQuery;
  knownWord: Named;
  knownCities: readonly Named[];
  posts: readonly Post[];
  textError: TextError | null;
  shown: ShownFilters;
  /** `replace` is for typing, `push` for choices. */
  onChange: (change: Partial<PostsQuery>, how?: 'push' | 'replace') => void;
  onCity: (city: City | null) => void;
};

/**
 * The filters without a visible field, for submitting the form without JavaScript. A form omits unchecked boxes: if «Скрывать
 * повторы» is unchecked, only the hidden `copies=show` is sent; if it is checked, the parameter is sent twice, which is invalid
 * and gives the default `hide`.
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

/** The text has its own field, and hidden copies are the default. */
const countSheetFilters = ({ query, names }: ShownFilters, context: IslandContext): number => {
  const filters = describeFilters({ ...query, text: '' }, names, context);
  const isSet = (name: FilterText['name']) => name !== 'copies' && name !== 'times';
  return filters.filter(({ name }) => isSet(name)).length + (query.copies === 'show' ? 1 : 0);
};

/** Without JavaScript. On narrow screens, where the fields are in the sheet, the button is named as there. */
const SubmitButton = () => (
  <>
    <span className={styles.onLine}>
      <Button type="submit">Найти</Button>
    </span>
    <span className={styles.onSheet}>
      <Button type="submit">Показать</Button>
    </span>
  </>
);

export function PostFilters(props: PostFiltersProps) {
  const { query, words, unmatchedPhrase, unmatchedCity, knownWord, knownCities, posts, shown } = props;
  const { textError, onChange, onCity } = props;
  const { word, text, city } = query;
  const context = useIslandContext();
  const { backendKind, viewer, basePath } = context;
  // The options may have failed to load with the page.
  const { data: late } = useCall(words.error === undefined ? null : loadWordOptions(viewer.user.type, backendKind));
  const { data: phrases = [], error }: typeof words = late === undefined ? words : { data: late };
  const saver = useViewSaver(shown);
  const hasCity = city !== null && (city !== cityCode.none || backendKind === 'own');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search> */}
      <form
        id="filters"
        role="search"
        aria-label="Фильтры"
        // Without it, the browser keeps the fragment of the sheet.
        action={`${basePath}/ldvknf/posts`}
        className={styles.filters}
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <TextFilter text={text} error={textError} onSearch={(searched) => onChange({ text: searched }, 'replace')} />
        <FiltersSheet count={countSheetFilters(shown, context)}>
          {(isOpen) => (
            <>
              <div className={styles.phrase}>
                <PhraseFilter
                  id={word}
                  text={word === null ? null : wordTextOf(word, [knownWord], posts)}
                  options={phrases}
                  unmatched={unmatchedPhrase}
                  error={error ?? null}
                  onChoose={(chosen) => onChange({ word: chosen })}
                />
              </div>
              <DateFilter query={query} onChange={onChange} />
              <SearchFilter
                value={hasCity ? cityNameOf(city, knownCities, posts) : ''}
                unmatched={unmatchedCity}
                search={citySearch}
                onChoose={onCity}
              />
              <MoreFilters
                query={query}
                phrases={phrases}
                work={props.work?.data ?? null}
                inSheet={isOpen}
                onChange={onChange}
              />
              {saver.button}
              <noscript className={styles.actions}>
                <HiddenFields
                  query={query}
                  hasCopies={isOn(postFilters.copies.on, backendKind)}
                  hasWords={hasSeveralPhrases(phrases, backendKind) && phrases !== null}
                />
                <SubmitButton />
                <a href="?">{messages.resetFilters}</a>
              </noscript>
            </>
          )}
        </FiltersSheet>
      </form>
      {saver.dialog}
    </>
  );
}
