/** A pasted list of phrases: parses the lines, and checks and saves them in batches. */

import { useState } from 'react';
import type { Call } from '../../../shared/api/call.ts';
import { checkWordTexts, createWords, type TextOutcome } from '../../../shared/api/word-changes.ts';
import * as messages from '../../../shared/messages.ts';
import { bulkMax, wordChecksMax } from '../../../shared/rules/limits.ts';
import { cleanWordText, foldText, isBlankText, wordTextError } from '../../../shared/rules/word.ts';
import { callApi, messageOf } from '../../lib/api.ts';
import { createBatchId } from '../../lib/batch-id.ts';

/**
 * `number` counts from 1. `text` is the phrase in the line `raw`, '' if it is blank; `error` is an error found without the
 * backend.
 */
export type Line = { number: number; raw: string; text: string; error: string | null };

/** `error` is null for the other kinds. */
export type CheckedLine = Line & { kind: 'new' | 'exists' | 'wrong' | 'blank' };

/** Line ends of all systems and of word processors. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const bullet = '[-–—*+•‣◦▪▫■□●○·►▶→✓✔☐☑]';
/**
 * The number or bullet of a list item. A space must follow, because a minus directly before a word excludes the word.
 */
const marker = new RegExp(`^(?:\\d{1,4}[.)]|${bullet})(?:\\s+|$)`);
const markerCell = new RegExp(`^(?:\\d{1,4}[.)]?|${bullet})$`);
/** A cell with quotes as spreadsheets copy it. */
const quotedCell = /^"((?:[^"]|"")*""(?:[^"]|"")*)"$/;
const htmlEntity = /&#?\w+;/;

/** Returns the phrase in a cell, without list markers, trailing separators and quotes of spreadsheets. */
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
  return isBlankText(text) ? { ...line, text: '', error: null } : { ...line, text, error: wordTextError(text) };
}

/** Ignores an empty last line. */
export function readLines(text: string): Line[] {
  const lines = text.split(lineEnd);
  return (lines.at(-1) === '' ? lines.slice(0, -1) : lines).map(readLine);
}

/** Returns the texts that the backend must check, without duplicates and lines with errors. */
export const textsToCheck = (lines: readonly Line[]): string[] => {
  const texts = new Map<string, string>();
  for (const { text, error } of lines) {
    const folded = foldText(text);
    if (text !== '' && error === null && !texts.has(folded)) texts.set(folded, text);
  }
  return [...texts.values()];
};

/**
 * `outcomes` has, for each client, an outcome per text of `texts` (from `textsToCheck`). A phrase is new if any client does not
 * track it.
 */
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
    const results = outcomes.flatMap((ofClient) => ofClient[indices.get(folded) ?? -1] ?? []);
    const error = line.error ?? results.find((outcome) => outcome.error !== null)?.error ?? null;
    if (error !== null) return { ...line, kind: 'wrong', error };
    const isKnown = seen.has(folded) || results.every(({ tracked }) => tracked);
    seen.add(folded);
    return { ...line, kind: isKnown ? 'exists' : 'new' };
  });
}

export const countLines = (lines: readonly CheckedLine[], kind: CheckedLine['kind']): number =>
  lines.filter((line) => line.kind === kind).length;

/** Null stands for the viewer. */
type ClientIds = readonly (string | null)[];
type TextsCall = (texts: readonly string[], clientId: string | null) => Call<TextOutcome[]>;

/** `saved` counts the saved phrases; `left` are the lines with errors. */
type Saved = { saved: number; left: readonly CheckedLine[] };

export function useWordList() {
  const [checked, setChecked] = useState<readonly CheckedLine[] | null>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);

  /** Returns the outcomes for each client. Throws the error of the first call that fails. */
  async function send(call: TextsCall, texts: readonly string[], clients: ClientIds, batchSize: number) {
    const outcomes: TextOutcome[][] = [];
    for (const clientId of clients) {
      const ofClient: TextOutcome[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        ofClient.push(...(await callApi(call(texts.slice(start, start + batchSize), clientId))));
        setProgress((done) => done + batchSize / (texts.length * clients.length));
      }
      outcomes.push(ofClient);
    }
    return outcomes;
  }

  async function run<Result>(what: 'check' | 'save', work: () => Promise<Result>): Promise<Result | null> {
    setBusy(what);
    setFailure(null);
    setProgress(0);
    try {
      return await work();
    } catch (error) {
      setFailure(messageOf(error));
      return null;
    } finally {
      setBusy(null);
    }
  }

  return {
    checked,
    busy,
    failure,
    /** The completed share of the running check or save, from 0 to 1. */
    progress: Math.min(1, progress),
    /** Discards the check, because the list has changed. */
    forget: () => setChecked(null),
    check: (text: string, clients: ClientIds) =>
      run('check', async () => {
        const lines = readLines(text);
        const texts = textsToCheck(lines);
        setChecked(checkLines(lines, texts, await send(checkWordTexts, texts, clients, wordChecksMax)));
      }),
    /** Returns null after a failure. The list then stays, and the next check reports saved phrases as existing. */
    save: (lines: readonly CheckedLine[], clients: ClientIds): Promise<Saved | null> =>
      run('save', async () => {
        const added = lines.filter(({ kind }) => kind === 'new');
        const texts = added.map(({ text }) => text);
        const batch = createBatchId();
        const outcomes = await send((part, clientId) => createWords(part, clientId, batch), texts, clients, bulkMax);
        const errors = new Map(
          added.map(({ number }, index) => [
            number,
            outcomes.find((ofClient) => ofClient[index]?.error)?.[index]?.error ?? null,
          ]),
        );
        const left = lines.flatMap((line): CheckedLine[] => {
          const error = line.error ?? errors.get(line.number) ?? null;
          return error === null ? [] : [{ ...line, kind: 'wrong', error }];
        });
        return { saved: added.filter(({ number }) => errors.get(number) === null).length, left };
      }),
  };
}
