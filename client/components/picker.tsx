/** Chooses several options: checkboxes for what a search finds, and a chip for each chosen option. */

import { useRef, useState } from 'react';
import type { Call } from '../../shared/api/call.ts';
import * as messages from '../../shared/messages.ts';
import type { IslandContext } from '../../shared/pages/islands.ts';
import { plainOptionsMax, textSuggestionsDebounceMs } from '../../shared/rules/limits.ts';
import { useIslandContext } from '../lib/island-context.ts';
import { useCall } from '../lib/use-reply.ts';
import controls from '../styles/controls.module.css';
import { Chip } from './chip.tsx';
import { Checkbox, TextField } from './form-field.tsx';
import styles from './picker.module.css';
import { useDebounced } from './search-field.tsx';

type Option<Id> = { id: Id; text: string };

export type PickerProps<Id> = {
  label: string;
  /** The accessible name of the list of chips. */
  chosenLabel: string;
  removeLabel: (option: Option<Id>) => string;
  placeholder?: string;
  /** Loads the options that match the text; the first ones for ''. */
  call: (text: string, context: IslandContext) => Call<Option<Id>[]>;
  /** Loads an option that was chosen before the picker opened. */
  loadOne?: (id: Id) => Call<Option<Id>>;
  /** All options, if the page has them. A short list needs no search. */
  all?: readonly Option<Id>[] | null;
  chosen: readonly Id[];
  max?: number;
  error?: string | null;
  onChange: (chosen: Id[]) => void;
};

type ChosenChipProps<Id> = Pick<PickerProps<Id>, 'removeLabel' | 'loadOne'> & {
  id: Id;
  text: string | undefined;
  onRemove: () => void;
};

function ChosenChip<Id>({ id, text, removeLabel, loadOne, onRemove }: ChosenChipProps<Id>) {
  const { data } = useCall(text === undefined && loadOne ? loadOne(id) : null);
  const option = { id, text: text ?? data?.text ?? String(id) };
  return (
    <li>
      <Chip text={option.text} removeLabel={removeLabel(option)} onRemove={onRemove} />
    </li>
  );
}

type BoxesProps<Id> = Required<Pick<PickerProps<Id>, 'label' | 'chosen' | 'max'>> & {
  options: readonly Option<Id>[];
  onToggle: (option: Option<Id>) => void;
};

function Boxes<Id extends string | number>({ label, options, chosen, max, onToggle }: BoxesProps<Id>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a visible legend would repeat the label of the search
    <div role="group" aria-label={label} className={styles.items}>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          checked={chosen.includes(option.id)}
          disabled={chosen.length >= max && !chosen.includes(option.id)}
          onChange={() => onToggle(option)}
        >
          {option.text}
        </Checkbox>
      ))}
    </div>
  );
}

export function Picker<Id extends string | number>(props: PickerProps<Id>) {
  const { label, chosenLabel, placeholder, call, all = null, chosen, max = Infinity, error = null, onChange } = props;
  const context = useIslandContext();
  const root = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [seen, setSeen] = useState<readonly Option<Id>[]>([]);
  const isShort = all !== null && all.length <= plainOptionsMax;
  const searched = useDebounced(text.trim(), textSuggestionsDebounceMs);
  const found = useCall(isShort ? null : call(searched, context), { keepPreviousData: true });
  const options = isShort ? all : (found.data ?? []);
  const textOf = (id: Id) => [...options, ...seen, ...(all ?? [])].find((option) => option.id === id)?.text;

  function toggle(option: Option<Id>) {
    setSeen([...seen, option]);
    onChange(chosen.includes(option.id) ? chosen.filter((id) => id !== option.id) : [...chosen, option.id]);
  }

  function remove(removed: Id) {
    onChange(chosen.filter((id) => id !== removed));
    root.current?.querySelector('input')?.focus();
  }

  return (
    <div ref={root} className={styles.picker}>
      {!isShort && (
        <TextField
          type="search"
          label={label}
          placeholder={placeholder}
          error={error}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {!isShort && chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={chosenLabel}>
          {chosen.map((id) => (
            <ChosenChip key={id} {...props} id={id} text={textOf(id)} onRemove={() => remove(id)} />
          ))}
        </ul>
      )}
      <Boxes options={options} label={label} chosen={chosen} max={max} onToggle={toggle} />
      <p role="status" className={controls.hint}>
        {found.error?.message ?? (found.isLoading ? messages.loading : options.length === 0 && messages.nothingFound)}
      </p>
    </div>
  );
}
