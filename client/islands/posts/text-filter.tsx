/** The text filter of the feed. It is debounced (docs/product.md, section 9, text search debounce); Enter searches at once. */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { textSearchDebounceMs, wordTextMax } from '../../../shared/rules/limits.ts';
import { FormField } from '../../components/form-field.tsx';
import { QueryField } from '../../components/query-field.tsx';
import controls from '../../styles/controls.module.css';

/** `onSearch` may change between renders. */
type TextFilterProps = { text: string; error: string | null; onSearch: (text: string) => void };

export function TextFilter({ text, error, onSearch }: TextFilterProps) {
  /** Null while the field shows the current filter. */
  const [typed, setTyped] = useState<string | null>(null);

  function search() {
    if (typed === null) return;
    setTyped(null);
    if (typed !== text) onSearch(typed);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer
  useEffect(() => {
    const timer = setTimeout(search, textSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

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
            value={typed ?? text}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={({ key }: KeyboardEvent) => {
              if (key === 'Enter') search();
            }}
          />
        )}
      </FormField>
    </QueryField>
  );
}
