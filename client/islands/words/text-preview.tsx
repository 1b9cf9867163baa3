/** Shows what a phrase would find among the stored posts, while it is typed. It never blocks saving. */
import { useId } from 'react';
import { loadTextPreview, type TextPreview as Preview } from '../../../shared/api/words.ts';
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

function PreviewExamples({ examples }: Preview) {
  const headId = useId();
  return (
    <>
      <h3 id={headId}>Примеры</h3>
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

export function TextPreview({ text }: { text: string }) {
  const headId = useId();
  const settled = useDebounced(text.trim(), textPreviewDebounceMs);
  const call = settled === '' ? null : loadTextPreview(settled);
  const { data, error, isValidating } = useCall(call, { keepPreviousData: true });
  const preview = settled === '' || error ? null : data;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the examples
    <section aria-labelledby={headId} aria-busy={isValidating} className={styles.preview} tabIndex={0}>
      <h3 id={headId}>Предпросмотр</h3>
      <div role="status" className={styles.summary}>
        {preview ? <PreviewSummary {...preview} /> : <p className={controls.hint}>{error?.message}</p>}
      </div>
      {preview && <PreviewExamples {...preview} />}
    </section>
  );
}
