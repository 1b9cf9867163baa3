/** The search field of a list. It is debounced (docs/product.md, section 9); Enter searches at once. Without JavaScript it is a form. */
import { useEffect, useState } from 'react';
import { textSearchDebounceMs } from '../../shared/rules/limits.ts';
import { TextField } from './form-field.tsx';
import styles from './search-field.module.css';

type SearchFieldProps = {
  label: string;
  /** The search of the address. */
  search: string;
  maxLength: number;
  /** The other parameters of the address, which a form without JavaScript keeps. */
  kept: Readonly<Record<string, string>>;
  /** May change between renders. */
  onSearch: (search: string) => void;
};

export function SearchField({ label, search, maxLength, kept, onSearch }: SearchFieldProps) {
  /** Null while the field shows the search of the address. */
  const [typed, setTyped] = useState<string | null>(null);

  function submit() {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() !== search) onSearch(typed.trim());
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer
  useEffect(() => {
    const timer = setTimeout(submit, textSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every assistive technology knows <search>
    <form
      role="search"
      aria-label="Поиск"
      className={styles.search}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={label}
        type="search"
        name="search"
        maxLength={maxLength}
        value={typed ?? search}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
