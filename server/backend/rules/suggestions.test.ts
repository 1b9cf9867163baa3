// Proves: work#suggestions
import type { Tone } from '../../../shared/rules/work.ts';
import {
  checkSuggestion,
  createTraining,
  isHeldOut,
  probabilities,
  readModel,
  stemsOf,
  suggest,
  suggestMissing,
} from './suggestions.ts';
import { noWork } from './work.ts';

type Story = readonly [text: string, tone: Tone | null, tags: readonly number[]];

function train(stories: readonly Story[]): string | null {
  const training = createTraining(stories.map(([, tone, tags]) => ({ tone, tags })));
  for (const [text, tone, tags] of stories) training?.add({ tone, tags }, stemsOf(text));
  return training?.finish() ?? null;
}
const repeat = (times: number, story: Story): Story[] => Array.from({ length: times }, () => story);

test('probabilities equal naive Bayes, computed by hand', () => {
  const model = readModel(
    train([
      ...repeat(20, ['Яма на дороге', 'negative', [7]]),
      ...repeat(20, ['Открыли новый парк', 'positive', []]),
      ...repeat(20, ['Заседание совета', 'neutral', []]),
    ]) ?? '',
  );
  const found = probabilities(model, stemsOf('Ямы на дорогах у парка'));
  // 8 stems; the tones have 60, 60 and 40 of them. Three stems come from negative texts, «парк» from positive ones, «у» is
  // unknown.
  const negative = 21 * (21 / 68) ** 3 * (1 / 68);
  const positive = 21 * (1 / 68) ** 3 * (21 / 68);
  const neutral = 21 * (1 / 48) ** 4;
  const whole = negative + positive + neutral;
  expect(found?.tones.map((each) => each.toFixed(6))).toEqual(
    [positive, neutral, negative].map((each) => (each / whole).toFixed(6)),
  );
  // 20 stories with the tag have 60 stems, the other 40 have 100.
  const odds = (21 / 41) * (21 / 68 / (1 / 108)) ** 3 * (1 / 68 / (21 / 108));
  expect(found?.tags.map((each) => each.toFixed(6))).toEqual([(odds / (1 + odds)).toFixed(6)]);
});

const complaints = [
  'Во дворе неделю не вывозят мусор, жители жалуются на запах',
  'После ремонта дороги снова ямы, водители бьют колёса',
  'В доме третий день нет горячей воды, аварийная служба не отвечает',
  'Автобус опять не пришёл, люди мёрзли на остановке целый час',
  'Подъезд заливает, управляющая компания не чинит крышу',
  'Фонари на улице не горят, вечером страшно ходить',
];
const praise = [
  'Спасибо дворникам: двор чистый, снег убрали за ночь',
  'Открыли новый парк, дети в восторге от площадки',
  'Благодарим врачей поликлиники за внимание и заботу',
  'Фестиваль прошёл отлично, гости довольны праздником',
  'Новую школу сдали вовремя, родители благодарят строителей',
  'Набережную украсили к празднику, гулять стало приятно',
];
const neutral = [
  'Заседание городской думы пройдёт в среду',
  'Администрация опубликовала график приёма граждан',
  'Расписание электричек изменится с понедельника',
  'Объявлен конкурс на должность начальника отдела',
];
const places = ['на Лесной', 'у вокзала', 'в центре', 'за рекой', 'на Садовой'];
const of = (texts: readonly string[], tone: Tone, tags: readonly number[]): Story[] =>
  texts.flatMap((text) => places.map((place): Story => [`${text} ${place}`, tone, tags]));
const marked = [...of(complaints, 'negative', [7]), ...of(praise, 'positive', []), ...of(neutral, 'neutral', [])];

test.each([
  ['Жители жалуются: мусор не вывозят, контейнеры во дворах переполнены', { tone: 'negative', tags: [7] }],
  ['Водитель пробил колесо: яма на дороге после ремонта', { tone: 'negative', tags: [7] }],
  ['Дети благодарят строителей за площадку в новом парке', { tone: 'positive', tags: [] }],
  ['Дума опубликовала график заседаний', { tone: 'neutral', tags: [] }],
  ['Котята ищут дом', null],
  ['В центре за рекой', null],
  ['', null],
])('for «%s» the suggestion is %j', (text, expected) => {
  expect(suggest(readModel(train(marked) ?? ''), stemsOf(text))).toEqual(expected);
});

test('a text with fewer than three known stems has no probabilities', () => {
  const model = readModel(train(marked) ?? '');
  expect(probabilities(model, stemsOf('мусор двор космос'))).toBeNull();
  expect(probabilities(model, stemsOf('мусор двор вокзал'))).not.toBeNull();
});

test('fewer than 50 marks suggest nothing, and neither do fewer than 10 of a class or against it', () => {
  expect(train(marked.slice(0, 49))).toBeNull();
  const closed: Story[] = marked.map(([text]) => [text, null, []]);
  expect(train(closed)).toBeNull();
  const alike = readModel(train([...of([...complaints, ...praise], 'negative', [7])]) ?? '');
  expect(suggest(alike, stemsOf(complaints[0] ?? ''))).toBeNull();
  const rare = readModel(train([...marked, ...repeat(9, ['Пожар на складе шин', 'neutral', [8]])]) ?? '');
  expect(rare.tags).toEqual([7]);
});

test('a suggestion omits values that are set, and a closed story has none', () => {
  const both = { tone: 'negative', tags: [7, 8] } as const;
  expect(suggestMissing(both, null)).toEqual(both);
  expect(suggestMissing(both, { ...noWork, tone: 'neutral', tags: [8] })).toEqual({ tone: null, tags: [7] });
  expect(suggestMissing(both, { ...noWork, tone: 'neutral', tags: [7, 8] })).toBeNull();
  expect(suggestMissing(both, { ...noWork, state: 'resolved' })).toBeNull();
});

test('a suggestion is correct when it equals the set value; values that were not set do not count', () => {
  const both = { tone: 'negative', tags: [7, 8] } as const;
  expect(checkSuggestion(both, { tone: 'negative', tags: [8, 9] })).toEqual({ checked: 3, correct: 2 });
  expect(checkSuggestion(both, { tone: 'positive', tags: [] })).toEqual({ checked: 1, correct: 0 });
  expect(checkSuggestion(null, { tone: 'positive', tags: [7] })).toEqual({ checked: 0, correct: 0 });
});

test.each([1, 2, 5])('a fifth of the stories is held out, even when their IDs are %i apart', (step) => {
  const count = Array.from({ length: 10_000 }, (_, index) => isHeldOut(1 + index * step)).filter(Boolean).length;
  expect(count).toBeGreaterThan(1900);
  expect(count).toBeLessThan(2100);
});
