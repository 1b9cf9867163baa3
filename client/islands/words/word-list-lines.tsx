/** The lines of a checked list that are not added: each with its error, and those that exist. */
import type { CheckedLine } from './phrase-list.ts';
import styles from './word-list-dialog.module.css';

/** In UTF-16 units: a pasted line may be a whole text. */
const shownMax = 80;

const cut = (text: string): string => (text.length > shownMax ? `${text.slice(0, shownMax)}…` : text);

export function WordListLines({ lines }: { lines: readonly CheckedLine[] }) {
  const wrong = lines.filter(({ kind }) => kind === 'wrong');
  const existing = lines.filter(({ kind }) => kind === 'exists');
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
      {existing.length > 0 && (
        <details>
          <summary>Уже есть</summary>
          <ul className={styles.lines}>
            {existing.map(({ number, text }) => (
              <li key={number}>
                Строка {number}, «{cut(text)}»
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
