/** A phrase's text, with existing phrases suggested (section 5 of the specification). */
import useSWR from 'swr';
import { loadWordSuggestions } from '../../../shared/api/words.ts';
import { textSuggestionsDebounceMs } from '../../../shared/rules/limits.ts';
import { suggestWords } from '../../../shared/rules/word.ts';
import { Combobox } from '../../components/combobox.tsx';
import { callApi } from '../../lib/api.ts';
import { useSurroundings } from '../../lib/surroundings.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';

type WordTextFieldProps = { value: string; error: string | null; maxLength: number; onChange: (text: string) => void };

const itself = (text: string): string => text;

export function WordTextField({ value, error, maxLength, onChange }: WordTextFieldProps) {
  const surroundings = useSurroundings();
  const asked = useDebounced(value.trim(), textSuggestionsDebounceMs);
  const call = loadWordSuggestions(asked);
  // Suggestions are a help: a failure shows none, and nothing else.
  const { data: existing = [] } = useSWR(asked === '' ? null : call.path, () => callApi(call, surroundings), {
    keepPreviousData: true,
  });
  return (
    <Combobox
      label="Текст *"
      text={value}
      onTextChange={onChange}
      items={suggestWords(existing, value)}
      itemText={itself}
      itemKey={itself}
      onChoose={onChange}
      error={error}
      maxLength={maxLength}
    />
  );
}
