import { withoutDecoration } from './folded-text.ts';

test.each([
  ['Читайте https://example.ru/news/?id=42 сейчас', 'Читайте сейчас'],
  ['Читайте (vk.cc/abc12) и www.example.org', 'Читайте и'],
  ['Афиша на gorod-afisha.ru.', 'Афиша на'],
  ['Ремонт #жкх #наш_город@kazan завершён', 'Ремонт завершён'],
  ['Концерт 20 ноября 2026 года в парке', 'Концерт в парке'],
  ['Обновлено 01.11.2026, 14.11.26', 'Обновлено , '],
])('%s', (text, expected) => {
  expect(withoutDecoration(text).replace(/ +/g, ' ').trim()).toBe(expected.trim());
});

test.each(['Дом 15 на улице Мая', 'Счёт 3:1', 'Цена 12.50', 'Сдам т.е. продам', 'Курс 92,45', 'версия 2.5.1'])(
  '%s stays',
  (text) => {
    expect(withoutDecoration(text)).toBe(text);
  },
);
