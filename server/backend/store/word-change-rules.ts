/**
 * Rules for changes of phrases. Several clients may track a phrase. Each has a link with its own ID and spelling of the phrase,
 * and its own settings. A client changes only its link: a new text points the link to another phrase. The change of one client
 * therefore neither affects other clients nor reveals whether there are any. Administrators change the phrase and all its
 * links.
 *
 * A deleted phrase keeps its posts and links, hidden, until an administrator restores it. Its text can be used again: a client
 * that adds it gets a new phrase without the old posts. The deleted phrase can be restored while no other phrase has its text.
 */
import type { BulkAction } from '../../../shared/api/word-changes.ts';
import { hasNewText } from './collection-phrases.ts';
import type { OwnSettings, WordChange, WordRow } from './words-store.ts';

/** `isNew`: the phrase was created for this link. */
export type NewLink = OwnSettings & { wordId: number; clientId: string; isNew: boolean };

/**
 * A phrase is collected while at least one link is not frozen, and completely if at least one link has full search. It keeps
 * its spelling unless the links agree on a spelling that is searched differently: `ИЛИ` is an operator, `или` is not.
 */
export function wantedBy(word: Pick<WordRow, 'text'>, links: readonly OwnSettings[]): WordChange {
  const [{ text } = word] = links;
  const isWanted = hasNewText(word, { text }) && links.every((link) => link.text === text);
  return {
    ...(isWanted && { text }),
    state: links.every(({ frozen }) => frozen) ? 'freeze' : 'ready',
    fullSearch: links.some(({ fullSearch }) => fullSearch),
  };
}

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
