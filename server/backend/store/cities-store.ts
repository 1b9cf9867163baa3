/** What the service keeps of cities, whatever the engine. */

export type CityRow = { cityId: number; name: string | null; country: string | null };

export interface CitiesStore {
  /** By name. With a client: the cities of the posts that it sees. `contains` looks in names, whatever the case. */
  list(options: { clientId: string | null; contains: string; limit: number }): Promise<CityRow[]>;
  /** Adds what is new, changes what differs, in one transaction. */
  save(cities: readonly CityRow[]): Promise<void>;
}
