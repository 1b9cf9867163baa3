/** Finds names for the phrase, source and city filters, because the page does not contain the names of earlier history entries. */

import type { Post } from '../../../shared/api/posts.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import type { PostsQuery } from '../../../shared/pages/post-filters.ts';
import { type FilterNames, workNames } from '../../../shared/pages/work-names.ts';
import { cityCode } from '../../../shared/rules/city-code.ts';

/** An ID and its name, from the page or the selection; null if unknown. */
export type Named = { id: number | null; name: string | null };

function nameOf(id: number, known: readonly Named[], found: string | null | undefined): string | null {
  return known.find((named) => named.id === id && named.name)?.name ?? found ?? null;
}

export const wordTextOf = (id: number, known: readonly Named[], posts: readonly Post[]): string | null =>
  nameOf(id, known, posts.find(({ wordId }) => wordId === id)?.word);

const ownerNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string | null =>
  nameOf(id, known, posts.find(({ ownerId }) => ownerId === id)?.ownerName);

export const cityNameOf = (id: number, known: readonly Named[], posts: readonly Post[]): string =>
  nameOf(id, known, posts.find(({ cityId }) => cityId === id)?.city) ?? cityCode.nameOf(id) ?? String(id);

/** The filters that the feed shows. */
export type ShownFilters = { query: PostsQuery; names: FilterNames };

type NamedProps = Pick<IslandProps['posts'], 'query' | 'words' | 'wordText' | 'ownerName' | 'work'>;

/** The filters of the query with their names, from the page, the choices since then, and the loaded posts. */
export function nameFilters(
  { query: initial, words, wordText, ownerName, work }: NamedProps,
  query: PostsQuery,
  knownCities: readonly Named[],
  posts: readonly Post[],
): ShownFilters {
  const { word, owner, city } = query;
  const phrases = (words.data ?? []).map(({ id, text }) => ({ id, name: text }));
  const textOf = (id: number) => wordTextOf(id, [{ id: initial.word, name: wordText }, ...phrases], posts);
  return {
    query,
    names: {
      word: word === null ? null : textOf(word),
      owner: owner === null ? null : ownerNameOf(owner, [{ id: initial.owner, name: ownerName }], posts),
      city: city === null ? null : cityNameOf(city, knownCities, posts),
      ...workNames(query, work?.data ?? null),
    },
  };
}
