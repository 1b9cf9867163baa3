/** The lines of a pasted list of phrases: what saving each would do. No line is left out but blank ones. */
import type { TextOutcome } from '../../../shared/api/word-bulk.ts';
import { foldText, wordTextError } from '../../../shared/rules/word.ts';

/** `number` counts from 1 and includes blank lines. */
export type Line = { number: number; text: string };

/** `error` is null for the other kinds. */
export type CheckedLine = Line & { kind: 'new' | 'exists' | 'wrong'; error: string | null };

/** Also splits at the line ends of other systems, and at those that word processors paste. */
export const readLines = (text: string): Line[] =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');

/** The texts that the backend must check: each once, and none that is too long to send. */
export const textsToCheck = (lines: readonly Line[]): string[] => {
  const texts = new Map<string, string>();
  for (const { text } of lines) {
    const folded = foldText(text);
    if (wordTextError(text) === null && !texts.has(folded)) texts.set(folded, text);
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
    const folded = foldText(line.text);
    const found = outcomes.flatMap((ofClient) => ofClient[indices.get(folded) ?? -1] ?? []);
    const error = wordTextError(line.text) ?? found.find((outcome) => outcome.error !== null)?.error ?? null;
    if (error !== null) return { ...line, kind: 'wrong', error };
    const isKnown = seen.has(folded) || found.every(({ tracked }) => tracked);
    seen.add(folded);
    return { ...line, kind: isKnown ? 'exists' : 'new', error: null };
  });
}

export const countLines = (lines: readonly CheckedLine[], kind: CheckedLine['kind']): number =>
  lines.filter((line) => line.kind === kind).length;
