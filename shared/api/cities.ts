/** API calls for the city filter of the feed (docs/product.md, section 7). */
import * as messages from '../messages.ts';
import { readList, readNumber, readObject, readText } from '../read.ts';
import type { AuthUser } from '../roles.ts';
import { type Call, get, withQuery } from './call.ts';

export type City = { id: number; name: string };

function readCity(raw: unknown): City {
  const fields = readObject(raw);
  return { id: readNumber(fields.CityID), name: readText(fields.Name) };
}

/** Searches cities by a part of the name: all cities for an administrator, the cities of their own posts for a client. */
export const searchCities = (viewer: AuthUser, text: string): Call<City[]> =>
  get(
    viewer.type === 'admin'
      ? withQuery('/vknf/cities/search', { q: text })
      : withQuery('/vknf/cities/search/client', { q: text, client_id: viewer.client_id }),
    (reply) => readList(reply, 'cities', readCity),
    messages.loadCities,
  );

/** Loads all cities of the filter, to show the name of the city in the URL. */
export const loadCities = (viewer: AuthUser): Call<City[]> =>
  get(
    viewer.type === 'admin' ? '/vknf/cities' : withQuery('/vknf/cities/client', { client_id: viewer.client_id }),
    (reply) => readList(reply, 'cities', readCity),
    messages.loadCities,
  );
