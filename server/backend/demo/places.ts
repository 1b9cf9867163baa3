/** Cities of the demo with the grammatical forms that its sentences need. */

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
