/** Lines that people paste into «Добавление списком» besides plain phrases, and the result of each. */
import * as messages from '../../shared/messages.ts';

type Expected =
  | { kind: 'new'; text: string }
  /** `error`: a part of the error text. */
  | { kind: 'wrong'; error: string }
  | { kind: 'exists' | 'blank' };

/** `line` returns a different line for each `n`. */
export type PastedLine = { name: string; line: (n: number) => string; expected: (n: number) => Expected };

const becomes = (name: string, line: (n: number) => string, text: (n: number) => string): PastedLine => ({
  name,
  line,
  expected: (n) => ({ kind: 'new', text: text(n) }),
});
/** Saved unchanged. */
const same = (name: string, line: (n: number) => string) => becomes(name, line, line);
const isA = (kind: 'exists' | 'blank', name: string, line: (n: number) => string): PastedLine => ({
  name,
  line,
  expected: () => ({ kind }),
});
const fails = (name: string, error: string, line: (n: number) => string): PastedLine => ({
  name,
  line,
  expected: () => ({ kind: 'wrong', error }),
});

/** A phrase that the client already tracks. */
export const trackedText = 'уже отслеживается';

/** A line of the kind `exists` repeats an earlier one of the same `n`. */
export const pastedLines: readonly PastedLine[] = [
  same('a plain phrase', (n) => `метро ${n}`),
  same('a phrase with ё', (n) => `ёлка ${n}`),
  isA('blank', 'an empty line', () => ''),
  isA('blank', 'blanks', () => '   '),
  isA('blank', 'tabs', () => '\t\t'),
  isA('blank', 'no-break spaces', () => '\u00a0\u202f'),
  isA('blank', 'zero-width characters', () => '\u200b\u2060'),
  isA('blank', 'a byte order mark', () => '\ufeff'),
  isA('blank', 'a braille blank', () => '\u2800'),
  isA('blank', 'empty cells of a table', () => ';;,;'),
  isA('blank', 'an empty item of a numbered list', (n) => `${n + 1}.`),
  isA('blank', 'an empty item of a list', () => '• '),
  becomes(
    'spaces around',
    (n) => `  пробелы ${n} `,
    (n) => `пробелы ${n}`,
  ),
  becomes(
    'several spaces inside',
    (n) => `два   пробела ${n}`,
    (n) => `два пробела ${n}`,
  ),
  becomes(
    'no-break spaces inside',
    (n) => `неразрывный\u00a0пробел ${n}`,
    (n) => `неразрывный пробел ${n}`,
  ),
  becomes(
    'tabs around',
    (n) => `\tтабуляция ${n}\t`,
    (n) => `табуляция ${n}`,
  ),
  becomes(
    'a byte order mark before',
    (n) => `\ufeffметка ${n}`,
    (n) => `метка ${n}`,
  ),
  becomes(
    'a zero-width space inside a word',
    (n) => `трам\u200bвай ${n}`,
    (n) => `трамвай ${n}`,
  ),
  becomes(
    'soft hyphens',
    (n) => `трол\u00adлей\u00adбус ${n}`,
    (n) => `троллейбус ${n}`,
  ),
  becomes(
    'marks of direction',
    (n) => `\u200fнаправление ${n}\u202c`,
    (n) => `направление ${n}`,
  ),
  becomes(
    'letters in two parts',
    (n) => `чаи\u0306ка ${n}`,
    (n) => `чайка ${n}`,
  ),
  becomes(
    'full-width letters',
    (n) => `ＭＥＴＲＯ ${n}`,
    (n) => `METRO ${n}`,
  ),
  becomes(
    'a hyphen of a word processor',
    (n) => `онлайн\u2011школа ${n}`,
    (n) => `онлайн-школа ${n}`,
  ),
  becomes(
    'a minus sign',
    (n) => `вокзал ${n} \u2212такси`,
    (n) => `вокзал ${n} -такси`,
  ),
  becomes(
    'a number with a dot',
    (n) => `${n + 1}. первый пункт ${n}`,
    (n) => `первый пункт ${n}`,
  ),
  becomes(
    'a number with a bracket',
    (n) => `${n + 1}) второй пункт ${n}`,
    (n) => `второй пункт ${n}`,
  ),
  becomes(
    'a number in a column',
    (n) => `${n + 1}\tтретий пункт ${n}`,
    (n) => `третий пункт ${n}`,
  ),
  becomes(
    'a bullet',
    (n) => `• маркер ${n}`,
    (n) => `маркер ${n}`,
  ),
  becomes(
    'a bullet and a tab',
    (n) => `·\tточка ${n}`,
    (n) => `точка ${n}`,
  ),
  becomes(
    'a dash',
    (n) => `— тире ${n}`,
    (n) => `тире ${n}`,
  ),
  becomes(
    'an asterisk',
    (n) => `* звёздочка ${n}`,
    (n) => `звёздочка ${n}`,
  ),
  becomes(
    'a comma after',
    (n) => `запятая ${n},`,
    (n) => `запятая ${n}`,
  ),
  becomes(
    'a semicolon after',
    (n) => `точка с запятой ${n};`,
    (n) => `точка с запятой ${n}`,
  ),
  becomes(
    'quotes as Excel copies them',
    (n) => `"кафе ""Парк ${n}"""`,
    (n) => `кафе "Парк ${n}"`,
  ),
  becomes(
    'too long only by spaces',
    (n) => `длинный${' '.repeat(300)}пробел ${n}`,
    (n) => `длинный пробел ${n}`,
  ),
  same('a quoted phrase', (n) => `"точная фраза ${n}"`),
  same('an open quote', (n) => `"кавычка ${n}`),
  same('the longest phrase', (n) => `${'я'.repeat(250)} ${String(n).padStart(4, '0')}`),
  same('emoji', (n) => `праздник ${n} 👨‍👩‍👧`),
  same('a stress mark', (n) => `за\u0301мок ${n}`),
  same('an address', (n) => `https://example.ru/news?page=${n}`),
  same('a brand of two alphabets', (n) => `СберPrime ${n}`),
  isA('exists', 'the same phrase', (n) => `метро ${n}`),
  isA('exists', 'another case', (n) => `МЕТРО ${n}`),
  isA('exists', 'е instead of ё', (n) => `Елка ${n}`),
  isA('exists', 'the same phrase after all that', (n) => `${n + 1}.\t\ufeffМетро\u00a0 ${n},;`),
  isA('exists', 'a phrase that the client tracks', () => `• ${trackedText}`),
  fails('columns with semicolons', messages.severalColumns, (n) => `столбец;Москва;${n}`),
  fails('columns with tabs', messages.severalColumns, (n) => `столбец\tМосква\t${n}`),
  fails('NUL', 'недопустимый символ (символ 5)', (n) => `ноль\0${n}`),
  fails('a control character', 'недопустимый символ (символ 3)', (n) => `пе\u0002ренос ${n}`),
  fails('half of a character', 'недопустимый символ', (n) => `половина \ud83d ${n}`),
  fails('a text', messages.textTooLong(255), (n) => `${'Длинный текст. '.repeat(20)}${n}`),
  fails('a line of a megabyte', messages.textTooLong(255), (n) => 'мегабайт '.repeat(n === 0 ? 120_000 : 50)),
  fails('an operator alone', 'нет слова', () => 'OR'),
  fails('an operator at the end', 'после ИЛИ нет слова', (n) => `кот ${n} ИЛИ`),
  fails('empty brackets', 'пустые скобки', () => '()'),
  fails('an open bracket', 'не закрыта скобка', (n) => `метро (${n}`),
  fails('a closing bracket', 'лишняя закрывающая скобка', (n) => `${n} ) метро`),
  fails('punctuation', 'нет ни одного слова', () => '!!!'),
  fails('emoji alone', 'нет ни одного слова', () => '🚇🎉'),
  fails('an exclusion alone', 'все слова исключены', (n) => `-такси${n}`),
  fails('too many words', 'слишком много слов', (n) => 'и '.repeat(120) + n),
  fails('too many alternatives', 'слишком много вариантов', (n) => `1 OR 2 OR 3 OR 4 OR ${n + 5}`),
  fails('a Latin letter in a Russian word', 'латинская «o»', (n) => `мoсква ${n}`),
  fails('a Russian letter in a Latin word', 'русская «Т»', (n) => `Тesla ${n}`),
  fails('tags', 'код HTML', (n) => `<li>список ${n}</li>`),
  fails('an HTML entity', 'код HTML', (n) => `кафе &laquo;${n}&raquo;`),
  fails('the text of an address', 'код из адреса', (n) => `%D0%BC%D0%B5%D1%82%D1%80%D0%BE+${n}`),
];
