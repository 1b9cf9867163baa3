/** The filters of the phrases page in its URL: `text`, `state`, `health`, `client`, and `show=deleted`. */

import { noWordFilters, type WordFilters } from '../api/words.ts';
import type { BackendKind } from '../backend-kind.ts';
import type { Query, QuerySource } from '../list-query.ts';
import type { UserType } from '../roles.ts';
import { signInNameMax, wordTextMax } from '../rules/limits.ts';
import { healthVerdicts } from '../rules/word-health.ts';
import { wordStates } from '../rules/word-states.ts';
import { isWellFormed } from '../well-formed.ts';

const parseText = (value: unknown, maxLength: number): string | null =>
  (typeof value === 'string' && isWellFormed(value) && value.replaceAll('\0', '').trim().slice(0, maxLength)) || null;

/** Ignores filters that the backend does not support or the viewer may not use. */
export function parseWordFilters(
  { text, state, health, client, show }: QuerySource,
  viewer: UserType,
  backendKind: BackendKind,
): WordFilters {
  const isAdmin = viewer === 'admin';
  if (backendKind === 'specified') return noWordFilters;
  return {
    ...noWordFilters,
    text: parseText(text, wordTextMax),
    state: wordStates.find((name) => name === state) ?? null,
    health: healthVerdicts.find((verdict) => verdict === health) ?? null,
    client: isAdmin ? parseText(client, signInNameMax) : null,
    ...(isAdmin && show === 'deleted' && { deleted: true }),
  };
}

export const formatWordFilters = ({ text, state, health, client, deleted }: WordFilters): Query => ({
  text,
  state,
  health,
  client,
  show: deleted && 'deleted',
});

export const hasWordFilters = (filters: WordFilters): boolean => Object.values(filters).some((value) => value !== null);

/** The URL parameter that opens a dialog: `1` the one for a new phrase, `list` the one for a list of phrases. */
export const addWordParameter = 'add';
