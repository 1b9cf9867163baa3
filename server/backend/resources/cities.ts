/** Cities: administrators get all, a client gets the cities of its posts. */
import * as v from 'valibot';
import { type Context, endpoint, existing } from '../http/endpoint.ts';
import { text } from '../http/schema-fields.ts';
import { integer, nullableText, toNullable } from '../rules/reply-values.ts';
import { clientId, namedClient } from './clients/client.ts';

const client = v.optional(clientId);
const search = v.optional(text(100), '');

const citiesReply = v.array(v.strictObject({ CityID: integer, Name: nullableText }));

/** Maximum numbers of cities. `listMax` is more than exist. */
const searchMax = 50;
const listMax = 100_000;

/** Cities whose name contains the text. With `clientId`, only cities of the client's posts; throws a 404 if it does not exist. */
async function listCities({ store, now }: Context, clientId: string | null, contains?: string) {
  if (clientId !== null) existing(await store.clients.get(clientId, now));
  const limit = contains === undefined ? listMax : searchMax;
  const rows = await store.cities.list({ clientId, contains: contains ?? '', limit });
  return rows.map(({ cityId, name }) => ({ CityID: cityId, Name: toNullable(name) }));
}

export const cities = [
  endpoint('GET', '/vknf/cities', 'admin', {
    summary: 'All cities',
    reply: citiesReply,
    handle: (context) => listCities(context, null),
  }),
  endpoint('GET', '/vknf/cities/client', 'signed-in', {
    summary: "Cities of a client's posts",
    query: v.object({ client_id: client }),
    reply: citiesReply,
    handle: async ({ viewer, query, ...context }) => listCities(context, namedClient(viewer, query.client_id)),
  }),
  endpoint('GET', '/vknf/cities/search', 'admin', {
    summary: 'Cities whose name contains the text',
    query: v.object({ q: search }),
    reply: citiesReply,
    handle: ({ query, ...context }) => listCities(context, null, query.q),
  }),
  endpoint('GET', '/vknf/cities/search/client', 'signed-in', {
    summary: "Cities of a client's posts whose name contains the text",
    query: v.object({ q: search, client_id: client }),
    reply: citiesReply,
    handle: async ({ viewer, query, ...context }) => listCities(context, namedClient(viewer, query.client_id), query.q),
  }),
];
