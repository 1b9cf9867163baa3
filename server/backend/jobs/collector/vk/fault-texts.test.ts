import { causeOf, connectionCauses, faultOf } from './fault-texts.ts';

/** The errors of VK that concern a search or a look-up. */
const codes = [
  ...[
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 15, 17, 18, 19, 23, 24, 25, 27, 28, 29, 30, 36, 43, 100, 104, 203, 210, 211, 212,
    213,
  ],
  1051,
];
const secret = 'vk1.a.secret';

test('every known error reads as Russian sentences with its code, whatever VK wrote', () => {
  const written = codes.map((code) => causeOf({ error_code: code, error_msg: 'User authorization failed' }, secret));
  expect(written.filter((text) => /[a-z]/i.test(text))).toEqual([]);
  expect(written.map((text) => Number(/\(ошибка ВК (\d+)\)$/.exec(text)?.[1]))).toEqual(codes);
  expect(Object.values(connectionCauses).filter((text) => /[a-z]/i.test(text))).toEqual([]);
});

test('an unknown error has its code and VK’s text, without the key', () => {
  const refused = { error_code: 4242, error_msg: `Bad token ${secret}\0` };
  expect(causeOf(refused, secret)).toBe('Ошибка ВК 4242: «Bad token …»');
  expect(causeOf({ error_code: 4242, error_msg: ' ' }, secret)).toBe('Ошибка ВК 4242');
});

test('a fault says what follows; only an error that another text avoids asks to change the phrase', () => {
  const messageOf = (...fault: Parameters<typeof faultOf>) => faultOf(...fault).message;
  expect(messageOf('temporary', 'Внутренний сбой ВК')).toBe('Внутренний сбой ВК. Сбор повторится сам.');
  expect(messageOf('request', 'ВК не принял запрос', { code: 100 })).toContain('измените текст фразы');
  expect(messageOf('request', 'ВК отключил этот метод', { code: 23 })).toBe(
    'ВК отключил этот метод. Сбор остановлен: обновите сервис.',
  );
});
