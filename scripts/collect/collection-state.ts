/** The database of a collector that runs apart: its phrases, and what it has collected of them. */
import { openConfiguredStore, openStore, type StoreSettings } from '../../server/backend/open-store.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { foldText } from '../../shared/rules/word.ts';

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
