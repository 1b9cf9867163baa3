/** The lines of a pasted list of phrases: what each holds, and what saving it would do. No line is left out. */
import type { TextOutcome } from '../../../shared/api/word-bulk.ts';
import * as messages from '../../../shared/messages.ts';
import { cleanWordText, foldText, wordTextError } from '../../../shared/rules/word.ts';

/** `number` counts from 1. `text` is the phrase in the line `raw`, '' in a blank one; `error` is what needs no backend to see. */
export type Line = { number: number; raw: string; text: string; error: string | null };

/** `error` is null for the other kinds. */
export type CheckedLine = Line & { kind: 'new' | 'exists' | 'wrong' | 'blank' };

/** Also the line ends of other systems, and those that word processors paste. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const bullet = '[-–—*+•‣◦▪▫■□●○·►▶→✓✔☐☑]';
/** The number or the bullet of an item of a list. A minus without a space excludes a word. */
const marker = new RegExp(`^(?:\\d{1,4}[.)]|${bullet})(?:\\s+|$)`);
const markerCell = new RegExp(`^(?:\\d{1,4}[.)]?|${bullet})$`);
/** A cell as spreadsheets copy it when it has quotes. */
const quotedCell = /^"((?:[^"]|"")*""(?:[^"]|"")*)"$/;
const htmlEntity = /&#?\w+;/;

/** The phrase in a cell, without what lists and tables add. */
const readCell = (cell: string): string =>
  cell
    .replace(marker, '')
    .replace(/[\s,]+$/, '')
    .replace(quotedCell, (_, quoted: string) => quoted.replaceAll('""', '"'))
    .trim();

function readLine(raw: string, index: number): Line {
  const line = { number: index + 1, raw };
  const filled = raw
    .split(htmlEntity.test(raw) ? '\t' : /[\t;]/)
    .map(cleanWordText)
    .filter((cell) => cell !== '');
  const [first = '', ...others] = filled;
  const cells = others.length > 0 && markerCell.test(first) ? others : filled;
  if (cells.length > 1) return { ...line, text: cleanWordText(raw), error: messages.severalColumns };
  const text = readCell(cells[0] ?? '');
  const error = wordTextError(text);
  return error === messages.enterText ? { ...line, text: '', error: null } : { ...line, text, error };
}

/** What follows the last line end is a line unless it is empty. */
export function readLines(text: string): Line[] {
  const lines = text.split(lineEnd);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map(readLine);
}

/** The texts that the backend must check: each once, and none that is known to be wrong. */
export const textsToCheck = (lines: readonly Line[]): string[] => {
  const texts = new Map<string, string>();
  for (const { text, error } of lines) {
    const folded = foldText(text);
    if (text !== '' && error === null && !texts.has(folded)) texts.set(folded, text);
  }
  return [...texts.values()];
};

/** `outcomes` has those of `textsToCheck` for each client. A phrase is new if one of the clients does not have it. */
export function checkLines(
  lines: readonly Line[],
  texts: readonly string[],
  outcomes: readonly (readonly TextOutcome[])[],
): CheckedLine[] {
  const indices = new Map(texts.map((text, index) => [foldText(text), index]));
  const seen = new Set<string>();
  return lines.map((line): CheckedLine => {
    if (line.text === '') return { ...line, kind: 'blank' };
    const folded = foldText(line.text);
    const found = outcomes.flatMap((ofClient) => ofClient[indices.get(folded) ?? -1] ?? []);
    const error = line.error ?? found.find((outcome) => outcome.error !== null)?.error ?? null;
    if (error !== null) return { ...line, kind: 'wrong', error };
    const isKnown = seen.has(folded) || found.every(({ tracked }) => tracked);
    seen.add(folded);
    return { ...line, kind: isKnown ? 'exists' : 'new' };
  });
}

export const countLines = (lines: readonly CheckedLine[], kind: CheckedLine['kind']): number =>
  lines.filter((line) => line.kind === kind).length;
