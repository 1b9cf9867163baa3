/** States of phrases and their labels (docs/product/phrases.md). */
import { formatDateTime, type ZoneOffsets } from '../format.ts';
import type { UserType } from '../roles.ts';

export const editableWordStates = ['ready', 'freeze'] as const;
/** All states that a backend sends. The last two cannot be chosen. */
export const wordStates = [...editableWordStates, 'pending', 'error'] as const;
export type WordState = (typeof wordStates)[number];

export const wordStateLabels: Record<WordState, string> = {
  ready: 'Активно',
  freeze: 'Заморожено',
  pending: 'В ожидании',
  error: 'Ошибка',
};

const stateHints: Record<WordState, string | null> = {
  ready: null,
  freeze: 'Не собирается, пока заморожена',
  pending: 'Ждёт первого сбора',
  error: 'ВК отклонил запрос: измените текст фразы и сохраните её, и сбор начнётся снова',
};

/** A new phrase without posts. */
export const isWaiting = ({ state, totalPosts }: { state: string; totalPosts: number }): boolean =>
  state === 'pending' && totalPosts === 0;

/**
 * Explains what the state means for the collection of a phrase; null if it needs no explanation. `reason`: why the phrase is in
 * the state `error`.
 */
export function explainWordState({ state, reason }: { state: WordState; reason?: string | null }): string | null {
  return state === 'error' && reason ? reason : stateHints[state];
}

export function describeDeletion(
  { deletedAt, deletedBy }: { deletedAt: string | null; deletedBy: string | null },
  timeZone: ZoneOffsets,
): string {
  const time = deletedAt === null ? null : formatDateTime(deletedAt, timeZone);
  return ['Удалена', time, deletedBy && `— ${deletedBy}`].filter(Boolean).join(' ');
}

/** An administrator's deletion can be undone; a client's only ends the tracking (docs/product/phrases.md). */
export const wordDeleteLabels: Record<UserType, string> = { admin: 'Пометить удалённой', client: 'Удалить' };
