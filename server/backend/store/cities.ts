/** Cities of posts. */
import { foldText } from '../../../shared/rules/word.ts';
import { createMethods, type Db, toRows } from './port.ts';
import { isShownTo } from './wall-visibility.ts';

/** Packed row columns have 32 bits for a city ID; 0 means none. */
export const isCityId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 32;

export type CityRow = { cityId: number; name: string | null; country: string | null };

/** SQL: rows of the phrases of the client. */
const rowsOfClient = (values: string, condition: string): string =>
  `SELECT ${values} FROM word_clients JOIN words USING (word_id) JOIN posts USING (word_id)
   WHERE word_clients.client_id = $3 AND words.deleted_at IS NULL AND ${condition}`;

/** SQL on `cities`. Looking every row of walls up took 160 ms for 100,000 rows; nearly always the first one of a city is shown. */
const ofClient = `AND city_id IN (${rowsOfClient('posts.city_id', 'posts.city_id IS NOT NULL')})
  AND EXISTS (${rowsOfClient('1', `posts.city_id = cities.city_id AND ${isShownTo('$3')}`)})`;

/** Upserts cities. Null does not overwrite a stored value. */
export const saveCities = (db: Db, cities: readonly CityRow[]): Promise<number> =>
  db.run(
    `INSERT INTO cities AS stored (city_id, name, name_folded, country)
     SELECT CAST(value ->> 0 AS bigint), value ->> 1, value ->> 2, value ->> 3 FROM ${db.dialect.rowsIn('$1')} WHERE true
     ON CONFLICT (city_id) DO UPDATE SET
       name = coalesce(excluded.name, stored.name), country = coalesce(excluded.country, stored.country),
       name_folded = CASE WHEN excluded.name IS NULL THEN stored.name_folded ELSE excluded.name_folded END
     WHERE (stored.name, stored.country) IS DISTINCT FROM
       (coalesce(excluded.name, stored.name), coalesce(excluded.country, stored.country))`,
    toRows(
      cities,
      ({ cityId }) => cityId,
      ({ cityId, name, country }) => [cityId, name, foldText(name ?? ''), country],
    ),
  );

/** Sorted by name. With a client ID, only the cities of that client's posts. `contains` ignores case. */
const list = (db: Db, { clientId, contains, limit }: { clientId: string | null; contains: string; limit: number }) =>
  db.rows<CityRow>(
    `SELECT city_id, name, country FROM cities WHERE ${db.dialect.contains('name_folded', '$1')} ${clientId === null ? '' : ofClient}
     ORDER BY name_folded, city_id LIMIT $2`,
    foldText(contains),
    limit,
    ...(clientId === null ? [] : [clientId]),
  );

const nameOf = (db: Db, cityId: number) => db.value<string>('SELECT name FROM cities WHERE city_id = $1', cityId);

export const createCitiesStore = (db: Db) => createMethods(db, { list, nameOf }, { save: saveCities });
