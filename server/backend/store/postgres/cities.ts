/** Cities in PostgreSQL. */
import { foldText } from '../../../../shared/rules/word.ts';
import type { CitiesStore, CityRow } from '../cities-store.ts';
import type { Db } from '../port.ts';
import { saveColumns } from './column-values.ts';

const ofClient = `AND city_id IN (
  SELECT posts.city_id FROM word_clients JOIN words USING (word_id) JOIN posts USING (word_id)
  WHERE word_clients.client_id = $3 AND words.deleted_at IS NULL AND posts.city_id IS NOT NULL)`;

/** Adds new rows and updates changed ones. A known value is not replaced by null. */
export const saveCities = (db: Db, cities: readonly CityRow[]): Promise<void> =>
  saveColumns(
    cities,
    ({ cityId }) => cityId,
    ({ cityId, name, country }) => [cityId, name, foldText(name ?? ''), country],
    (columns) =>
      db.run(
        `INSERT INTO cities AS known (city_id, name, name_folded, country)
         SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT (city_id) DO UPDATE SET
           name = coalesce(excluded.name, known.name), country = coalesce(excluded.country, known.country),
           name_folded = CASE WHEN excluded.name IS NULL THEN known.name_folded ELSE excluded.name_folded END
         WHERE (known.name, known.country) IS DISTINCT FROM
           (coalesce(excluded.name, known.name), coalesce(excluded.country, known.country))`,
        ...columns,
      ),
  );

export const createCitiesStore = (db: Db): CitiesStore => ({
  list: ({ clientId, contains, limit }) =>
    db.rows<CityRow>(
      `SELECT city_id, name, country FROM cities WHERE strpos(name_folded, $1) > 0 ${clientId === null ? '' : ofClient}
       ORDER BY name_folded, city_id LIMIT $2`,
      ...[foldText(contains), limit, ...(clientId === null ? [] : [clientId])],
    ),
  save: (cities) => db.transaction((tx) => saveCities(tx, cities)),
});
