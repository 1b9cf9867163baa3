/** Names of the filters' phrase, source and city. Back and forward may lead to some whose names the page did not bring. */
import type { Post } from '../../../shared/api/posts.ts';

/** An ID and its name as the page brought it or as the person chose it; null when unknown. */
export type Named = { id: number | null; name: string | null };

function nameOf(id: number, known: readonly Named[], found: string | null | undefined): string | null {
  return known.find((named) => named.id === id && named.name)?.name ?? found ?? null;
}

export const wordTextOf = (id: number, known: readonly Named[], posts: readonly Post[]): string | null =>
  nameOf(id, known, posts.find(({ wordId }) => wordId === id)?.word);

export const ownerNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, known, posts.find(({ ownerId }) => ownerId === id)?.ownerName) ?? String(id);

export const cityNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, known, posts.find(({ cityId }) => cityId === id)?.city) ?? String(id);
