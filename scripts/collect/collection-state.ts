/** The files of a collection apart from the service: its lines and its state. */
import { closeSync, createReadStream, fsyncSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openConfiguredStore, openStore, type StoreSettings } from '../../server/backend/open-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { makePrivate, ownerOnly } from '../../server/platform/make-private.ts';
import { foldText } from '../../shared/rules/word.ts';

export type LinesFile = Awaited<ReturnType<typeof openLinesFile>>;

/** Reads the complete lines of the file, if it exists, and cuts off an incomplete last line. */
export async function openLinesFile(name: string) {
  const file = openSync(name, 'a', ownerOnly);
  makePrivate(name);
  const known = new Set<string>();
  let bytes = 0;
  for await (const line of createInterface({ input: createReadStream(name) })) {
    const end = bytes + Buffer.byteLength(line) + 1;
    if (end > statSync(name).size) break;
    known.add(line);
    bytes = end;
  }
  ftruncateSync(file, bytes);
  let added = 0;
  return {
    /** Lines added since it was opened. */
    added: () => added,
    /** Writes the lines that the file does not contain yet to the disk. Returns their number. */
    add(lines: readonly string[]): number {
      const fresh = [...new Set(lines)].filter((line) => !known.has(line));
      if (fresh.length === 0) return 0;
      writeSync(file, fresh.map((line) => `${line}\n`).join(''));
      fsyncSync(file);
      for (const line of fresh) known.add(line);
      added += fresh.length;
      return fresh.length;
    },
    close: () => closeSync(file),
  };
}

/** The database of a collector that runs apart: its phrases, and what it has collected of them. */
export type WantedPhrase = { text: string; fullSearch: boolean };

const owner = {
  name: 'collect',
  ipaddr: '',
  macaddr: '',
  email: '',
  phone: '',
  note: '',
  exportAccess: 'denied',
} as const;

/** The phrases that the service of a database collects. */
export async function readPhrases(settings: StoreSettings): Promise<WantedPhrase[]> {
  const store = await openConfiguredStore(settings);
  try {
    const words = await store.words.list();
    return words.filter(({ state, clients }) => state !== 'freeze' && clients.length > 0);
  } finally {
    await store.close();
  }
}

/** One phrase per line; empty lines are skipped. */
export const parsePhrases = (text: string): WantedPhrase[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, fullSearch: false }));

/** Makes the phrases those of the state. A phrase that is already there keeps its progress. */
export async function openState(file: string, phrases: readonly WantedPhrase[], now: number): Promise<Store> {
  const store = openStore(file);
  const [known] = await store.clients.list(now);
  const { clientId } = known ?? (await store.clients.create(owner, now));
  const wanted = new Set(phrases.map(({ text }) => foldText(text)));
  for (const { shownId, text } of await store.words.listOfClient(clientId)) {
    if (!wanted.has(foldText(text))) await store.words.unlink(shownId, clientId);
  }
  for (const { text, fullSearch } of phrases) await store.words.create({ text, fullSearch, state: 'ready' }, clientId);
  return store;
}
