/**
 * Rules for changes of phrases. Several clients may track a phrase. Each has a link with its own ID and spelling of the phrase,
 * and its own settings. A client changes only its link: a new text points the link to another phrase. So one client's change
 * neither affects the others nor reveals whether there are any. Administrators change the phrase and all its links.
 *
 * A deleted phrase keeps its posts and links, hidden, until an administrator restores it. Its text can be used again: a client
 * that adds it gets a new phrase without the old posts. The deleted phrase can be restored while no other phrase has its text.
 */
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import type { OwnSettings, WordChange } from './words-store.ts';

/** `isNew`: the phrase was created for this link. */
export type NewLink = OwnSettings & { wordId: number; clientId: string; isNew: boolean };

/**
 * A phrase is collected while at least one link is not frozen, and completely if at least one wants that. It has the spelling
 * on which the links agree: `или` and `ИЛИ` are searched differently.
 */
export const wantedBy = (links: readonly OwnSettings[]): WordChange => ({
  ...(new Set(links.map(({ text }) => text)).size === 1 ? { text: links[0]?.text } : {}),
  state: links.every(({ frozen }) => frozen) ? 'freeze' : 'ready',
  fullSearch: links.some(({ fullSearch }) => fullSearch),
});

/** The settings of a link after its client's change. */
export const changeSettings = (own: OwnSettings, { text, state, fullSearch }: WordChange): OwnSettings => ({
  text: text ?? own.text,
  frozen: state === undefined ? own.frozen : state === 'freeze',
  fullSearch: fullSearch ?? own.fullSearch,
});

/** The change that a bulk action makes to each phrase; deletion is separate. */
export const bulkChanges = {
  freeze: { state: 'freeze' },
  activate: { state: 'ready' },
  'full-search': { fullSearch: true },
  restore: { deleted: false },
} as const satisfies Partial<Record<BulkAction, WordChange & { deleted?: false }>>;
