/** The city filter of the feed (docs/product.md, sections 5 and 9, city search). */
import { type City, searchCities } from '../../../shared/api/cities.ts';
import { citySearchDebounceMs, citySearchMinLength } from '../../../shared/rules/limits.ts';
import type { FilterSearch } from '../../components/combobox.tsx';
import { SearchFilter } from './search-filter.tsx';

const search: FilterSearch<City> = {
  label: 'Город',
  minLength: citySearchMinLength,
  debounceMs: citySearchDebounceMs,
  call: (text, { viewer }) => searchCities(viewer.user, text),
  select: (cities) => cities,
  itemText: ({ name }) => name,
  itemKey: ({ id }) => id,
};

/** `name` is '' without a city filter. */
type CityFilterProps = { name: string; onChoose: (city: City | null) => void };

export function CityFilter({ name, onChoose }: CityFilterProps) {
  return (
    <div data-scripted="">
      <SearchFilter value={name} search={search} onChoose={onChoose} />
    </div>
  );
}
