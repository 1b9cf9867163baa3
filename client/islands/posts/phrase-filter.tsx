/** The feed's phrase: a list to choose from while there are few phrases, else a field that searches them. */
import { useState } from 'react';
import useSWR from 'swr';
import { loadWord, loadWordSuggestions, loadWords, type WordSuggestion } from '../../../shared/api/words.ts';
import type { UnmatchedPhrase, WordOption } from '../../../shared/islands.ts';
import { textSuggestionsDebounceMs } from '../../../shared/rules/limits.ts';
import { matchWords } from '../../../shared/rules/word.ts';
import { FormField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import controls from '../../styles/controls.module.css';
import type { FilterSearch } from './search-combobox.tsx';
import { SearchFilter } from './search-filter.tsx';

const allPhrases = 'Все фразы';

const search: FilterSearch<WordSuggestion> = {
  label: 'Фраза',
  name: 'phrase',
  minLength: 1,
  debounceMs: textSuggestionsDebounceMs,
  call: loadWordSuggestions,
  select: matchWords,
  itemText: ({ text }) => text,
  itemKey: ({ text }) => text,
};

type PhraseFilterProps = {
  /** The phrase that filters, null for all. */
  id: number | null;
  /** Its text where the page knows it. */
  text: string | null;
  /** Null when there are too many for a list. */
  options: readonly WordOption[] | null;
  /** Typed without JavaScript, and no phrase matches it. */
  unmatched: UnmatchedPhrase | null;
  /** Why the options are missing. */
  error: string | null;
  onChoose: (word: number | null) => void;
};

/** The text of a phrase that the page does not know, as after a step back in the history. */
function useLoadedText(id: number | null): string | undefined {
  const context = useIslandContext();
  const call = loadWord(id ?? 0);
  const { data } = useSWR(id === null ? null : call.path, () => callApi(call, context));
  return data?.text;
}

type FieldProps = Omit<PhraseFilterProps, 'onChoose'> & { text: string; onChoose: (chosen: WordOption | null) => void };

function PhraseSearch({ text, unmatched: typed, onChoose }: FieldProps) {
  const context = useIslandContext();
  const { user } = context.viewer;
  const [unmatched, setUnmatched] = useState(typed);

  /** Some backends suggest texts without ids: the list of all phrases has them. */
  async function findPhrase({ id: suggested, text: chosen }: WordSuggestion): Promise<WordOption | null> {
    if (suggested !== null) return { id: suggested, text: chosen };
    const call = loadWords(user.type, user.type === 'client' ? user.client_id : null);
    const words = await callApi(call, context).catch(() => []);
    return words.find((word) => word.text === chosen) ?? null;
  }

  return (
    <SearchFilter
      value={unmatched?.text ?? text}
      search={search}
      placeholder={allPhrases}
      error={unmatched?.error ?? null}
      onChoose={async (suggestion) => {
        setUnmatched(null);
        onChoose(suggestion && (await findPhrase(suggestion)));
      }}
    />
  );
}

function PhraseSelect({ id, text, options, error, onChoose }: FieldProps) {
  return (
    <FormField label="Фраза" error={error}>
      {(control) => (
        <select
          {...control}
          name="word"
          className={controls.select}
          value={id ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChoose(options?.find((option) => String(option.id) === value) ?? null)
          }
        >
          <option value="">{allPhrases}</option>
          {id !== null && !options?.some((option) => option.id === id) && <option value={id}>{text}</option>}
          {options?.map((option) => (
            <option key={option.id} value={option.id}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

export function PhraseFilter(props: PhraseFilterProps) {
  const { id, text, options, onChoose } = props;
  const [chosen, setChosen] = useState<WordOption | null>(null);
  const known = id === null ? '' : (text ?? [chosen, ...(options ?? [])].find((option) => option?.id === id)?.text);
  // The server has asked for the first one.
  const [first] = useState(id);
  const loaded = useLoadedText(known === undefined && id !== first ? id : null) ?? `Фраза ${id}`;
  const Field = options === null ? PhraseSearch : PhraseSelect;
  return (
    <Field
      {...props}
      text={known ?? loaded}
      onChoose={(phrase) => {
        setChosen(phrase);
        onChoose(phrase?.id ?? null);
      }}
    />
  );
}
