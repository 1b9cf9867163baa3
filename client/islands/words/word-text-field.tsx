/** A phrase's text, with existing phrases suggested (section 5 of the specification). */
import { useState } from 'react';
import useSWR from 'swr';
import { loadWordSuggestions } from '../../../shared/api/words.ts';
import { textSuggestionsDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { suggestWords } from '../../../shared/rules/word.ts';
import { Combobox } from '../../components/combobox.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';

type WordTextFieldProps = { name: string; initial: string; error: string | null };

const itself = (text: string): string => text;

export function WordTextField({ name, initial, error }: WordTextFieldProps) {
  const [text, setText] = useState(initial);
  const context = useIslandContext();
  const asked = useDebounced(text.trim(), textSuggestionsDebounceMs);
  const call = loadWordSuggestions(asked);
  // Suggestions are a help: a failure shows none, and nothing else.
  const { data: existing = [] } = useSWR(asked === '' ? null : call.path, () => callApi(call, context), {
    keepPreviousData: true,
  });
  return (
    <Combobox
      label="Текст *"
      name={name}
      text={text}
      onTextChange={setText}
      items={suggestWords(existing, text)}
      itemText={itself}
      itemKey={itself}
      onChoose={setText}
      error={error}
      maxLength={wordTextMax}
    />
  );
}
