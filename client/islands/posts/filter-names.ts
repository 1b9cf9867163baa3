/** Finds names for the phrase, source and city filters, because the page does not contain the names of earlier history entries. */
import type { Post } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';

/** An ID and its name, from the page or the selection; null if unknown. */
export type Named = { id: number | null; name: string | null };

function nameOf(id: number, known: readonly Named[], found: string | null | undefined): string | null {
  return known.find((named) => named.id === id && named.name)?.name ?? found ?? null;
}

export const wordTextOf = (id: number, known: readonly Named[], posts: readonly Post[]): string | null =>
  nameOf(id, known, posts.find(({ wordId }) => wordId === id)?.word);

export const ownerNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, known, posts.find(({ ownerId }) => ownerId === id)?.ownerName) ?? String(id);

export const cityNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, known, posts.find(({ cityId }) => cityId === id)?.city) ?? (id === 0 ? messages.cityNotGiven : String(id));
