/** Cities of posts. */

/** Packed columns of rows have 32 bits for a city, and 0 for none. */
export const isCityId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < 2 ** 32;

export type CityRow = { cityId: number; name: string | null; country: string | null };

export interface CitiesStore {
  /** Sorted by name. With a client ID, only the cities of that client's posts. `contains` ignores case. */
  list(options: { clientId: string | null; contains: string; limit: number }): Promise<CityRow[]>;
  /** Adds new rows and updates changed ones, in one transaction. A known value is not replaced by null. */
  save(cities: readonly CityRow[]): Promise<void>;
}
