/** The phrase filter of the feed: a select for few phrases, a search field for many. */
import { useEffect, useRef, useState } from 'react';
import { loadFirstWords, loadWords } from '../../../shared/api/word-lists.ts';
import { loadWord, loadWordSuggestions, type WordSuggestion } from '../../../shared/api/words.ts';
import * as messages from '../../../shared/messages.ts';
import type { UnmatchedText, WordOption } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { phraseFilter } from '../../../shared/pages/posts-query.ts';
import { textSuggestionsDebounceMs } from '../../../shared/rules/limits.ts';
import { matchWords } from '../../../shared/rules/word.ts';
import type { FilterSearch } from '../../components/combobox.tsx';
import { optionsOf, SelectField } from '../../components/form-field.tsx';
import { PhrasePicker } from '../../components/phrase-picker.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import styles from './post-filters.module.css';
import { SearchFilter } from './search-filter.tsx';

const search: FilterSearch<WordSuggestion> = {
  label: 'Фраза',
  name: 'phrase',
  minLength: 1,
  debounceMs: textSuggestionsDebounceMs,
  call: loadWordSuggestions,
  select: matchWords,
  itemText: ({ text }) => text,
  itemKey: ({ text }) => text,
  browse: {
    clearText: messages.allPhrases,
    call: ({ viewer, backendKind }) => loadFirstWords(viewer.user.type, '', backendKind),
  },
};

type PhraseFilterProps = {
  /** The selected phrase, null for all. */
  id: number | null;
  /** The text of the selected phrase, null if the page does not have it. */
  text: string | null;
  /** Null if there are too many for a select. */
  options: readonly WordOption[] | null;
  /** A text submitted without JavaScript that matches no phrase. */
  unmatched: UnmatchedText | null;
  /** The error if the options failed to load. */
  error: string | null;
  onChoose: (word: number | null) => void;
};

type FieldProps = Omit<PhraseFilterProps, 'onChoose'> & { text: string; onChoose: (chosen: WordOption | null) => void };

function PhraseSearch({ text, unmatched, onChoose }: FieldProps) {
  const { user } = useIslandContext().viewer;

  /** Some backends suggest texts without IDs; the ID then comes from the list of all phrases. */
  async function findPhrase({ id: suggested, text: chosen }: WordSuggestion): Promise<WordOption | null> {
    if (suggested !== null) return { id: suggested, text: chosen };
    const call = loadWords(user.type, user.type === 'client' ? user.client_id : null);
    const words = await callApi(call).catch(() => []);
    return words.find((word) => word.text === chosen) ?? null;
  }

  return (
    <SearchFilter
      value={text}
      unmatched={unmatched}
      search={search}
      placeholder={messages.allPhrases}
      onChoose={async (suggestion) => onChoose(suggestion && (await findPhrase(suggestion)))}
    />
  );
}

function PhraseSelect({ id, text, options, error, onChoose }: FieldProps) {
  return (
    <SelectField
      label="Фраза"
      name="word"
      error={error}
      value={id ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChoose(options?.find((option) => String(option.id) === value) ?? null)
      }
    >
      <option value="">{messages.allPhrases}</option>
      {id !== null && !options?.some((option) => option.id === id) && <option value={id}>{text}</option>}
      {optionsOf((options ?? []).map((option) => [option.id, option.text]))}
    </SelectField>
  );
}

export function PhraseFilter(props: PhraseFilterProps) {
  const { id, text, options, onChoose } = props;
  const [chosen, setChosen] = useState<WordOption | null>(null);
  const known = id === null ? '' : (text ?? [chosen, ...(options ?? [])].find((option) => option?.id === id)?.text);
  // The server has already tried to load the text of the initial phrase, but back navigation can select others.
  const [initialId] = useState(id);
  const { data: loaded } = useCall(known === undefined && id !== null && id !== initialId ? loadWord(id) : null);
  const Field = options === null ? PhraseSearch : PhraseSelect;
  return (
    <Field
      {...props}
      text={known ?? loaded?.text ?? `Фраза ${id}`}
      onChoose={(phrase) => {
        setChosen(phrase);
        onChoose(phrase?.id ?? null);
      }}
    />
  );
}

type SeveralPhrasesProps = {
  query: PostsQuery;
  /** Null if there are too many for a select. */
  all: readonly WordOption[] | null;
  onChange: (change: Pick<PostsQuery, 'word' | 'words'>) => void;
};

/**
 * Checkboxes of phrases, rendered when opened. A single phrase sets the filter «Фраза» instead. Without JavaScript it is a
 * select.
 */
export function SeveralPhrases({ query: { word, words }, all, onChange }: SeveralPhrasesProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(false);
  const follow = () => setOpen(details.current?.open ?? false);
  // The element may have been opened before hydration.
  useEffect(follow, []);
  return (
    <>
      <details ref={details} data-scripted="" className={styles.several} onToggle={follow}>
        <summary>Фразы</summary>
        {open && (
          <PhrasePicker
            all={all}
            chosen={word === null ? words : [word]}
            onChange={(ids) => onChange(phraseFilter(ids))}
          />
        )}
      </details>
      {all && (
        <noscript>
          <SelectField label="Фразы" name="words" multiple size={6} defaultValue={words.map(String)}>
            {optionsOf(all.map(({ id, text }) => [id, text]))}
          </SelectField>
        </noscript>
      )}
    </>
  );
}
