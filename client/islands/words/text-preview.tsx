/** Previews which stored posts a phrase would find while it is being typed, and examines the query. Never blocks saving. */
import { type ReactNode, useId } from 'react';
import { loadDiagnosis, loadTextPreview, type TextPreview as Preview } from '../../../shared/api/text-preview.ts';
import type { Word } from '../../../shared/fields/words.ts';
import { formatNumber } from '../../../shared/format.ts';
import { type HighlightedPart, readHighlighted, truncateHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax, textPreviewDebounceMs, unfinishedQueryMs } from '../../../shared/rules/limits.ts';
import { alphabets } from '../../../shared/rules/word.ts';
import { MarkedText } from '../../components/marked-text.tsx';
import { useDebounced } from '../../components/search-field.tsx';
import { useTypedCall } from '../../lib/use-typed-call.ts';
import controls from '../../styles/controls.module.css';
import { QueryDoctor } from './query-doctor.tsx';
import styles from './text-preview.module.css';

function PreviewSummary({ perDay, excluded, spellings, readsWalls }: Preview) {
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
      {readsWalls && (
        <p className={controls.hint}>
          После добавления последние 100 постов каждой стены, которую вы собираете, будут прочитаны ещё раз
        </p>
      )}
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

type PreviewSectionProps = {
  busy: boolean;
  /** The content is of an earlier text. */
  stale?: boolean;
  summary: ReactNode;
  children: ReactNode;
};

/** The preview in a dialog. Screen readers announce the summary. */
export function PreviewSection({ busy, stale = false, summary, children }: PreviewSectionProps) {
  const headId = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the examples
    <section aria-labelledby={headId} aria-busy={busy} data-stale={stale} className={styles.preview} tabIndex={0}>
      <h3 id={headId}>Предпросмотр</h3>
      <div role="status" className={styles.summary}>
        {summary}
      </div>
      {children}
    </section>
  );
}

const partsOf = (html: string) => truncateHighlighted(readHighlighted(html), rowTextMax);

type TextPreviewProps = {
  text: string;
  /** The edited phrase, null for a new one. */
  word: Pick<Word, 'id' | 'text'> | null;
  onText: (text: string) => void;
};

/** What the text would find, and what its parts do. Until a text can be read, the last results stay, marked as old. */
export function TextPreview({ text, word, onText }: TextPreviewProps) {
  const settled = useDebounced(text.trim(), textPreviewDebounceMs);
  const changed = word?.text === settled ? null : word;
  const reply = useTypedCall(settled === '' ? null : loadTextPreview(settled, changed?.id ?? null));
  const diagnosis = useTypedCall(settled === '' ? null : loadDiagnosis(settled));
  const { busy, isCurrent } = reply;
  /** The author of an unfinished query may still be typing. */
  const lasting = useDebounced(reply.error, unfinishedQueryMs - textPreviewDebounceMs);
  const error = reply.error === lasting ? lasting : null;
  const preview = settled === '' ? null : reply.data;
  const purpose = settled === '' ? 'Покажет, сколько постов в день находит фраза, и примеры' : null;
  const summary =
    error === null && preview ? <PreviewSummary {...preview} /> : <p className={controls.hint}>{error ?? purpose}</p>;
  return (
    <div className={styles.panels}>
      <PreviewSection busy={busy} stale={preview !== null && !isCurrent} summary={summary}>
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
      <QueryDoctor
        reply={settled === '' ? { ...diagnosis, data: null } : diagnosis}
        diagnosed={settled}
        text={text.trim()}
        onText={onText}
        callsPerDay={preview?.callsPerDay ?? null}
      />
    </div>
  );
}
