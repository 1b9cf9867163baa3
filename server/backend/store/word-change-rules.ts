/**
 * Rules for changes of phrases. Several clients may track a phrase, and one client's change must not affect the others.
 * The functions are pure: a store calls them inside its transaction.
 *
 * A deleted phrase keeps its posts and links, hidden, until an administrator restores it. Its text can be used again: a
 * client that adds it gets a new phrase of its own, without the old posts. The deleted phrase can be restored while no
 * other phrase has its text. Below, `existing` is the phrase with the requested text that is not deleted.
 */
import type { BulkAction } from '../../../shared/api/word-bulk.ts';
import { foldText } from '../../../shared/rules/word.ts';
import type { WordChange, WordCreation, WordRow } from './words-store.ts';

export type CreationDecision =
  | { action: 'insert' }
  | { action: 'refuse' }
  /** Applies `change` to the existing phrase, then links it to the client. */
  | { action: 'link'; to: WordRow; change: WordChange };

/** The client's state applies only if no other client tracks the phrase. Otherwise full search can only be turned on. */
export function decideCreation(existing: WordRow | null, clientId: string, word: WordCreation): CreationDecision {
  if (!existing) return { action: 'insert' };
  if (existing.clients.includes(clientId)) return { action: 'refuse' };
  const { state, fullSearch } = word;
  if (existing.clients.length === 0) return { action: 'link', to: existing, change: { state, fullSearch } };
  return { action: 'link', to: existing, change: fullSearch ? { fullSearch } : {} };
}

export type ClientChangeDecision =
  | { action: 'refuse'; outcome: 'unknown' | 'duplicate' | 'shared' }
  | { action: 'write'; change: WordChange }
  /** Unlinks the client from the phrase and links it to the other one. */
  | { action: 'move'; to: WordRow }
  /** Unlinks the client from the shared phrase and creates one for this client. */
  | { action: 'split'; word: WordCreation };

/** Only `freeze` stops the collection of posts. */
const changesCollection = (word: WordRow, { state }: WordChange): boolean =>
  state !== undefined && (state === 'freeze') !== (word.state === 'freeze');

export function decideClientChange(
  word: WordRow,
  clientId: string,
  change: WordChange,
  existing: WordRow | null,
): ClientChangeDecision {
  if (word.deleted || !word.clients.includes(clientId)) return { action: 'refuse', outcome: 'unknown' };
  const { text, ...settings } = change;
  const isShared = word.clients.length > 1;
  if (text !== undefined && foldText(text) !== foldText(word.text)) {
    if (existing?.clients.includes(clientId)) return { action: 'refuse', outcome: 'duplicate' };
    if (existing) return { action: 'move', to: existing };
    if (isShared) return { action: 'split', word: { text, ...settingsOf(word), ...settings } };
  }
  if (!isShared) return { action: 'write', change };
  if (changesCollection(word, settings)) return { action: 'refuse', outcome: 'shared' };
  return { action: 'write', change: { fullSearch: word.fullSearch || settings.fullSearch === true } };
}

/** The settings that a split phrase inherits. */
const settingsOf = ({ state, fullSearch }: WordRow): Omit<WordCreation, 'text'> => ({
  state: state === 'freeze' ? 'freeze' : 'ready',
  fullSearch,
});

/** What a bulk change makes of each phrase; a deletion is no change. */
export const bulkChanges = {
  freeze: { state: 'freeze' },
  activate: { state: 'ready' },
  'full-search': { fullSearch: true },
  restore: { deleted: false },
} as const satisfies Partial<Record<BulkAction, WordChange & { deleted?: false }>>;

/** Phrases of a bulk change per transaction. Other requests are served between two of them. */
export const bulkStepSize = 10;
