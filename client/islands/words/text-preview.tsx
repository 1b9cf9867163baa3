/** Previews which stored posts a phrase would find while it is being typed. Never blocks saving. */
import { type ReactNode, useId } from 'react';
import { loadTextPreview, type TextPreview as Preview } from '../../../shared/api/words.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import { type HighlightedPart, readHighlighted, truncateHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax, textPreviewDebounceMs } from '../../../shared/rules/limits.ts';
import { alphabets } from '../../../shared/rules/word.ts';
import { MarkedText } from '../../components/marked-text.tsx';
import { useDebounced } from '../../components/search-field.tsx';
import { useCall } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from './text-preview.module.css';

function PreviewSummary({ perDay, excluded, spellings }: Preview) {
  return (
    <>
      <p>В день: {formatNumber(perDay)}</p>
      {excluded.map(({ text, removed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a query can exclude the same word twice
        <p key={index}>
          {text}: −{formatNumber(removed)}
        </p>
      ))}
      {spellings.map(({ text, alphabet }) => (
        <p key={text}>
          Ищется и «{text}» {alphabets[alphabet]}
        </p>
      ))}
    </>
  );
}

type PreviewExamplesProps = { title: string; examples: readonly (readonly HighlightedPart[])[] };

export function PreviewExamples({ title, examples }: PreviewExamplesProps) {
  const headId = useId();
  return (
    <>
      <h3 id={headId}>{title}</h3>
      {examples.length === 0 && <p className={controls.hint}>{messages.noPosts}</p>}
      <ul aria-labelledby={headId} className={styles.examples}>
        {examples.map((parts, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several posts may have the same text
          <li key={index}>
            <MarkedText parts={parts} />
          </li>
        ))}
      </ul>
    </>
  );
}

type PreviewSectionProps = { busy: boolean; summary: ReactNode; children: ReactNode };

/** The preview in a dialog. Screen readers announce the summary. */
export function PreviewSection({ busy, summary, children }: PreviewSectionProps) {
  const headId = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the examples
    <section aria-labelledby={headId} aria-busy={busy} className={styles.preview} tabIndex={0}>
      <h3 id={headId}>Предпросмотр</h3>
      <div role="status" className={styles.summary}>
        {summary}
      </div>
      {children}
    </section>
  );
}

const partsOf = (html: string) => truncateHighlighted(readHighlighted(html), rowTextMax);

/** `word` is the edited phrase, null for a new one. */
export function TextPreview({ text, word }: { text: string; word: Pick<Word, 'id' | 'text'> | null }) {
  const settled = useDebounced(text.trim(), textPreviewDebounceMs);
  const changed = word?.text === settled ? null : word;
  const call = settled === '' ? null : loadTextPreview(settled, changed?.id ?? null);
  const { data, error, isValidating } = useCall(call, { keepPreviousData: true });
  const preview = settled === '' || error ? null : data;
  return (
    <PreviewSection
      busy={isValidating}
      summary={preview ? <PreviewSummary {...preview} /> : <p className={controls.hint}>{error?.message}</p>}
    >
      {preview?.leaving && (
        <PreviewExamples
          title={`Уйдёт: ${formatNumber(preview.leaving.total)}`}
          examples={preview.leaving.examples.map(partsOf)}
        />
      )}
      {preview?.coming && (
        <PreviewExamples
          title={`Придёт: ${formatNumber(preview.coming.total)}`}
          examples={preview.coming.examples.map(partsOf)}
        />
      )}
      {preview && <PreviewExamples title="Примеры" examples={preview.examples.map(partsOf)} />}
    </PreviewSection>
  );
}
