/** The filters of the feed that other pages use: their choices and names. */

import { loadCities } from '../../shared/api/cities.ts';
import { loadOwner } from '../../shared/api/owners.ts';
import { loadWordOptions } from '../../shared/api/word-lists.ts';
import { loadWord } from '../../shared/api/words.ts';
import { cityCode } from '../../shared/rules/city-code.ts';
import type { PageInput } from '../session/page-input.ts';

/** `known`: the name, if the page already has it; otherwise the backend is asked. Null when unknown. */
type KnownName = string | null | undefined;

export async function findOwnerName({ backend }: PageInput, id: number | null, known: KnownName) {
  if (id === null) return null;
  return known || ((await backend.load(loadOwner(id))).data?.name ?? null);
}

export async function findCityName({ backend, viewer }: PageInput, id: number | null, known: KnownName) {
  if (id === null || cityCode.toId(id) === null) return null;
  if (known) return known;
  const { data: cities } = await backend.load(loadCities(viewer.user));
  return cities?.find((city) => city.id === id)?.name ?? null;
}

/** `word`: the ID of the chosen phrase. When there are many phrases, the filter offers only that one. */
export async function loadPhraseFilter(input: PageInput, word: number | null) {
  const words = await input.backend.load(loadWordOptions(input.viewer.user.type, input.backendKind));
  if (word === null || words.data?.some(({ id }) => id === word)) return { words, wordText: null };
  return { words, wordText: (await input.backend.load(loadWord(word))).data?.text ?? null };
}
