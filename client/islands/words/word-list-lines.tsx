/** The lines of a checked list: those with errors, then the new ones as they will be saved, and those that exist. */
import { formatNumber } from '../../../shared/format.ts';
import { type CheckedLine, countLines } from './phrase-list.ts';
import styles from './word-list-dialog.module.css';

/** In UTF-16 units: a pasted line may be a whole text. */
const shownMax = 80;

const cut = (text: string): string => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);

function FoldedLines({ title, lines }: { title: string; lines: readonly CheckedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul className={styles.lines} aria-label={title}>
        {lines.map(({ number, text }) => (
          <li key={number}>
            Строка {number}, «{cut(text)}»
          </li>
        ))}
      </ul>
    </details>
  );
}

export function WordListLines({ lines }: { lines: readonly CheckedLine[] }) {
  const of = (kind: CheckedLine['kind']) => lines.filter((line) => line.kind === kind);
  const wrong = of('wrong');
  const blank = countLines(lines, 'blank');
  return (
    <>
      {wrong.length > 0 && (
        <ul className={styles.lines} aria-label="Строки с ошибкой">
          {wrong.map(({ number, text, error }) => (
            <li key={number}>
              Строка {number}, «{cut(text)}»: {error}
            </li>
          ))}
        </ul>
      )}
      <FoldedLines title="Новые" lines={of('new')} />
      <FoldedLines title="Уже есть" lines={of('exists')} />
      {blank > 0 && <p className={styles.blank}>Пустых строк: {formatNumber(blank)}</p>}
    </>
  );
}
