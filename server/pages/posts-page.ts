/** The feed: filters, days and the first page of posts as the URL says (section 2 of the specification, Feed screen). */
import { PostsIsland } from '../../client/islands/posts/posts-island.tsx';
import { loadCities } from '../../shared/api/cities.ts';
import { loadOwner } from '../../shared/api/owners.ts';
import { loadPostDates, loadPostsPage, type Post } from '../../shared/api/posts.ts';
import { loadWords } from '../../shared/api/words.ts';
import type { Loaded, WordOption } from '../../shared/islands.ts';
import { orderOf } from '../../shared/list-query.ts';
import { parsePostSort, parsePostsQuery, postFiltersOf } from '../../shared/posts-query.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { postsPageSize } from '../../shared/rules/limits.ts';
import type { BackendSession } from '../session/backend-session.ts';
import { islandPage } from './page.tsx';

async function loadWordOptions(backend: BackendSession, user: AuthUser): Promise<Loaded<WordOption[]>> {
  const words = await backend.load(loadWords(user.type, user.type === 'client' ? user.client_id : null));
  return words.data ? { data: words.data.map(({ id, text }) => ({ id, text })) } : { error: words.error ?? '' };
}

/** The posts mostly tell the name; the backend is asked when there are none. */
async function nameOwner(backend: BackendSession, id: number | null, posts: readonly Post[]): Promise<string | null> {
  if (id === null) return null;
  const told = posts.find(({ ownerId }) => ownerId === id)?.ownerName;
  return told ?? (await backend.load(loadOwner(id))).data?.name ?? null;
}

async function nameCity(backend: BackendSession, user: AuthUser, id: number | null, posts: readonly Post[]) {
  if (id === null) return null;
  const told = posts.find(({ cityId }) => cityId === id)?.city;
  if (told) return told;
  const { data: cities } = await backend.load(loadCities(user));
  return cities?.find((city) => city.id === id)?.name ?? null;
}

export const postsPage = islandPage('posts', PostsIsland, async ({ viewer, query: source, preferences, backend }) => {
  const query = parsePostsQuery(source, parsePostSort(preferences.postsSort));
  const filters = postFiltersOf(query);
  const offset = (query.page - 1) * postsPageSize;
  const [first, dates, words] = await Promise.all([
    backend.load(loadPostsPage({ ...filters, offset, ...orderOf(query.sort) })),
    backend.load(loadPostDates(filters)),
    loadWordOptions(backend, viewer.user),
  ]);
  const posts = first.data?.posts ?? [];
  const [ownerName, cityName] = await Promise.all([
    nameOwner(backend, query.owner, posts),
    nameCity(backend, viewer.user, query.city, posts),
  ]);
  return { query, first, dates, words, ownerName, cityName };
});
