/** What happened in the days before the demo started: yesterday's spike, posts that their authors edited, and deleted ones. */
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { startOfDay } from './days.ts';
import type { DemoPhrase } from './phrases.ts';
import { composeDemoPost, composePostText, type DemoPost } from './posts.ts';
import { createRandom, hashText } from './random.ts';
import { closings } from './sentences.ts';
import { sources } from './sources.ts';

/** The cause of the spike: news that many sources repeat, and others mention, from 14:00 on. */
const news = {
  phrase: 'новая станция метро',
  text:
    'Новая станция метро закрыта на вход из-за задымления на эскалаторе. Пассажиров вывели, пострадавших нет, ' +
    'поезда проходят станцию без остановки. Запущены бесплатные автобусы до соседних станций.',
  comment: 'Вход закрыт из-за задымления.',
} as const;
const newsHour = 14;
const newsPosts = 46;
const newsMs = 3 * hourMs;

const ordinary = { attached: null, repostOf: null, isAd: false };

function composeNews(phrase: DemoPhrase, today: number): DemoPost[] {
  const begin = today - dayMs + newsHour * hourMs;
  return Array.from({ length: newsPosts }, (_, index) => {
    const seed = hashText(`news ${begin} ${index}`);
    const random = createRandom(seed);
    // Half of the posts come within the first 45 minutes.
    const postedAt = begin + Math.floor((newsMs * random.next() ** 2) / 1000) * 1000;
    const post = composeDemoPost(seed, phrase, postedAt);
    const copy = random.chance(0.5) ? news.text : `${news.text} ${random.pick(closings)}`;
    const text = random.chance(0.4) ? copy : `${composePostText(random, phrase, post.source.place)} ${news.comment}`;
    return { ...post, ...ordinary, text, phrases: [phrase], reach: post.reach * 2 };
  });
}

/** `minute`: of the day, so many days ago. `later`: minutes until its author changed or deleted it. */
type Incident = { phrase: string; daysAgo: number; minute: number; later: number; text: string; newText?: string };

const incidents: readonly Incident[] = [
  {
    phrase: 'ремонт дорог',
    daysAgo: 1,
    minute: 11 * 60 + 20,
    later: 290,
    text: 'Ремонт дорог на Садовой закончат в пятницу: подрядчик обещает открыть все четыре полосы. Объезд по Речной улице пока остаётся.',
    newText:
      'Ремонт дорог на Садовой закончат на неделю позже: подрядчик ждёт асфальт и откроет только две полосы. Объезд по Речной улице пока остаётся.',
  },
  {
    phrase: 'тарифы ЖКХ',
    daysAgo: 3,
    minute: 9 * 60 + 45,
    later: 75,
    text: 'Тарифы ЖКХ вырастут на 12 % со следующего месяца, пишут в домовых чатах. Ждём подтверждения от управляющих компаний.',
    newText:
      'Тарифы ЖКХ со следующего месяца не изменятся: администрация опровергла сообщения домовых чатов о росте на 12 %. Ждём подтверждения от управляющих компаний.',
  },
  {
    phrase: 'детская площадка',
    daysAgo: 5,
    minute: 17 * 60 + 5,
    later: 1100,
    text: 'Детская площадка у дома 14 на Лесной снова без качелей. Заявку подали две недели назад, ответа нет.',
    newText:
      'Детская площадка у дома 14 на Лесной снова без качелей. Заявку подали две недели назад, ответа нет. Обновлено: качели вернули, спасибо.',
  },
  {
    phrase: 'обращение к мэру',
    daysAgo: 1,
    minute: 16 * 60 + 35,
    later: 220,
    text: 'Обращение к мэру от жителей Заречного: третью неделю без горячей воды, в приёмной бросают трубку. Публикуем номер заявки и фамилии тех, кто отвечает отписками.',
  },
  {
    phrase: 'управляющая компания',
    daysAgo: 4,
    minute: 12 * 60 + 15,
    later: 340,
    text: 'Управляющая компания выставила счёт за ремонт, которого не было. Вот квитанция и фото подъезда, делитесь с соседями.',
  },
];

function composeIncident(phrase: DemoPhrase, today: number, { daysAgo, minute, later, text, newText }: Incident) {
  const postedAt = today - daysAgo * dayMs + minute * minuteMs;
  const changedAt = postedAt + later * minuteMs;
  const seed = hashText(`incident ${postedAt}`);
  const source = createRandom(seed).pick(sources);
  const post = { ...composeDemoPost(seed, phrase, postedAt), source, userId: source.ownerId };
  const life =
    newText === undefined
      ? { edit: null, deletedAt: changedAt }
      : { edit: { at: changedAt, text: newText }, deletedAt: null };
  return { ...post, ...ordinary, text, phrases: [phrase], hasPhoto: false, ...life };
}

export function composeIncidents(phrase: DemoPhrase, startedAt: number): DemoPost[] {
  const today = startOfDay(startedAt);
  return [
    ...(phrase.text === news.phrase ? composeNews(phrase, today) : []),
    ...incidents.filter(({ phrase: text }) => text === phrase.text).map((one) => composeIncident(phrase, today, one)),
  ];
}
