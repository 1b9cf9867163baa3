/** The feed's city: a plain field until it has the focus, then one with suggestions. */
import { useLayoutEffect, useRef, useState } from 'react';
import { FormField } from '../../components/form-field.tsx';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import controls from '../../styles/controls.module.css';
import type { CityComboboxProps } from './city-combobox.tsx';

const importCombobox = () => import('./city-combobox.tsx').then(({ CityCombobox }) => CityCombobox);

/** `name` is '' when no city filters. */
type CityFilterProps = { name: string; onChoose: CityComboboxProps['onChoose'] };

export function CityFilter({ name, onChoose }: CityFilterProps) {
  const { Component, preload } = useLazyComponent(importCombobox);
  /** Null when the field shows the city that filters. */
  const [typed, setTyped] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const focused = useRef(false);

  // The field with suggestions takes the focus over from the plain one.
  useLayoutEffect(() => {
    const input = field.current?.querySelector('input');
    if (!Component || !focused.current || !input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [Component]);

  const type = (text: string) => {
    setTyped(text);
    if (text === '' && name !== '') onChoose(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus of the field inside
    <div
      ref={field}
      data-scripted=""
      onFocus={() => {
        focused.current = true;
      }}
      onBlur={() => {
        focused.current = false;
        setTyped(null);
      }}
    >
      {Component ? (
        <Component
          text={typed ?? name}
          typing={typed !== null}
          onType={type}
          onChoose={(city) => {
            setTyped(null);
            onChoose(city);
          }}
        />
      ) : (
        <FormField label="Город">
          {(control) => (
            <input
              {...control}
              role="combobox"
              aria-expanded={false}
              autoComplete="off"
              className={controls.input}
              value={typed ?? name}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              {...preload}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
