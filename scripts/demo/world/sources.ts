/** Places and sources of the demo: communities, pages, people and events with their IDs, domains and cities. */
import type { OwnerRow } from '../../../server/backend/store/owners.ts';

/** `of` is the genitive; `where` includes its preposition. */
export type Place = { id: number; name: string; of: string; where: string; country: string };

const russia = 'Россия';
const belarus = 'Беларусь';
const kazakhstan = 'Казахстан';

export const places: readonly [Place, ...Place[]] = [
  { id: 1, name: 'Москва', of: 'Москвы', where: 'в Москве', country: russia },
  { id: 2, name: 'Санкт-Петербург', of: 'Санкт-Петербурга', where: 'в Санкт-Петербурге', country: russia },
  { id: 10, name: 'Волгоград', of: 'Волгограда', where: 'в Волгограде', country: russia },
  { id: 37, name: 'Владивосток', of: 'Владивостока', where: 'во Владивостоке', country: russia },
  { id: 42, name: 'Воронеж', of: 'Воронежа', where: 'в Воронеже', country: russia },
  { id: 49, name: 'Екатеринбург', of: 'Екатеринбурга', where: 'в Екатеринбурге', country: russia },
  { id: 56, name: 'Ижевск', of: 'Ижевска', where: 'в Ижевске', country: russia },
  { id: 57, name: 'Иркутск', of: 'Иркутска', where: 'в Иркутске', country: russia },
  { id: 60, name: 'Казань', of: 'Казани', where: 'в Казани', country: russia },
  { id: 61, name: 'Калининград', of: 'Калининграда', where: 'в Калининграде', country: russia },
  { id: 66, name: 'Кемерово', of: 'Кемерова', where: 'в Кемерове', country: russia },
  { id: 72, name: 'Краснодар', of: 'Краснодара', where: 'в Краснодаре', country: russia },
  { id: 73, name: 'Красноярск', of: 'Красноярска', where: 'в Красноярске', country: russia },
  { id: 95, name: 'Нижний Новгород', of: 'Нижнего Новгорода', where: 'в Нижнем Новгороде', country: russia },
  { id: 99, name: 'Новосибирск', of: 'Новосибирска', where: 'в Новосибирске', country: russia },
  { id: 104, name: 'Омск', of: 'Омска', where: 'в Омске', country: russia },
  { id: 110, name: 'Пермь', of: 'Перми', where: 'в Перми', country: russia },
  { id: 119, name: 'Ростов-на-Дону', of: 'Ростова-на-Дону', where: 'в Ростове-на-Дону', country: russia },
  { id: 123, name: 'Самара', of: 'Самары', where: 'в Самаре', country: russia },
  { id: 125, name: 'Саратов', of: 'Саратова', where: 'в Саратове', country: russia },
  { id: 133, name: 'Сочи', of: 'Сочи', where: 'в Сочи', country: russia },
  { id: 147, name: 'Тюмень', of: 'Тюмени', where: 'в Тюмени', country: russia },
  { id: 151, name: 'Уфа', of: 'Уфы', where: 'в Уфе', country: russia },
  { id: 153, name: 'Хабаровск', of: 'Хабаровска', where: 'в Хабаровске', country: russia },
  { id: 158, name: 'Челябинск', of: 'Челябинска', where: 'в Челябинске', country: russia },
  { id: 169, name: 'Ярославль', of: 'Ярославля', where: 'в Ярославле', country: russia },
  { id: 282, name: 'Минск', of: 'Минска', where: 'в Минске', country: belarus },
  { id: 392, name: 'Гомель', of: 'Гомеля', where: 'в Гомеле', country: belarus },
  { id: 183, name: 'Алматы', of: 'Алматы', where: 'в Алматы', country: kazakhstan },
  { id: 205, name: 'Астана', of: 'Астаны', where: 'в Астане', country: kazakhstan },
  { id: 1925, name: 'Щёлково', of: 'Щёлкова', where: 'в Щёлкове', country: russia },
];

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

/** The first client has muted it. */
export const mutedSource = toSource(-130_412, 'group', 'Займы онлайн 24/7', 'zaim_24_7', placeAt(5));

/** Sources that post advertisements to every topic. */
export const spamSources: readonly [Source, ...Source[]] = [
  toSource(-130_411, 'group', 'Объявления | Работа | Скидки', 'obyavleniya_rabota', placeAt(0)),
  mutedSource,
  toSource(-130_413, 'page', 'Барахолка №1', 'baraholka_1', placeAt(8)),
];
