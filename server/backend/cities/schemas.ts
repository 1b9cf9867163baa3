/** Cities as the embedded backend takes and sends them (sections 3 and 7 of the specification): a bare list. */
import * as v from 'valibot';
import { nullableText, text } from '../http/schema-fields.ts';

const clientId = v.optional(text(100));
const search = v.optional(text(100), '');

export const clientCitiesQuery = v.object({ client_id: clientId });
export const citySearchQuery = v.object({ q: search });
export const clientCitySearchQuery = v.object({ q: search, client_id: clientId });

export const citiesReply = v.array(v.strictObject({ CityID: v.pipe(v.number(), v.integer()), Name: nullableText }));
export type CitiesReply = v.InferOutput<typeof citiesReply>;
