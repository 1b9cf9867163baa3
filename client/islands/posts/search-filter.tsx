/** A filter with a search field: a plain input until it gets the focus, then an input with suggestions. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { SearchComboboxProps } from '../../components/combobox.tsx';
import { FormField } from '../../components/form-field.tsx';
import { useLazyComponent } from '../../components/lazy.tsx';
import controls from '../../styles/controls.module.css';

const importCombobox = () => import('../../components/combobox.tsx').then(({ SearchCombobox }) => SearchCombobox);

/** `value` is the text of the selected item, or ''. */
type SearchFilterProps<Item> = Pick<SearchComboboxProps<Item>, 'search' | 'onChoose' | 'placeholder'> & {
  value: string;
  error?: string | null;
};

export function SearchFilter<Item>({ value, search, onChoose, placeholder, error = null }: SearchFilterProps<Item>) {
  const { Component, preload } = useLazyComponent<SearchComboboxProps<Item>>(importCombobox);
  /** Null while the field shows the selected item. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLInputElement>(null);
  /** Whether the plain input was clicked, or an arrow key pressed in it. */
  const opened = useRef(false);

  // The input with suggestions takes over the focus and the selection of the plain input.
  useLayoutEffect(() => {
    const plain = focused.current;
    const input = field.current?.querySelector('input');
    if (!Component || !plain || !input) return;
    input.focus();
    input.setSelectionRange(plain.selectionStart, plain.selectionEnd);
  }, [Component]);

  const open = () => {
    opened.current = true;
  };
  const onType = (text: string) => {
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
        opened.current = false;
        setTyped(null);
      }}
    >
      {Component ? (
        <Component
          text={typed ?? value}
          typing={typed !== null}
          startOpen={opened.current}
          search={search}
          placeholder={placeholder}
          error={typed === null ? error : null}
          onType={onType}
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
              onChange={({ currentTarget }) => onType(currentTarget.value)}
              onPointerDown={open}
              onClick={open}
              onKeyDown={({ key }) => {
                if (key === 'ArrowDown' || key === 'ArrowUp') open();
              }}
              {...preload}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
