import { findSpecifics } from './is-copy.ts';

test('finds numbers and names, without the first words of sentences', () => {
  expect([...findSpecifics('Сдам дом 15 на улице Ленина. Звоните: Иван, 8-900')]).toEqual(['15', 'ленин', '8', '900']);
});

test('a name after a comma or in quotes counts, a word in capitals does not', () => {
  expect([...findSpecifics('приехал в парк «Южный», СРОЧНО позвал Анну')]).toEqual(['южн', 'ан']);
});
