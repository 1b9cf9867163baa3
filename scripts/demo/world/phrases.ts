/** Phrases of the demo, and how often posts about each appear. */

export type Topic =
  | 'politics'
  | 'transport'
  | 'housing'
  | 'nature'
  | 'brand'
  | 'social'
  | 'culture'
  | 'economy'
  | 'general';

/** `of` is the genitive; `about` includes its preposition. A search for `text` matches every form. */
export type DemoPhrase = { text: string; of: string; about: string; topic: Topic };

const phrase = (topic: Topic, text: string, of: string, about: string): DemoPhrase => ({ text, of, about, topic });

export const demoPhrases: readonly [DemoPhrase, ...DemoPhrase[]] = [
  phrase('politics', 'выборы губернатора', 'выборов губернатора', 'о выборах губернатора'),
  phrase('politics', 'явка на выборах', 'явки на выборах', 'о явке на выборах'),
  phrase('politics', 'городская дума', 'городской думы', 'о городской думе'),
  phrase('politics', 'обращение к мэру', 'обращения к мэру', 'об обращении к мэру'),
  phrase('politics', 'бюджет города', 'бюджета города', 'о бюджете города'),
  phrase('transport', 'новая станция метро', 'новой станции метро', 'о новой станции метро'),
  phrase('transport', 'ремонт дорог', 'ремонта дорог', 'о ремонте дорог'),
  phrase('transport', 'платная парковка', 'платной парковки', 'о платной парковке'),
  phrase('transport', 'электробусы', 'электробусов', 'об электробусах'),
  phrase('transport', 'пробки на кольцевой', 'пробки на кольцевой', 'о пробке на кольцевой'),
  phrase('transport', 'трамвайная линия', 'трамвайной линии', 'о трамвайной линии'),
  phrase('transport', 'расписание электричек', 'расписания электричек', 'о расписании электричек'),
  phrase('transport', 'самокаты на тротуарах', 'самокатов на тротуарах', 'о самокатах на тротуарах'),
  phrase('housing', 'капитальный ремонт', 'капитального ремонта', 'о капитальном ремонте'),
  phrase('housing', 'точечная застройка', 'точечной застройки', 'о точечной застройке'),
  phrase('housing', 'отключение горячей воды', 'отключения горячей воды', 'об отключении горячей воды'),
  phrase('housing', 'управляющая компания', 'управляющей компании', 'об управляющей компании'),
  phrase('housing', 'вывоз мусора', 'вывоза мусора', 'о вывозе мусора'),
  phrase('housing', 'тарифы ЖКХ', 'тарифов ЖКХ', 'о тарифах ЖКХ'),
  phrase('housing', 'детская площадка', 'детской площадки', 'о детской площадке'),
  phrase('nature', 'мусорный полигон', 'мусорного полигона', 'о мусорном полигоне'),
  phrase('nature', 'качество воздуха', 'качества воздуха', 'о качестве воздуха'),
  phrase('nature', 'вырубка деревьев', 'вырубки деревьев', 'о вырубке деревьев'),
  phrase('nature', 'набережная реки', 'набережной реки', 'о набережной реки'),
  phrase('nature', 'приют для животных', 'приюта для животных', 'о приюте для животных'),
  phrase('brand', 'Северный банк', 'Северного банка', 'о Северном банке'),
  phrase('brand', 'Молочный край', 'Молочного края', 'о Молочном крае'),
  phrase('brand', 'ТелеЛинк', 'ТелеЛинка', 'о ТелеЛинке'),
  phrase('brand', 'Экспресс-доставка', 'Экспресс-доставки', 'об Экспресс-доставке'),
  phrase('brand', 'аптека Здравник', 'аптеки Здравник', 'об аптеке Здравник'),
  phrase('social', 'очередь к врачу', 'очереди к врачу', 'об очереди к врачу'),
  phrase('social', 'детская поликлиника', 'детской поликлиники', 'о детской поликлинике'),
  phrase('social', 'школьное питание', 'школьного питания', 'о школьном питании'),
  phrase('social', 'места в детском саду', 'мест в детском саду', 'о местах в детском саду'),
  phrase('social', 'телефонные мошенники', 'телефонных мошенников', 'о телефонных мошенниках'),
  phrase('culture', 'праздник города', 'праздника города', 'о празднике города'),
  phrase('culture', 'городской марафон', 'городского марафона', 'о городском марафоне'),
  phrase('culture', 'книжная ярмарка', 'книжной ярмарки', 'о книжной ярмарке'),
  phrase('culture', 'хоккейный матч', 'хоккейного матча', 'о хоккейном матче'),
  phrase('culture', 'выставка под открытым небом', 'выставки под открытым небом', 'о выставке под открытым небом'),
  phrase('economy', 'ярмарка вакансий', 'ярмарки вакансий', 'о ярмарке вакансий'),
  phrase('economy', 'повышение цен', 'повышения цен', 'о повышении цен'),
];

/** VK refuses to search for it, so that the demo shows a phrase in the state «Ошибка». */
export const refusedPhrase = 'Экспресс-доставка';
export const refusedCode = 100;

/** The posts about one phrase. */
export type Stream = {
  phrase: DemoPhrase;
  /** Posts a day, this many days before the demo started. */
  pastPerDay(daysAgo: number): number;
  /** Posts a minute, this many minutes after the demo started. */
  livePerMinute(minute: number): number;
};

/** The length of the history, and the number of posts of all phrases together. */
export const historyDays = 183;
const pastPerDay = 24;

/**
 * Posts of all phrases together. None at first, so that the stories since the last visit wait to be read; then more than on any
 * real day, so that some arrive while somebody looks; later as many as on a busy day.
 */
const livePerMinute = (minute: number): number => (minute < 2 ? 0 : minute < 20 ? 3 : 0.3);

/** Recent days have more posts. The average over `historyDays` is 1. */
export const recency = (daysAgo: number): number => 0.714 * (Math.max(daysAgo, 0.25) / historyDays) ** -0.286;

type Trend = { past: (usual: number, daysAgo: number) => number; live: number };
/** Nothing older than the history, which the collector would report as new. */
const steady: Trend = { past: (usual, daysAgo) => (daysAgo > historyDays ? 0 : usual), live: 1 };

/** More posts for weeks, then none for a week, which an alert rule notices. */
const silentDays = { from: 11, to: 2.5 };
const silent: Trend = {
  past(usual, daysAgo) {
    if (daysAgo < silentDays.from && daysAgo > silentDays.to) return 0;
    return steady.past(usual, daysAgo) * (daysAgo < 49 ? 1.4 : 1);
  },
  live: 1,
};

const trends: Record<string, Trend> = {
  'обращение к мэру': silent,
  'городская дума': silent,
  // Rising for a few days.
  'отключение горячей воды': {
    past: (usual, daysAgo) => steady.past(usual, daysAgo) * (1 + 8 * 2 ** (-daysAgo / 1.5)),
    live: 4,
  },
  // Silent since it took place.
  'городской марафон': { past: (usual, daysAgo) => (daysAgo < 12 ? 0 : steady.past(usual, daysAgo)), live: 0 },
  // A full search finds last year's wave of about 4,000 posts. It is not a phrase of the clients that sign in.
  'школьное питание': {
    past: (usual, daysAgo) => (daysAgo > 190 && daysAgo < 362 ? 25 : steady.past(usual, daysAgo)),
    live: 1,
  },
};

/** The share of a rank: low ranks are common, high ones rare. All shares add up to 1. */
const shareOf = (rank: number): number => (Math.sqrt(rank + 1) - Math.sqrt(rank)) / Math.sqrt(demoPhrases.length);

export const demoStreams: readonly Stream[] = demoPhrases.map((_, rank) => {
  const phrase = demoPhrases[(rank * 11 + 3) % demoPhrases.length] ?? demoPhrases[0];
  const trend = trends[phrase.text] ?? steady;
  const share = shareOf(rank);
  return {
    phrase,
    pastPerDay: (daysAgo) => trend.past(pastPerDay * share * recency(daysAgo), daysAgo),
    livePerMinute: (minute) => livePerMinute(minute) * share * trend.live,
  };
});
