/** Shows what a phrase would find among the stored posts, while it is typed. It never blocks saving. */
import { useId } from 'react';
import { loadTextPreview, type TextPreview as Preview } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import { readHighlighted, truncateHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax, textPreviewDebounceMs } from '../../../shared/rules/limits.ts';
import { useDebounced } from '../../components/combobox.tsx';
import { MarkedText } from '../../components/marked-text.tsx';
import { useCall } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from './text-preview.module.css';

function PreviewSummary({ perDay, excluded }: Preview) {
  return (
    <>
      <p>В день: {formatNumber(perDay)}</p>
      {excluded.map(({ text, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a query can exclude the same word twice
        <p key={index}>
          {text}: −{formatNumber(removed)}
        </p>
      ))}
    </>
  );
}

function PreviewExamples({ title, examples }: { title: string; examples: readonly string[] }) {
  const headId = useId();
  return (
    <>
      <h3 id={headId}>{title}</h3>
      {examples.length === 0 && <p className={controls.hint}>{messages.noPosts}</p>}
      <ul aria-labelledby={headId} className={styles.examples}>
        {examples.map((html) => (
          <li key={html}>
            <MarkedText parts={truncateHighlighted(readHighlighted(html), rowTextMax)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** `word` is the phrase that is edited, null for a new one. */
export function TextPreview({ text, word }: { text: string; word: Pick<Word, 'id' | 'text'> | null }) {
  const headId = useId();
  const settled = useDebounced(text.trim(), textPreviewDebounceMs);
  const changed = word?.text === settled ? null : word;
  const call = settled === '' ? null : loadTextPreview(settled, changed?.id ?? null);
  const { data, error, isValidating } = useCall(call, { keepPreviousData: true });
  const preview = settled === '' || error ? null : data;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the examples
    <section aria-labelledby={headId} aria-busy={isValidating} className={styles.preview} tabIndex={0}>
      <h3 id={headId}>Предпросмотр</h3>
      <div role="status" className={styles.summary}>
        {preview ? <PreviewSummary {...preview} /> : <p className={controls.hint}>{error?.message}</p>}
      </div>
      {preview?.leaving && (
        <PreviewExamples title={`Уйдёт: ${formatNumber(preview.leaving.total)}`} {...preview.leaving} />
      )}
      {preview?.coming && (
        <PreviewExamples title={`Придёт: ${formatNumber(preview.coming.total)}`} {...preview.coming} />
      )}
      {preview && <PreviewExamples title="Примеры" examples={preview.examples} />}
    </section>
  );
}
