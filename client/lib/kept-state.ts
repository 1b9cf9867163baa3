/** Which rows of the page are selected or expanded, for a reload of the page that keeps it (reload-page.ts). */
import { listen } from './page.ts';
import { keptListKey, readSession, writeSession } from './storage.ts';

type KeptState = {
  /** IDs of rows. */
  selection: readonly (string | number)[];
  /** Pairs of an expanded story's ID and the number of its loaded rows. */
  copies: readonly (readonly [number, number])[];
};

type Name = keyof KeptState;

const keyOf = (name: Name) => `kept:${name}`;

const addressOf = () => location.pathname + location.search;

/** Only the same user gets a state back, at the same address. */
const ownerOf = (userId: string) => `${userId} ${addressOf()}`;

/** `read` returns the state when the page reloads. Returns a function for when there is no such state any more. */
export const keepState = <Key extends Name>(name: Key, userId: string, read: () => KeptState[Key]): (() => void) =>
  listen({
    pagehide() {
      if (readSession(keptListKey) !== addressOf()) return;
      writeSession(keyOf(name), JSON.stringify({ owner: ownerOf(userId), value: read() }));
    },
  });

/** Returns what the reload of this page has kept, once; afterwards an empty state. */
export function takeState<Key extends Name>(name: Key, userId: string): KeptState[Key] | [] {
  const kept: { owner: string; value: KeptState[Key] } | null = JSON.parse(readSession(keyOf(name)) ?? 'null');
  writeSession(keyOf(name), null);
  return kept?.owner === ownerOf(userId) ? kept.value : [];
}
