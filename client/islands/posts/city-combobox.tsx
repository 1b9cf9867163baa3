/** Suggests cities for what is typed (sections 5 and 9 of the specification, City search). Load it when first needed. */
import useSWR from 'swr';
import { type City, searchCities } from '../../../shared/api/cities.ts';
import * as messages from '../../../shared/messages.ts';
import { citySearchDebounceMs, citySearchMinLength } from '../../../shared/rules/limits.ts';
import { Combobox } from '../../components/combobox.tsx';
import { type ApiFailure, callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';

export type CityComboboxProps = {
  text: string;
  /** False while the text is the name of the city that filters: nothing is suggested then. */
  typing: boolean;
  onType: (text: string) => void;
  /** Null is no city. */
  onChoose: (city: City | null) => void;
};

const noCities: City[] = [];

export function CityCombobox({ text, typing, onType, onChoose }: CityComboboxProps) {
  const context = useIslandContext();
  const wanted = text.trim();
  const asked = useDebounced(wanted, citySearchDebounceMs);
  const isLong = (searched: string) => searched.length >= citySearchMinLength;
  const call = searchCities(context.viewer.user, asked);
  const { data, error } = useSWR<City[], ApiFailure>(typing && isLong(asked) ? call.path : null, () =>
    callApi(call, context),
  );
  const found = typing && asked === wanted ? data : undefined;

  function notice(): string | null {
    if (!typing || wanted === '') return null;
    if (!isLong(wanted)) return `Введите не менее ${citySearchMinLength} символов`;
    if (found) return 'Ничего не найдено';
    return error && asked === wanted ? error.message : messages.loading;
  }

  return (
    <Combobox
      label="Город"
      text={text}
      onTextChange={onType}
      items={found ?? noCities}
      itemText={(city) => city.name}
      itemKey={(city) => city.id}
      onChoose={onChoose}
      startOpen={typing}
      notice={notice()}
    />
  );
}
