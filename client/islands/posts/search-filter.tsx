/** A filter that is searched for by typing: a plain field until it has the focus, then one with suggestions. */
import { useLayoutEffect, useRef, useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import controls from '../../styles/controls.module.css';
import type { SearchComboboxProps } from './search-combobox.tsx';

const importCombobox = () => import('./search-combobox.tsx').then(({ SearchCombobox }) => SearchCombobox);

/** `value` is the text of what filters, '' when nothing does. */
type SearchFilterProps<Item> = Pick<SearchComboboxProps<Item>, 'search' | 'onChoose' | 'placeholder'> & {
  value: string;
  error?: string | null;
};

export function SearchFilter<Item>({ value, search, onChoose, placeholder, error = null }: SearchFilterProps<Item>) {
  const { Component, preload } = useLazyComponent<SearchComboboxProps<Item>>(importCombobox);
  /** Null when the field shows what filters. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLInputElement>(null);

  // The field with suggestions takes the focus and the selection over from the plain one.
  useLayoutEffect(() => {
    const plain = focused.current;
    const input = field.current?.querySelector('input');
    if (!Component || !plain || !input) return;
    input.focus();
    input.setSelectionRange(plain.selectionStart, plain.selectionEnd);
  }, [Component]);

  const type = (text: string) => {
    setTyped(text);
    if (text === '' && value !== '') onChoose(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the field inside
    <div
      ref={field}
      onFocus={({ target }) => {
        focused.current = target instanceof HTMLInputElement ? target : null;
      }}
      onBlur={() => {
        focused.current = null;
        setTyped(null);
      }}
    >
      {Component ? (
        <Component
          text={typed ?? value}
          typing={typed !== null}
          search={search}
          placeholder={placeholder}
          error={typed === null ? error : null}
          onType={type}
          onChoose={(item) => {
            setTyped(null);
            onChoose(item);
          }}
        />
      ) : (
        <FormField label={search.label} error={error}>
          {(control) => (
            <input
              {...control}
              role="combobox"
              aria-expanded={false}
              autoComplete="off"
              name={search.name}
              placeholder={placeholder}
              className={controls.input}
              value={typed ?? value}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              {...preload}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
