// Proves: query-language#forms-and-numbers, query-language#operators, query-language#stored-phrases
import fc from 'fast-check';
import { loadTestPhrase } from '../../../../scripts/demo/load-test.ts';
import { demoPhrases } from '../../../../scripts/demo/world/phrases.ts';
import { character } from '../../../../test/support/arbitraries.ts';
import { matchesSearch, type SearchQuery } from './query-tree.ts';
import { findQueryError, parseAsWritten, parsePlainQuery, parseSearchQuery, searchTextError } from './search-query.ts';
import { stemText, tokenise } from './tokenise.ts';

const matches = (text: string, typed: string) => {
  const query = parseSearchQuery(typed);
  return query !== null && matchesSearch(text, query);
};

/** The tree with stems in quotes, for short expectations. */
function show(query: SearchQuery | null): string {
  if (query === null) return 'nothing';
  if (query.kind === 'phrase') return `"${query.stems.join(' ')}"`;
  if (query.kind === 'not') return `not ${show(query.part)}`;
  return `${query.kind}(${query.parts.map(show).join(', ')})`;
}

const parsed = (typed: string) => show(parseSearchQuery(typed));

describe('tokenise', () => {
  test.each(['выборов', 'Выборам', 'ВЫБОРАХ', 'выборами'])('%s has the stem of «выборы»', (form) => {
    expect(stemText(form)).toBe(stemText('выборы'));
  });

  test('ё equals е, even as е with a combining mark', () => {
    expect(stemText('Ёлка')).toBe(stemText('елка'));
    expect(stemText('е\u0308лка')).toBe(stemText('елка'));
  });

  test.each(['´', '`', 'ˊ', 'ˋ', 'ʹ', '\u0300', '\u0301'])(
    'the accent %j between Cyrillic letters is no part of the word, and does not split it',
    (sign) => {
      const accented = `за${sign}мок`;
      expect(tokenise(`у ${accented}.`)).toEqual([
        { stem: 'у', start: 0, end: 1 },
        { stem: stemText('замок'), start: 2, end: 2 + accented.length },
      ]);
      expect(matches(`старый ${accented}`, '"старый замок"')).toBe(true);
      expect(matches('старый замок', accented)).toBe(true);
      expect(stemText(`е${sign}ли и${sign}х`)).toBe(stemText('ели их'));
    },
  );

  test.each(['Rock`n roll', '`код` и текст', 'а ` б'])('%s has marks that are not accents', (text) => {
    expect(stemText(text)).toBe(stemText(text.replaceAll('`', ' ')));
  });

  test('Latin words are stemmed as English', () => {
    expect(stemText('Elections')).toBe(stemText('election'));
  });

  test.each(['\u00AD', '\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD\u200B'])(
    'the invisible characters %j inside a word are no part of it, in texts and in searches',
    (sign) => {
      const split = `вок${sign}зал`;
      expect(tokenise(`у ${split}а.`)).toEqual([
        { stem: 'у', start: 0, end: 1 },
        { stem: stemText('вокзал'), start: 2, end: 2 + split.length + 1 },
      ]);
      expect([parsed(split), parsed(`-"${split}"`)]).toEqual([parsed('вокзал'), parsed('-"вокзал"')]);
      expect(matches(`новый ${split}`, '"новый вокзал"')).toBe(true);
    },
  );

  test.each([' ', '\u00A0', '\u2007', '\u2009', '\u202F'])(
    'a number with groups divided by %j is one number',
    (space) => {
      const number = `1${space}250${space}000`;
      expect([stemText(`за ${number} рублей`), parsed(number)]).toEqual([stemText('за 1250000 рублей'), '"1250000"']);
      expect(matches(`цена ${number}, скидка`, '1250000')).toBe(true);
      expect(matches('цена 1250000', `"цена ${number}"`)).toBe(true);
      expect(matches('цена 1250000', `-${number}`)).toBe(false);
    },
  );

  test.each(['8 800 555 35 35', '2024 100', 'а1 000', '1 0000', '1 00', '1  000'])(
    '%s is no grouped number',
    (text) => {
      expect(stemText(text)).toBe(text.toLowerCase().replace('  ', ' '));
    },
  );

  test('positions of tokens match their words in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const tokens = tokenise(text);
        return tokens.every(
          ({ stem, start, end }, at) =>
            start < end && end <= text.length && start >= (tokens[at - 1]?.end ?? 0) && /^[\p{L}\p{N}]+$/u.test(stem),
        );
      }),
    );
  });
});

describe('parseSearchQuery', () => {
  test.each([
    ['метро "новая станция" -«платная парковка» -сбой', 'all("метр", "нов станц", not "платн парковк", not "сбо")'],
    ['санкт-петербург', '"санкт петербург"'],
    ['"новая станция', '"нов станц"'],
    ['кот OR пёс', 'any("кот", "пес")'],
    ['кот ИЛИ пёс | рыба', 'any("кот", "пес", "рыб")'],
    ['кот|пёс', 'any("кот", "пес")'],
    ['белый кот OR пёс', 'any(all("бел", "кот"), "пес")'],
    ['белый (кот OR пёс)', 'all("бел", any("кот", "пес"))'],
    ['"белый кот"OR(пёс)', 'any("бел кот", "пес")'],
    ['метро -(сбой OR авария)', 'all("метр", not any("сбо", "авар"))'],
    ['метро -(сбой авария)', 'all("метр", not all("сбо", "авар"))'],
    ['(-сбой метро)', 'all(not "сбо", "метр")'],
    ['кот | -пёс', 'any("кот", not "пес")'],
    ['((кот) (пёс))', 'all("кот", "пес")'],
    ['((кот OR пёс) OR рыба)', 'any("кот", "пес", "рыб")'],
    ['кот or пёс или рыба', 'all("кот", "or", "пес", "ил", "рыб")'],
    ['"OR" -OR', 'all("or", not "or")'],
    ['(не)законный метод(ы)', 'all("не законн", "метод ы")'],
    ['метро (Москва), кот', 'all("метр", "москв", "кот")'],
    ['-(кот)', 'not "кот"'],
    ['-(-кот)', '"кот"'],
    ['метро -(-(-(кот OR пёс)))', 'all("метр", not any("кот", "пес"))'],
    ['метро -(-(кот пёс))', 'all("метр", "кот", "пес")'],
    ['-(не)законный', 'not "не законн"'],
    ['кот AND пёс И рыба && сом & ёж', 'all("кот", "пес", "рыб", "сом", "еж")'],
    ['кот NOT пёс', 'all("кот", not "пес")'],
    ['кот НЕ "белый хвост" И НЕ (пёс OR рыба)', 'all("кот", not "бел хвост", not any("пес", "рыб"))'],
    ['НЕ кот AND пёс', 'all(not "кот", "пес")'],
    ['кот AND NOT -пёс', 'all("кот", "пес")'],
    ['кот || пёс', 'any("кот", "пес")'],
    ['кот||пёс', 'any("кот", "пес")'],
    ['И кот OR И пёс', 'any(all("и", "кот"), all("и", "пес"))'],
    ['"И" "NOT" "AND" и не and', 'all("и", "not", "and", "и", "не", "and")'],
    ['ВОЙНА И МИР', 'all("войн", "и", "мир")'],
    ['ВОЙНА И мир', 'all("войн", "и", "мир")'],
    ['ВОЙНА AND МИР', 'all("войн", "мир")'],
    ['"ВОЙНА" НЕ "МИР"', 'all("войн", not "мир")'],
    ['Т-34 И танк', 'all("т 34", "танк")'],
    ['AND-кот, И!', 'all("and кот", "и")'],
    ['метро -NOT -И', 'all("метр", not "not", not "и")'],
    ['Yahoo! ~ 5 !!! ~10', 'all("yahoo", "5", "10")'],
    ['"завод «Север» закрыли"', '"завод север закры"'],
    ['«завод «Север» закрыли» метро', 'all("завод север закры", "метр")'],
    ['„завод „Север“ закрыли“', '"завод север закры"'],
    ['«концерт "Любэ" отменён»', '"концерт любэ отменн"'],
    ['“завод «Север» закрыли”', '"завод север закры"'],
    ['«завод «Север» закрыли', 'all("завод север", "закры")'],
    ['«новая станция" метро', 'all("нов станц", "метр")'],
    ['метка -слово', 'all("метк", not "слов")'],
    ['СССР', 'any("ссср", "cccp")'],
    ['CCCP OR кот', 'any("cccp", "ссср", "кот")'],
    ['кот -"1С и ВВС"', 'all("кот", not any("1с и ввс", "1c и bbc"))'],
    ['ЦCKA мoсква', 'all("цска", "москв")'],
    ...[...'‐‑‒–—―−﹣－'].map((dash) => [`метка ${dash}слово`, 'all("метк", not "слов")']),
    ['(–кот метро |—"белый пёс" метро)', 'any(all(not "кот", "метр"), all(not "бел пес", "метр"))'],
    ['метро –(сбой OR авария) –#метка —5', 'all("метр", not any("сбо", "авар"), not "метк", not "5")'],
    ['метро – сбой кот–пёс -!сом –!сом', 'all("метр", "сбо", "кот пес", not "сом", "сом")'],
  ])('%s: %s', (typed, tree) => expect(parsed(typed)).toBe(tree));

  test.each(['', '  ', '-', '"', '""', '!!! 🔥', '- -'])('returns null for %j', (text) => {
    expect(parseSearchQuery(text)).toBeNull();
    expect(searchTextError(text)).toBeNull();
  });

  test('a phrase and an exclusion keep what was written', () => {
    expect(parseSearchQuery('«новая станция»')).toMatchObject({ text: '«новая станция»' });
    expect(parseSearchQuery('-«платная парковка»')).toMatchObject({ text: '«платная парковка»' });
    expect(parseSearchQuery('-(сбой OR авария)')).toMatchObject({ text: '(сбой OR авария)' });
  });

  test('parses any text without an error, and describes what cannot be read', () => {
    const operators = [' OR ', ' AND ', ' НЕ ', ' И ', '!', '|', 'ИЛИ', '–', 'NEAR'];
    const piece = fc.constantFrom('(', ')', '-', ' ', '"', '«', '»', 'кот', 'КОТ', '🔥', ...operators);
    const text = fc.oneof(
      fc.string({ unit: character }),
      fc.array(piece, { maxLength: 90 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const error = searchTextError(typed);
        if (error === null) return show(parseSearchQuery(typed)) !== '';
        expect(error).toMatch(/^Ошибка в запросе: .+ \(символ \d+\)$/);
        return show(parseAsWritten(typed)) === show(parsePlainQuery(typed));
      }),
    );
  });
});

describe('searchTextError', () => {
  test.each([
    ['метро (кот', 'не закрыта скобка (символ 7)'],
    ['метро -(кот', 'не закрыта скобка (символ 8)'],
    ['(кот (пёс)', 'не закрыта скобка (символ 1)'],
    ['🔥 (кот', 'не закрыта скобка (символ 3)'],
    ['кот) пёс', 'лишняя закрывающая скобка (символ 4)'],
    ['кот ()', 'пустые скобки (символ 5)'],
    ['кот (!)', 'пустые скобки (символ 5)'],
    ['метро -""', 'после минуса нет слова (символ 7)'],
    ['метро -«!»', 'после минуса нет слова (символ 7)'],
    ['-"" метро', 'после минуса нет слова (символ 1)'],
    ['кот OR', 'после OR нет слова (символ 5)'],
    ['кот ИЛИ OR пёс', 'после ИЛИ нет слова (символ 5)'],
    ['(кот |) пёс', 'после | нет слова (символ 6)'],
    ['OR кот', 'перед OR нет слова (символ 1)'],
    ['кот (| пёс)', 'перед | нет слова (символ 6)'],
    ['кот NEAR пёс', 'оператор NEAR не поддерживается (символ 5)'],
    ['кот NEAR/5 пёс', 'оператор NEAR/5 не поддерживается (символ 5)'],
    ['кот ADJ пёс', 'оператор ADJ не поддерживается (символ 5)'],
    ['кот (XOR пёс)', 'оператор XOR не поддерживается (символ 6)'],
    ['кот !пёс', 'оператор ! не поддерживается (символ 5)'],
    ['~кот', 'оператор ~ не поддерживается (символ 1)'],
    ['кот AND', 'после AND нет слова (символ 5)'],
    ['кот И', 'после И нет слова (символ 5)'],
    ['AND кот', 'перед AND нет слова (символ 1)'],
    ['(кот) (AND пёс)', 'перед AND нет слова (символ 8)'],
    ['кот OR AND пёс', 'перед AND нет слова (символ 8)'],
    ['кот AND И пёс', 'после AND нет слова (символ 5)'],
    ['кот НЕ', 'после НЕ нет слова (символ 5)'],
    ['кот И НЕ', 'после НЕ нет слова (символ 7)'],
    ['(кот NOT) пёс', 'после NOT нет слова (символ 6)'],
    ['МЫ НЕ РАБЫ', 'НЕ среди заглавных букв: напишите «-» или «не» (символ 4)'],
    ['команда NOT ЦСКА', 'NOT среди заглавных букв: напишите «-» или «не» (символ 9)'],
    [`${'я '.repeat(32)}кот`, 'слишком много слов (символ 65)'],
    [`${'('.repeat(11)}кот${')'.repeat(11)}`, 'слишком много вложенных скобок (символ 11)'],
  ])('%s: %s', (typed, error) => expect(searchTextError(typed)).toBe(`Ошибка в запросе: ${error}`));

  test.each([
    ['метро (кот', 'query-unfinished'],
    ['метро (кот OR', 'query-unfinished'],
    ['кот И НЕ', 'query-unfinished'],
    ['метро -"', 'query-unfinished'],
    ['кот) пёс', 'query-unreadable'],
    ['кот ()', 'query-unreadable'],
    ['кот OR OR пёс', 'query-unreadable'],
    ['OR', 'query-unreadable'],
    ['кот NEAR', 'query-unreadable'],
  ])('«%s» is %s: only what is missing at the end may be typed yet', (typed, code) =>
    expect(findQueryError(typed)?.code).toBe(code),
  );

  test.each(['кот "пёс', `${'я '.repeat(32)}`, '24" монитор', '-кот', 'c++ / c#'])('%s has none', (typed) => {
    expect(searchTextError(typed)).toBeNull();
  });
});

describe('phrases of earlier versions', () => {
  test('each phrase of the demo and of load tests keeps its meaning', () => {
    const texts = [
      ...demoPhrases.map(({ text }) => text),
      ...Array.from({ length: 3000 }, (_, index) => loadTestPhrase(index).text),
    ];
    expect(texts.filter((text) => searchTextError(text) !== null)).toEqual([]);
    expect(texts.map(parseAsWritten)).toEqual(texts.map(parsePlainQuery));
  });

  test('a text without an operator keeps its meaning', () => {
    const piece = fc.constantFrom(
      ' ',
      ' ',
      '-',
      '"',
      '«',
      '»',
      '„',
      '“',
      '”',
      'кот',
      'пёс',
      'or',
      ',',
      'c++',
      'user@x.ru',
    );
    const text = fc.oneof(
      fc.string({ unit: character }),
      fc.array(piece).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        text.filter((typed) => !/[()|!~]|OR|ИЛИ|AND|И|NOT|НЕ|NEAR|ADJ|XOR/.test(typed)),
        (typed) => expect(parseAsWritten(typed)).toEqual(parsePlainQuery(typed)),
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['метро :)', 'метро'],
    ['1) метро', '1 метро'],
    ['метро (станция', 'метро станция'],
    ['OR', '"or"'],
  ])('%s, which is an error now, means %s', (stored, same) => {
    expect(searchTextError(stored)).not.toBeNull();
    expect(parsed(stored)).toBe(parsed(same));
  });

  test('words above the limit are ignored in a stored phrase', () => {
    expect(parseSearchQuery('я '.repeat(40))).toEqual(parsePlainQuery('я '.repeat(32)));
  });
});

describe('matchesSearch', () => {
  const text = 'Явка на выборах губернатора оказалась выше прошлогодней';
  test.each([
    ['выборы', true],
    ['губернатор выборы', true],
    ['"выборы губернатора"', true],
    ['"губернатор выборы"', false],
    ['выборы -явка', false],
    ['-мэр', true],
    ['-явка', false],
    ['выборы мэра', false],
    ['выборы (мэра OR губернатора)', true],
    ['мэр OR дума', false],
    ['выборы -(мэр OR дума)', true],
    ['выборы -(явка мэр)', true],
    ['выборы -(явка губернатор)', false],
    ['мэр OR -дума', true],
    ['гyбернатора', true],
  ])('%s: %s', (typed, found) => {
    expect(matches(text, typed)).toBe(found);
  });
});
