/** A filter with a search field and suggestions. */
import { useState } from 'react';
import type { UnmatchedText } from '../../../shared/pages/islands.ts';
import { SearchCombobox, type SearchComboboxProps } from '../../components/combobox.tsx';

type SearchFilterProps<Item> = Pick<SearchComboboxProps<Item>, 'search' | 'onChoose' | 'placeholder'> & {
  /** The text of the selected item, or ''. */
  value: string;
  /** A text submitted without JavaScript that matches no item. */
  unmatched: UnmatchedText | null;
};

export function SearchFilter<Item>({ value, unmatched: initial, onChoose, ...field }: SearchFilterProps<Item>) {
  const [unmatched, setUnmatched] = useState(initial);
  /** Null while the field shows the selected item. */
  const [typed, setTyped] = useState<string | null>(null);
  const shown = unmatched?.text ?? value;

  function choose(item: Item | null) {
    setUnmatched(null);
    onChoose(item);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the field inside
    <div onBlur={() => setTyped(null)}>
      <SearchCombobox
        {...field}
        text={typed ?? shown}
        typing={typed !== null}
        error={typed === null ? (unmatched?.error ?? null) : null}
        onType={(text) => {
          setTyped(text);
          if (text === '' && shown !== '') choose(null);
        }}
        onChoose={(item) => {
          setTyped(null);
          choose(item);
        }}
      />
    </div>
  );
}
