/** The calls about cities: all of them for administrators, those of a client's own posts for the client. */

import { badRequest, forbidden, unknownId } from '../../platform/app-error.ts';
import { type Context, endpoint } from '../http/endpoint.ts';
import { toNullable } from '../http/schema-fields.ts';
import type { CityRow } from '../store/cities-store.ts';
import type { Identity } from '../store/sessions-store.ts';
import { type CitiesReply, citiesReply, citySearchQuery, clientCitiesQuery, clientCitySearchQuery } from './schemas.ts';

/** What a search answers at most; a list without a search is whole. */
const foundMax = 50;
const listMax = 100_000;

const toReply = (rows: readonly CityRow[]): CitiesReply =>
  rows.map((row) => ({ CityID: row.cityId, Name: toNullable(row.name) }));

/** Whose cities are asked for: a client may name only itself, an administrator must name one that exists. */
async function requireClient({ store, now }: Context, viewer: Identity, asked: string | undefined): Promise<string> {
  if (viewer.type === 'client') {
    if (asked !== undefined && asked !== viewer.clientId) throw forbidden();
    return viewer.clientId;
  }
  if (!asked) throw badRequest();
  if (!(await store.clients.get(asked, now))) throw unknownId();
  return asked;
}

export const cities = [
  endpoint({
    method: 'GET',
    path: '/vknf/cities',
    access: 'admin',
    summary: 'All cities',
    reply: citiesReply,
    handle: async ({ store }) => toReply(await store.cities.list({ clientId: null, contains: '', limit: listMax })),
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/cities/client',
    access: 'signed-in',
    summary: "Cities of a client's posts",
    query: clientCitiesQuery,
    reply: citiesReply,
    handle: async (context) => {
      const clientId = await requireClient(context, context.viewer, context.query.client_id);
      return toReply(await context.store.cities.list({ clientId, contains: '', limit: listMax }));
    },
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/cities/search',
    access: 'admin',
    summary: 'Cities whose name contains the text',
    query: citySearchQuery,
    reply: citiesReply,
    handle: async ({ store, query }) =>
      toReply(await store.cities.list({ clientId: null, contains: query.q, limit: foundMax })),
  }),
  endpoint({
    method: 'GET',
    path: '/vknf/cities/search/client',
    access: 'signed-in',
    summary: "Cities of a client's posts whose name contains the text",
    query: clientCitySearchQuery,
    reply: citiesReply,
    handle: async (context) => {
      const clientId = await requireClient(context, context.viewer, context.query.client_id);
      return toReply(await context.store.cities.list({ clientId, contains: context.query.q, limit: foundMax }));
    },
  }),
];
