/** The phrases table of the frameworks: sorts and loads in the browser, and keeps only visible rows once hydrated. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import {
  defaultSort,
  nextSort,
  type PhraseColumn,
  type PhrasesPage,
  phraseColumns,
  phrasesPath,
  type Sort,
} from './backend.ts';
import { PhraseCells } from './phrase-cells.tsx';

const rowHeight = 36;

function useRows(first: PhrasesPage) {
  const [{ rows, sort }, setList] = useState({ rows: first.words, sort: defaultSort });
  const loading = useRef(false);
  const load = async (next: Sort, offset: number) => {
    if (loading.current) return;
    loading.current = true;
    const reply = await fetch(phrasesPath(next, offset));
    const page: PhrasesPage = await reply.json();
    loading.current = false;
    setList((list) => ({ sort: next, rows: offset === 0 ? page.words : [...list.rows, ...page.words] }));
  };
  return { rows, sort, load };
}

export function VirtualPhrases({ first }: { first: PhrasesPage }) {
  const { rows, sort, load } = useRows(first);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => rowHeight, overscan: 10 });
  const items = virtual.getVirtualItems();
  const from = hydrated ? (items[0]?.index ?? 0) : 0;
  const to = hydrated ? (items.at(-1)?.index ?? 0) : rows.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equal function at every render
  useEffect(() => {
    if (hydrated && to >= rows.length - 20 && rows.length < first.total) load(sort, rows.length);
  }, [hydrated, to, rows.length]);
  return (
    <table>
      <thead>
        <tr>
          {Object.entries({ ...phraseColumns }).flatMap(([column, title]) => [
            <th key={column}>
              <button type="button" onClick={() => load(nextSort(sort, column as PhraseColumn), 0)}>
                {title}
              </button>
            </th>,
            ...(column === 'text' ? [<th key="clients">Клиенты</th>] : []),
          ])}
        </tr>
      </thead>
      <tbody>
        {from > 0 && <tr style={{ height: from * rowHeight }} />}
        {rows.slice(from, to + 1).map((phrase) => (
          <tr key={phrase.WordID}>
            <PhraseCells phrase={phrase} />
          </tr>
        ))}
        {to < rows.length - 1 && <tr style={{ height: (rows.length - 1 - to) * rowHeight }} />}
      </tbody>
    </table>
  );
}
