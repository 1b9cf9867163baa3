/** Leaves out packed rows by conditions for which the search index has no terms. */
import { isWanted, type LocalTimes, localHours } from '../rules/days/local-hours.ts';
import { idsPerSecond, secondOfPostId } from '../store/post-id.ts';
import { placeOf, type Rows } from '../store/sqlite/row-columns.ts';
import { rowsAt } from './pick-rows.ts';
import type { PostSelection } from './post-selection.ts';
import type { CountedRows } from './range-counts.ts';

type CityRows = CountedRows & Rows<'cities'>;

function* atLocalTimes({ ids, stories, arrivals, cities }: CityRows, times: LocalTimes): Iterable<CityRows> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { start, end, slot } of localHours(secondOfPostId(first), secondOfPostId(last) + 1, times.offsets)) {
    if (!isWanted(times, slot)) continue;
    const range = [placeOf(ids, start * idsPerSecond), placeOf(ids, end * idsPerSecond)] as const;
    yield {
      ids: ids.subarray(...range),
      stories: stories.subarray(...range),
      ...(arrivals && { arrivals: arrivals.subarray(...range) }),
      cities: cities.subarray(...range),
    };
  }
}

function withoutCity({ ids, stories, arrivals, cities }: CityRows): CountedRows {
  const places = new Uint32Array(cities.length);
  let count = 0;
  for (let row = 0; row < cities.length; row += 1) {
    if (cities[row] !== 0) continue;
    places[count] = row;
    count += 1;
  }
  return rowsAt({ ids, stories, ...(arrivals && { arrivals }) }, places.subarray(0, count));
}

/** The rows at the local times and without a city, if the selection has these conditions. */
export function* narrowRows(chunks: Iterable<CityRows>, { cityId, localTimes }: PostSelection): Iterable<CountedRows> {
  for (const chunk of chunks) {
    for (const rows of localTimes === null ? [chunk] : atLocalTimes(chunk, localTimes)) {
      yield cityId === 0 ? withoutCity(rows) : rows;
    }
  }
}
