/** The filters of the feed: a form that works without a script, and filters at once with one. */
import type { City } from '../../../shared/api/cities.ts';
import type { IslandProps } from '../../../shared/islands.ts';
import { formatSort } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/posts-query.ts';
import { DateField } from '../../components/date-field.tsx';
import { FormField } from '../../components/form-field.tsx';
import controls from '../../styles/controls.module.css';
import { CityFilter } from './city-filter.tsx';
import styles from './post-filters.module.css';
import { TextFilter } from './text-filter.tsx';

type PostFiltersProps = {
  query: PostsQuery;
  words: IslandProps['posts']['words'];
  cityName: string;
  /** Typing replaces the entry of the history, choosing adds one. */
  onChange: (change: Partial<PostsQuery>, how?: 'push' | 'replace') => void;
  onCity: (city: City | null) => void;
};

function PhraseOptions({ words, chosen }: { words: PostFiltersProps['words']; chosen: number | null }) {
  const known = words.data ?? [];
  return (
    <>
      <option value="">Все фразы</option>
      {chosen !== null && !known.some(({ id }) => id === chosen) && <option value={chosen}>Фраза {chosen}</option>}
      {known.map(({ id, text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </>
  );
}

/** What the form sends besides its fields, for browsers without a script. */
function UnseenFields({ owner, city, sort }: PostsQuery) {
  const fields = { owner, city, sort: formatSort(sort) };
  return Object.entries(fields).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  );
}

export function PostFilters({ query, words, cityName, onChange, onCity }: PostFiltersProps) {
  const { word, text, from, to } = query;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form
      role="search"
      aria-label="Фильтры"
      className={styles.filters}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
    >
      <FormField label="Фраза" error={words.error}>
        {(control) => (
          <select
            {...control}
            name="word"
            className={controls.select}
            value={word ?? ''}
            onChange={({ currentTarget }) => onChange({ word: Number(currentTarget.value) || null })}
          >
            <PhraseOptions words={words} chosen={word} />
          </select>
        )}
      </FormField>
      <TextFilter text={text} onSearch={(searched) => onChange({ text: searched }, 'replace')} />
      <DateField label="Дата с" name="from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DateField label="Дата по" name="to" value={to} min={from} onChange={(day) => onChange({ to: day })} />
      <CityFilter name={cityName} onChoose={onCity} />
      <noscript className={styles.actions}>
        <UnseenFields {...query} />
        <button type="submit" className={controls.button}>
          Найти
        </button>{' '}
        <a href="?">{messages.resetFilters}</a>
      </noscript>
    </form>
  );
}
