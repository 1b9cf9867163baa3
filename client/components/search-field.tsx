/** Search fields. They are debounced (docs/product/limits.md); Enter searches at once. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { listSearchMax, textSearchDebounceMs } from '../../shared/rules/limits.ts';
import { TextField } from './form-field.tsx';
import styles from './search-field.module.css';

/** Returns the value once it has not changed for that time. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, milliseconds, value);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

type SearchFieldProps = {
  label: string;
  /** The search in the URL. */
  search: string;
  /** The other URL parameters, which the form keeps without JavaScript. */
  kept: Readonly<Record<string, string>>;
  /** May change between renders. */
  onSearch: (search: string) => void;
};

/** The text of a search field. `submit` reports the typed text without waiting. */
export function useTypedSearch(search: string, onTyped: (text: string) => void) {
  /** Null while the field shows the current search. */
  const [typed, type] = useState<string | null>(null);

  function submit() {
    if (typed === null) return;
    type(null);
    onTyped(typed);
  }

  // The rest of the URL, such as the sort, may change while the timer runs.
  const latestSubmit = useRef(submit);
  useEffect(() => {
    latestSubmit.current = submit;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer
  useEffect(() => {
    // A sort link that is pressed before the next render would lead back to the former search.
    const timer = setTimeout(() => flushSync(() => latestSubmit.current()), textSearchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return { value: typed ?? search, type, submit };
}

/** The search field of a list. Without JavaScript it is a form. */
export function SearchField({ label, search, kept, onSearch }: SearchFieldProps) {
  const { value, type, submit } = useTypedSearch(search, (typed) => {
    if (typed.trim() !== search) onSearch(typed.trim());
  });
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
        maxLength={listSearchMax}
        value={value}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
