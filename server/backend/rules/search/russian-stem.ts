/**
 * The stem of a Russian word, which all its forms have in common. Endings of cases and verbs are removed once; then a vowel that
 * comes and goes («рынок», «рынка»), and what follows the vowel of a verb («сказал», «сказать», «вокзал», «вокзалы»).
 */
import { irregularForms, wholeStems } from './russian-words.ts';

/** Something with a vowel is left. */
const afterVowel = '(?<=[аеиоуыэюя].+|.[аеиоуыэюя])';

const reflexive =
  /(?<=л[аои]?|т|ть|шь|[мй]|ш[аеи]|щ(?:ая|ий|[ие]е|его|ему|ими?|их|ую|ей)|вши|те)ся$|(?<=л[аои]|[аеиоянчжшщ]ю|[нчжшщ]у|вши|те)сь$/;

/** Of cases, adjectives and verbs. The longest one that matches is removed. */
const ending = new RegExp(
  `${afterVowel}(?:${[
    'и(?:ями|ях|ям|ем|ев|ей|я|ю|е|и|й)',
    'ь(?:ями|ях|ям|ем|ей|я|ю|е|и)',
    '[ео](?:ями|ях|ям|ем|я|и|ю)|оев',
    '[ая]ми|[ая][мх]|ов|(?<=[аеиоуыэюяц])ев|[оеиы]м|[оеиы]й|[иы]ми|[ое]го|[ое]му|[ыи]х|[уюая][юя]|[оеы]е',
    '(?<=[ая])(?:ешь|ете|ет|ют)|(?<=и)шь|(?<=[аеиоуыэюя].*[аяиы])ть',
    '[аеиоуыюяьй]',
  ].join('|')})$`,
);
/** Of stems that can end like another ending: «диплома», «рекламой», and of names: «Силуанову». */
const secondEndings: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:[аеуыи]|[оая]м|ов|ой|[ая]ми|[ая]х)$/, /(?<=[аеиоуыэюя].{2,}|.{3}[аеиоуыэюя])[оае]м$/],
  [/^[аеуы]$/, /(?<=.{5})ов$|(?<=.{3}[аеиоуыэюя])ев$/],
];

/** «задержание» is no form of «задержать». */
const verbalNoun = /[ая]ни(?:[еиюяй]|е[йм]|ям|ями|ях)$/;

/** What follows the vowel of a verb, by what is left of it. */
const themes: readonly (readonly [RegExp, string])[] = [
  [/(?<=[аеиоуыэюя].*[ая])(?:л|нн?|вш|ющ)$/, ''],
  [/(?<=[аеиоуыэюя].*[иы])(?:л|т|вш)$/, ''],
  [/(?<=[аеиоуыэюя].*[^аеиоуыэюя])(?:у[ею]т|ующ)$/, 'ова'],
  [/(?<=[аеиоуыэюя].*)(?:ят|(?<=[жшщч])ат)$/, 'и'],
  [/(?<=[аеиоуыэюя].*)енн$/, 'ен'],
  [/(?<=[аеиоуыэюя].*[аеиоуыэюя].*)ост$/, ''],
];

const caseEndings = ' а у ы и е ой ом ем ым ов ев ей ам ям ами ями ах ях ых ыми й я ю ь ью'.split(' ');
/** «Телеграма», «Газпромом», «систем». */
const wholeEnd = /(?<=.{3})грам$|(?:пром|дром|систем|проблем|теорем)$/;

function wholeStem(word: string): string | undefined {
  for (const { length } of caseEndings.filter((each) => word.endsWith(each))) {
    const stem = word.slice(0, word.length - length);
    if (wholeStems.has(stem) || wholeEnd.test(stem)) return stem;
  }
  return undefined;
}

function withoutTheme(stem: string): string {
  const [pattern, theme] = themes.find(([each]) => each.test(stem)) ?? [];
  return pattern === undefined || theme === undefined ? stem : stem.replace(pattern, theme);
}

function withoutEnding(word: string): string {
  const removed = ending.exec(word)?.[0] ?? '';
  const stem = word.slice(0, word.length - removed.length);
  const noun = secondEndings.reduce(
    (rest, [first, second]) => (first.test(removed) ? rest.replace(second, '') : rest),
    stem,
  );
  // «гражданин» and «граждане».
  return verbalNoun.test(word) ? noun : withoutTheme(noun.replace(/(?<=[ая]н)ин$/, ''));
}

/** «ок» and «ек», «ец» and «ен» lose their vowel: «участок», «владелец», «уровень», «новостроек». */
const withoutFleetingVowel = (stem: string): string =>
  stem
    .replace(/(?<=[аеиоуыэюя].*[^аеиоуыэюяьй])(?:ь?[ое](?=[кц]$)|е(?=н$))/, '')
    .replace(/(?<=[аеиоуыэюя])е(?=[кц]$)/, 'й')
    .replace(/ь(?=[кц]$)/, '');

/** Takes a word in lower case without «ё». */
export const stemRussian = (word: string): string =>
  irregularForms.get(word) ?? wholeStem(word) ?? withoutFleetingVowel(withoutEnding(word.replace(reflexive, '')));
