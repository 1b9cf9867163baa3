/** Cities: all of them for administrators, those of a client's posts for that client. */
import * as v from 'valibot';
import { unknownId } from '../../platform/app-error.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { text } from '../http/schema-fields.ts';
import type { Identity } from '../rules/account.ts';
import { nullableText, toNullable } from '../rules/reply-values.ts';
import type { CityRow } from '../store/cities.ts';
import { clientId, namedClient } from './clients/client.ts';

const client = v.optional(clientId);
const search = v.optional(text(100), '');

const cityReply = v.strictObject({ CityID: v.pipe(v.number(), v.integer()), Name: nullableText });
const citiesReply = v.array(cityReply);

const presentCity = (city: CityRow): v.InferOutput<typeof cityReply> => ({
  CityID: city.cityId,
  Name: toNullable(city.name),
});

/** Maximum numbers of cities. `listMax` is more than exist. */
const searchMax = 50;
const listMax = 100_000;

/** Returns the ID of the client that the call is about. Throws a 404 if the client does not exist. */
async function requireClient({ store, now }: Context, viewer: Identity, named: string | undefined): Promise<string> {
  const clientId = namedClient(viewer, named);
  if (!(await store.clients.get(clientId, now))) throw unknownId();
  return clientId;
}

export const cities = [
  endpoint('GET', '/vknf/cities', 'admin', {
    summary: 'All cities',
    reply: citiesReply,
    handle: async ({ store }) =>
      (await store.cities.list({ clientId: null, contains: '', limit: listMax })).map(presentCity),
  }),
  endpoint('GET', '/vknf/cities/client', 'signed-in', {
    summary: "Cities of a client's posts",
    query: v.object({ client_id: client }),
    reply: citiesReply,
    handle: async (context) => {
      const clientId = await requireClient(context, context.viewer, context.query.client_id);
      return (await context.store.cities.list({ clientId, contains: '', limit: listMax })).map(presentCity);
    },
  }),
  endpoint('GET', '/vknf/cities/search', 'admin', {
    summary: 'Cities whose name contains the text',
    query: v.object({ q: search }),
    reply: citiesReply,
    handle: async ({ store, query }) =>
      (await store.cities.list({ clientId: null, contains: query.q, limit: searchMax })).map(presentCity),
  }),
  endpoint('GET', '/vknf/cities/search/client', 'signed-in', {
    summary: "Cities of a client's posts whose name contains the text",
    query: v.object({ q: search, client_id: client }),
    reply: citiesReply,
    handle: async (context) => {
      const clientId = await requireClient(context, context.viewer, context.query.client_id);
      const search = { clientId, contains: context.query.q, limit: searchMax };
      return (await context.store.cities.list(search)).map(presentCity);
    },
  }),
];
