/** API calls for the city filter of the feed (docs/product/api.md). */
import { listReader, type ReplyTable, type RowOf } from '../fields/field.ts';
import * as messages from '../messages.ts';
import type { AuthUser } from '../roles.ts';
import { type Call, get, withQuery } from './call.ts';

const cityFields = {
  id: { api: 'CityID', type: 'id' },
  name: { api: 'Name', type: 'text', named: true },
} as const satisfies ReplyTable;

export type City = RowOf<typeof cityFields>;

const readCities = listReader('cities', cityFields);

/** Searches cities by a part of the name: all cities for an administrator, for a client the cities of its posts. */
export const searchCities = (viewer: AuthUser, text: string): Call<City[]> =>
  get(
    viewer.type === 'admin'
      ? withQuery('/vknf/cities/search', { q: text })
      : withQuery('/vknf/cities/search/client', { q: text, client_id: viewer.client_id }),
    readCities,
    messages.loadCities,
  );

/** Loads all cities that the filter offers, to show the name of the city in the URL. */
export const loadCities = (viewer: AuthUser): Call<City[]> =>
  get(
    viewer.type === 'admin' ? '/vknf/cities' : withQuery('/vknf/cities/client', { client_id: viewer.client_id }),
    readCities,
    messages.loadCities,
  );
