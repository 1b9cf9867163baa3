/** Schemas of cities. The replies are bare lists. */
import * as v from 'valibot';
import { clientId } from '../clients/schemas.ts';
import { nullableText, text } from '../http/schema-fields.ts';

const client = v.optional(clientId);
const search = v.optional(text(100), '');

export const clientCitiesQuery = v.object({ client_id: client });
export const citySearchQuery = v.object({ q: search });
export const clientCitySearchQuery = v.object({ q: search, client_id: client });

export const cityReply = v.strictObject({ CityID: v.pipe(v.number(), v.integer()), Name: nullableText });
export const citiesReply = v.array(cityReply);
