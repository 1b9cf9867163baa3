/** Leaves out packed rows by conditions for which the search index has no terms. */
import { isWanted, type LocalTimes, localHours } from '../../posts/local-hours.ts';
import { idsPerSecond, secondOfPostId } from './post-id.ts';
import type { PostSelection } from './post-selection.ts';
import { placeOf, type Rows } from './row-columns.ts';

type CityRows = Rows<'stories' | 'cities'>;

function* atLocalTimes({ ids, stories, cities }: CityRows, times: LocalTimes): Iterable<CityRows> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return;
  for (const { start, end, slot } of localHours(secondOfPostId(first), secondOfPostId(last) + 1, times.offsets)) {
    if (!isWanted(times, slot)) continue;
    const range = [placeOf(ids, start * idsPerSecond), placeOf(ids, end * idsPerSecond)] as const;
    yield { ids: ids.subarray(...range), stories: stories.subarray(...range), cities: cities.subarray(...range) };
  }
}

function withoutCity({ ids, stories, cities }: CityRows): CityRows {
  const passes = (_: number, row: number): boolean => cities[row] === 0;
  return { ids: ids.filter(passes), stories: stories.filter(passes), cities: cities.filter((city) => city === 0) };
}

/** The rows at the local times and without a city, if the selection has these conditions. */
export function* narrowRows(
  chunks: Iterable<CityRows>,
  { cityId, localTimes }: PostSelection,
): Iterable<Rows<'stories'>> {
  for (const chunk of chunks) {
    for (const rows of localTimes === null ? [chunk] : atLocalTimes(chunk, localTimes)) {
      yield cityId === 0 ? withoutCity(rows) : rows;
    }
  }
}
