/** The names of the source and the city that a page filters by. */
import { loadCities } from '../../shared/api/cities.ts';
import { loadOwner } from '../../shared/api/owners.ts';
import type { AuthUser } from '../../shared/roles.ts';
import type { BackendSession } from '../session/backend-session.ts';

/** `known` is the name from data that the page has anyway; without it the backend is asked. Null when unknown. */
type KnownName = string | null | undefined;

export async function findOwnerName(
  backend: BackendSession,
  id: number | null,
  known: KnownName,
): Promise<string | null> {
  if (id === null) return null;
  return known || ((await backend.load(loadOwner(id))).data?.name ?? null);
}

export async function findCityName(
  backend: BackendSession,
  user: AuthUser,
  id: number | null,
  known: KnownName,
): Promise<string | null> {
  if (id === null || id === 0) return null;
  if (known) return known;
  const { data: cities } = await backend.load(loadCities(user));
  return cities?.find((city) => city.id === id)?.name ?? null;
}
