/** Sources of the demo: communities, pages, people and events with their IDs, domains and cities. */
import type { OwnerRow } from '../store/owners-store.ts';
import { type Place, places } from './places.ts';

/** `showsCity`: its page names the place. */
export type Source = OwnerRow & { name: string; place: Place; showsCity: boolean };

const groupNames = [
  (place: Place) => ({ name: `Новости ${place.of}`, domain: 'news' }),
  (place: Place) => ({ name: `Подслушано ${place.where}`, domain: 'overheard' }),
  (place: Place) => ({ name: `ЖКХ ${place.of}: вопросы и ответы`, domain: 'zhkh' }),
  (place: Place) => ({ name: `Транспорт ${place.of}`, domain: 'transport' }),
  (place: Place) => ({ name: `Афиша ${place.of}`, domain: 'afisha' }),
] as const;

const pageNames = [
  'Городской вестник',
  'Северный банк',
  'Молочный край',
  'ТелеЛинк',
  'Экспресс-доставка',
  'Аптека Здравник',
  'Радио «Волна»',
  'Экологический дозор',
] as const;

export const people = [
  'Анна Ковалёва',
  'Сергей Мельников',
  'Ольга Журавлёва',
  'Дмитрий Зайцев',
  'Мария Соболева',
  'Алексей Ершов',
  'Екатерина Щукина',
  'Игорь Белоусов',
  'Наталья Фёдорова',
  'Павел Тихонов',
  'Юлия Крылова',
  'Роман Гаврилов',
  'Светлана Орлова',
  'Артём Ёлкин',
] as const;

const placeAt = (index: number): Place => places[index % places.length] ?? places[0];

/** No photo, because a demo may run without internet. The console shows initials instead. */
function toSource(ownerId: number, ownerType: string, name: string, domain: string | null, place: Place): Source {
  return { ownerId, ownerType, name, domain, photoUrl: null, place, showsCity: ownerId % 5 !== 0 };
}

const groups = Array.from({ length: 36 }, (_, index) => {
  const place = placeAt(index);
  const { name, domain } = (groupNames[index % groupNames.length] ?? groupNames[0])(place);
  return toSource(-(50_100 + index * 37), 'group', name, `${domain}_${place.id}`, place);
});
const pages = pageNames.map((name, index) =>
  toSource(-(90_200 + index * 53), 'page', name, `official_${index + 1}`, placeAt(index)),
);
const users = people.map((name, index) =>
  toSource(
    310_400 + index * 71,
    'user',
    name,
    index % 4 === 0 ? null : `id${310_400 + index * 71}`,
    placeAt(index * 2),
  ),
);
const events = [
  toSource(-120_301, 'event', 'Городской марафон', 'marafon', placeAt(0)),
  toSource(-120_302, 'event', 'Книжная ярмарка', 'bookfair', placeAt(1)),
];

const [first, ...others] = [...groups, ...pages, ...users, ...events];
if (!first) throw new Error('The demo has no sources');
export const sources: readonly [Source, ...Source[]] = [first, ...others];

/** Sources that post advertisements to every topic. */
export const spamSources: readonly [Source, ...Source[]] = [
  toSource(-130_411, 'group', 'Объявления | Работа | Скидки', 'obyavleniya_rabota', placeAt(0)),
  toSource(-130_412, 'group', 'Займы онлайн 24/7', 'zaim_24_7', placeAt(5)),
  toSource(-130_413, 'page', 'Барахолка №1', 'baraholka_1', placeAt(8)),
];
