/** The filter form of the feed. With JavaScript, filters apply at once; without it, the form is submitted. */
import type { City } from '../../../shared/api/cities.ts';
import type { Post } from '../../../shared/api/posts.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { formatSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/posts-query.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import { CityFilter } from './city-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { cityNameOf, type Named, wordTextOf } from './filter-names.ts';
import { PhraseFilter } from './phrase-filter.tsx';
import styles from './post-filters.module.css';
import { SwitchFilters } from './switch-filters.tsx';
import { TextFilter } from './text-filter.tsx';

export type PostFiltersProps = Pick<IslandProps['posts'], 'words' | 'unmatchedPhrase'> & {
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
 * Form values without a visible field. A form omits an unchecked box: without «Скрывать повторы», `copies=show` is left; with
 * it, the parameter is there twice and has its default.
 */
function HiddenFields({ query, hasCopies }: { query: PostsQuery; hasCopies: boolean }) {
  const { owner, city, words, weekday, hour, since, until, first, story, sort } = query;
  const fields = {
    ...{ owner, city, words: words.join() || null, weekday, hour, since, until, story },
    first: first ? 1 : null,
    copies: hasCopies ? 'show' : null,
    sort: formatSort(sort),
  };
  return Object.entries(fields).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  );
}

export function PostFilters(props: PostFiltersProps) {
  const { query, words, unmatchedPhrase, knownWord, knownCities, posts, textError, onChange, onCity } = props;
  const { word, text, city } = query;
  const { capabilities } = useIslandContext();
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
        options={words.error === undefined ? words.data : []}
        unmatched={unmatchedPhrase}
        error={words.error ?? null}
        onChoose={(chosen) => onChange({ word: chosen })}
      />
      <TextFilter text={text} error={textError} onSearch={(searched) => onChange({ text: searched }, 'replace')} />
      <DateFilter query={query} onChange={onChange} />
      <CityFilter name={hasCity ? cityNameOf(city, knownCities, posts) : ''} onChoose={onCity} />
      <SwitchFilters query={query} onChange={onChange} />
      <noscript className={styles.actions}>
        <HiddenFields query={query} hasCopies={capabilities.includes('copies')} />
        <button type="submit" className={controls.button}>
          Найти
        </button>
        <a href="?">{messages.resetFilters}</a>
      </noscript>
    </form>
  );
}
