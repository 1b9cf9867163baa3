/** What the feed's source and city are called: back and forward may lead to some that the page was not told the name of. */
import type { Post } from '../../../shared/api/posts.ts';

/** An id and its name as the page was told, or as the person has chosen it. */
export type Named = { id: number | null; name: string | null };

function nameOf(id: number, told: readonly Named[], found: string | null | undefined): string {
  return told.find((named) => named.id === id && named.name)?.name ?? found ?? String(id);
}

export const ownerNameOf = (id: number, told: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, told, posts.find(({ ownerId }) => ownerId === id)?.ownerName);

export const cityNameOf = (id: number, told: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, told, posts.find(({ cityId }) => cityId === id)?.city);
