/** Declines simple Russian phrases, so that posts about any phrase contain it in several forms. */
import { stemText } from '../../server/backend/rules/search/tokenise.ts';

/** A form is null when the ending does not determine it. */
type WordForms = { genitive: string | null; accusative: string | null };

/** An ending with what replaces it in the genitive and in the accusative of inanimate nouns. */
type Rule = readonly [pattern: RegExp, genitive: string | null, accusative: string | null];

const adjectives: readonly Rule[] = [
  [/ая$/, 'ой', 'ую'],
  [/яя$/, 'ей', 'юю'],
  [/(?<=[гкх])ий$/, 'ого', 'ий'],
  [/ий$/, 'его', 'ий'],
  [/(ый|ой)$/, 'ого', '$1'],
  [/ое$/, 'ого', 'ое'],
  [/ее$/, 'его', 'ее'],
  [/ые$/, 'ых', 'ые'],
  [/(?<=[гкхжшчщ])ие$/, 'их', 'ие'],
];

const nouns: readonly Rule[] = [
  [/(?<=[гкхжшчщ])а$/, 'и', 'у'],
  [/а$/, 'ы', 'у'],
  [/(?<!м)я$/, 'и', 'ю'],
  [/ие$/, 'ия', 'ие'],
  // Many nouns lose a vowel here: рынок, отец, день.
  [/(?<=[оеё][кцнл])$/, null, ''],
  [/(?<=[бвгдзклмнпрстфхцчшщ])$/, 'а', ''],
  [/([оыиь])$/, null, '$1'],
];

function decline(word: string, rules: readonly Rule[]): WordForms | null {
  const rule = rules.find(([pattern]) => pattern.test(word));
  if (!rule) return null;
  const [pattern, genitive, accusative] = rule;
  const form = (ending: string | null): string | null => {
    const declined = ending === null ? null : word.replace(pattern, ending);
    return declined !== null && stemText(declined) === stemText(word) ? declined : null;
  };
  return { genitive: form(genitive), accusative: form(accusative) };
}

/** Verbs and adverbs look like nouns at their end. */
const notNoun = /(ть|ться|ти)$|^(вчера|завтра|всегда|когда|куда|откуда|сколько|как|где)$/;

/** Understands one noun, or an adjective and a noun, in small Cyrillic letters. Both forms are null otherwise. */
export function declinePhrase(text: string): WordForms {
  const unknown = { genitive: null, accusative: null };
  if (!/^[а-яё]{3,}( [а-яё]{3,})?$/.test(text)) return unknown;
  const [first = '', second] = text.split(' ');
  const head = second ?? first;
  const noun = notNoun.test(first) || notNoun.test(head) ? null : decline(head, nouns);
  if (noun === null || second === undefined) return noun ?? unknown;
  const adjective = decline(first, adjectives);
  const join = (name: keyof WordForms) => (adjective?.[name] && noun[name] ? `${adjective[name]} ${noun[name]}` : null);
  return { genitive: join('genitive'), accusative: join('accusative') };
}
