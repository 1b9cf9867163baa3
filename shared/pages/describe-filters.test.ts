// Proves: feed#filters
import { defaultPostSort } from '../api/posts.ts';
import { describeFilters } from './describe-filters.ts';
import { allFilters, type FilterReach } from './post-filters.ts';
import { filterNames, noPostFilters, parsePostsQuery } from './posts-query.ts';
import { workNames } from './work-names.ts';

const names = { owner: 'Новости', assignee: 'Анна' };

const describeQuery = (search: string, reach: FilterReach = allFilters) =>
  describeFilters(parsePostsQuery(Object.fromEntries(new URLSearchParams(search)), defaultPostSort), names, {
    ...reach,
    timeZone: [[0, 3 * 3600]],
  });

const every =
  'owner=-5&text=парк&from=2026-10-01T10:00:00%2B03:00&to=2026-10-02&city=0&words=3,7&weekday=2&hour=9&unread=1&photo=1' +
  '&since=4&story=8&state=open&assignee=12&tag=6&tone=none&views=1000&ratio=2.5&edited=1&deleted=1&kind=comments';

test('every filter has its label, value and text, and its removal leaves the others', () => {
  expect(describeQuery(every).map(({ label, value, text }) => [label, value, text])).toEqual([
    ['Фразы', 'ID 3, ID 7', 'Фразы: 2'],
    ['Поиск по тексту', 'парк', 'Поиск по тексту: парк'],
    ['Источник', 'Новости', 'Источник: Новости'],
    ['Дата с', '01.10.2026', 'Дата с: 01.10.2026'],
    ['Дата по', '02.10.2026', 'Дата по: 02.10.2026'],
    ['Время', 'с 01.10.2026, 10:00', 'Время: с 01.10.2026, 10:00'],
    ['Город', 'Не указан', 'Город: Не указан'],
    ['День недели и час', 'Вторник, 09:00–09:59', 'Вторник, 09:00–09:59'],
    ['С прошлого визита', '', 'С прошлого визита'],
    ['Повторы одного поста', '', 'Повторы одного поста'],
    ['Просмотров не меньше', '1\u00a0000', 'Просмотров не меньше: 1\u00a0000'],
    ['К обычному не меньше', '×2,5', 'К обычному не меньше: ×2,5'],
    ['Вид', 'Комментарии', 'Вид: Комментарии'],
    ['Только непрочитанные', '', 'Только непрочитанные'],
    ['С фото', '', 'С фото'],
    ['Изменённые', '', 'Изменённые'],
    ['Удалённые в ВК', '', 'Удалённые в ВК'],
    ['Состояние', 'Не закрыто', 'Состояние: Не закрыто'],
    ['Исполнитель', 'Анна', 'Исполнитель: Анна'],
    ['Тег', '6', 'Тег: 6'],
    ['Тон', 'Не указан', 'Тон: Не указан'],
  ]);
  const changes = Object.assign({}, ...describeQuery(every).map(({ change }) => change));
  const rest = filterNames.filter((name) => JSON.stringify(changes[name]) !== JSON.stringify(noPostFilters[name]));
  // The times become days.
  expect([rest, changes.from]).toEqual([['word', 'from', 'to', 'copies', 'until', 'first'], '2026-10-01']);
});

test('posts of an alert are one filter', () => {
  expect(describeQuery('since=4&until=9&first=1&copies=show')).toEqual([
    {
      name: 'until',
      label: 'Посты из оповещения',
      value: '',
      text: 'Посты из оповещения',
      removal: 'Показать все посты фильтра',
      change: { since: null, until: null, first: false },
    },
  ]);
});

test('filters that the backend or the viewer does not have have no text', () => {
  const labels = (reach: FilterReach) => describeQuery(every, reach).map(({ label }) => label);
  expect(labels({ backendKind: 'specified', hasWork: false })).toEqual([
    'Поиск по тексту',
    'Источник',
    'Дата с',
    'Дата по',
  ]);
  expect(labels({ backendKind: 'own', hasWork: false }).at(-1)).toBe('Удалённые в ВК');
});

test('a deleted person is named as such; without the lists the ID is shown', () => {
  const query = parsePostsQuery({ assignee: '7' }, defaultPostSort);
  const lists = { people: [{ personId: 8, name: 'Анна', disabled: false }], tags: [] };
  expect(workNames(query, lists).assignee).toBe('Удалённый (7)');
  expect(workNames({ ...query, assignee: '8' }, lists).assignee).toBe('Анна');
  expect(workNames(query, null).assignee).toBeNull();
});
