/** Searches in texts while one types, after a pause (section 9 of the specification, Text search debounce); Enter does not wait. */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { textSearchDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { FormField } from '../../components/form-field.tsx';
import controls from '../../styles/controls.module.css';

/** `onSearch` may be new at every render. */
type TextFilterProps = { text: string; onSearch: (text: string) => void };

export function TextFilter({ text, onSearch }: TextFilterProps) {
  /** Null when what stands in the field is what is searched. */
  const [typed, setTyped] = useState<string | null>(null);

  function search() {
    if (typed === null) return;
    setTyped(null);
    if (typed !== text) onSearch(typed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew
  useEffect(() => {
    const timer = setTimeout(search, textSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <FormField label="Поиск по тексту">
      {(control) => (
        <input
          {...control}
          type="search"
          name="text"
          className={controls.input}
          maxLength={wordTextMax}
          value={typed ?? text}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }: KeyboardEvent) => {
            if (key === 'Enter') search();
          }}
        />
      )}
    </FormField>
  );
}
