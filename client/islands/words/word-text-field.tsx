/** The text field of a phrase, with suggestions from existing phrases and a preview of its posts (docs/product.md, section 5). */
import { useState } from 'react';
import useSWR from 'swr';
import { loadWordSuggestions } from '../../../shared/api/words.ts';
import { textSuggestionsDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { suggestWords } from '../../../shared/rules/word.ts';
import { Combobox } from '../../components/combobox.tsx';
import { QueryField } from '../../components/query-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { TextPreview } from './text-preview.tsx';

type WordTextFieldProps = { name: string; initial: string; error: string | null };

export function WordTextField({ name, initial, error }: WordTextFieldProps) {
  const [text, setText] = useState(initial);
  const context = useIslandContext();
  const searched = useDebounced(text.trim(), textSuggestionsDebounceMs);
  const call = loadWordSuggestions(searched);
  // A failure to load suggestions is not reported: the field works without them.
  const { data: existing = [] } = useSWR(searched === '' ? null : call.path, () => callApi(call, context), {
    keepPreviousData: true,
  });
  return (
    <>
      <QueryField>
        <Combobox
          label="Текст *"
          name={name}
          text={text}
          onTextChange={setText}
          items={suggestWords(existing, text)}
          itemText={(suggestion) => suggestion.text}
          itemKey={(suggestion) => suggestion.text}
          onChoose={(suggestion) => setText(suggestion.text)}
          error={error}
          maxLength={wordTextMax}
        />
      </QueryField>
      {context.capabilities.includes('preview') && <TextPreview text={text} />}
    </>
  );
}
