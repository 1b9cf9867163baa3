/** Checks and saves a pasted list of phrases for one or several clients, in batches. */
import { useState } from 'react';
import { bulkMax } from '../../../shared/api/bulk.ts';
import type { Call } from '../../../shared/api/call.ts';
import { checkWordTexts, createWords, type TextOutcome } from '../../../shared/api/word-bulk.ts';
import * as messages from '../../../shared/messages.ts';
import { wordChecksMax } from '../../../shared/rules/limits.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { type CheckedLine, checkLines, readLines, textsToCheck } from './phrase-list.ts';

/** Null is the viewer itself. */
type ClientIds = readonly (string | null)[];
type TextsCall = (texts: readonly string[], clientId: string | null) => Call<TextOutcome[]>;

/** `saved` counts the phrases of the last save, `left` its lines that were not saved. */
type Saved = { saved: number; left: readonly CheckedLine[] };

export function useWordList() {
  const context = useIslandContext();
  const [checked, setChecked] = useState<readonly CheckedLine[] | null>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState(0);

  /** The outcomes for each client. Throws what the first failed call throws. */
  async function send(call: TextsCall, texts: readonly string[], clients: ClientIds, batchSize: number) {
    const outcomes: TextOutcome[][] = [];
    for (const clientId of clients) {
      const ofClient: TextOutcome[] = [];
      for (let start = 0; start < texts.length; start += batchSize) {
        ofClient.push(...(await callApi(call(texts.slice(start, start + batchSize), clientId), context)));
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
      setFailure(error instanceof Error ? error.message : messages.unexpected);
      return null;
    } finally {
      setBusy(null);
    }
  }

  return {
    checked,
    busy,
    failure,
    /** The done share of the running check or save. */
    progress: Math.min(1, progress),
    /** A changed list must be checked again. */
    forget: () => setChecked(null),
    check: (text: string, clients: ClientIds) =>
      run('check', async () => {
        const lines = readLines(text);
        const texts = textsToCheck(lines);
        setChecked(checkLines(lines, texts, await send(checkWordTexts, texts, clients, wordChecksMax)));
      }),
    /** Null after a failure: then the list stays, and what was saved counts as existing in the next check. */
    save: (lines: readonly CheckedLine[], clients: ClientIds): Promise<Saved | null> =>
      run('save', async () => {
        const added = lines.filter(({ kind }) => kind === 'new');
        const texts = added.map(({ text }) => text);
        const outcomes = await send(createWords, texts, clients, bulkMax);
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
