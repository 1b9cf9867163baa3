/** Cities in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { foldText } from '../../../../shared/rules/word.ts';
import type { CitiesStore, CityRow } from '../cities-store.ts';
import { transaction } from './database.ts';

const ofClient = `AND city_id IN (
  SELECT DISTINCT posts.city_id FROM word_clients JOIN words USING (word_id) JOIN posts USING (word_id)
  WHERE word_clients.client_id = ? AND words.deleted_at IS NULL AND posts.city_id IS NOT NULL)`;

/** Returns a function that adds new rows and updates changed ones. A known value is not replaced by null. */
export function createCityWriter(db: DatabaseSync) {
  const upsert = db.prepare(
    `INSERT INTO cities (city_id, name, name_folded, country) VALUES (?, ?, ?, ?) ON CONFLICT (city_id) DO UPDATE SET
       name = coalesce(excluded.name, name), country = coalesce(excluded.country, country),
       name_folded = iif(excluded.name IS NULL, name_folded, excluded.name_folded)
     WHERE (name, country) IS NOT (coalesce(excluded.name, name), coalesce(excluded.country, country))`,
  );
  return (cities: readonly CityRow[]): void => {
    for (const { cityId, name, country } of cities) upsert.run(cityId, name, foldText(name ?? ''), country);
  };
}

export function createCitiesStore(db: DatabaseSync): CitiesStore {
  const write = createCityWriter(db);
  return {
    async list({ clientId, contains, limit }) {
      const rows = db
        .prepare(
          `SELECT city_id AS cityId, name, country FROM cities
           WHERE instr(name_folded, ?) > 0 ${clientId === null ? '' : ofClient}
           ORDER BY name_folded, city_id LIMIT ?`,
        )
        .all(foldText(contains), ...(clientId === null ? [] : [clientId]), limit);
      return rows as CityRow[];
    },
    save: async (cities) => transaction(db, () => write(cities)),
  };
}
