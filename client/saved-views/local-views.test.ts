// Proves: saved-filters#saving
import * as messages from '../../shared/messages.ts';
import type { AuthUser } from '../../shared/roles.ts';
import { addLocalView, deleteLocalView, updateLocalView } from './local-views.ts';
import { parseLocalViews, readLocalViews } from './read-local-views.ts';

const admin: AuthUser = { id: '1', type: 'admin', username: 'root' };
const client: AuthUser = { id: '1', type: 'client', client_id: '1' };

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.assign(globalThis, { localStorage });
});

const names = (user: AuthUser) => readLocalViews(user).map(({ name }) => name);
const idOf = (user: AuthUser, name: string) => readLocalViews(user).find((view) => view.name === name)?.id ?? 0;

test('views are listed by name, and belong to one type and ID of user', () => {
  addLocalView(admin, 'Ремонт', '?text=ремонт');
  addLocalView(admin, 'ёлки', '');
  addLocalView(client, 'Метро', '?word=7');
  expect(names(admin)).toEqual(['ёлки', 'Ремонт']);
  expect(readLocalViews(client)).toEqual([{ id: 1, name: 'Метро', query: '?word=7', pinned: false }]);
});

test('a view is renamed and deleted, and the last one leaves no key', () => {
  addLocalView(admin, 'Ремонт', '?text=ремонт');
  addLocalView(admin, 'Метро', '');
  updateLocalView(admin, idOf(admin, 'Метро'), { name: 'Трамвай' });
  expect(names(admin)).toEqual(['Ремонт', 'Трамвай']);
  for (const { id } of readLocalViews(admin)) deleteLocalView(admin, id);
  expect([...stored]).toEqual([]);
});

test('names must differ, ignoring case and ё, but a view may keep its own name', () => {
  addLocalView(admin, 'Ёлки', '');
  addLocalView(admin, 'Метро', '');
  expect(() => addLocalView(admin, 'ЕЛКИ', '')).toThrow(messages.viewExists);
  expect(() => updateLocalView(admin, idOf(admin, 'Метро'), { name: 'елки' })).toThrow(messages.viewExists);
  updateLocalView(admin, idOf(admin, 'Ёлки'), { name: 'ёлки' });
  expect(names(admin)).toEqual(['ёлки', 'Метро']);
});

test('a pinned view comes first, and stays pinned with other filters', () => {
  addLocalView(admin, 'Ёлки', '');
  addLocalView(admin, 'Метро', '?text=метро');
  const id = idOf(admin, 'Метро');
  updateLocalView(admin, id, { pinned: true });
  expect(names(admin)).toEqual(['Метро', 'Ёлки']);
  updateLocalView(admin, id, { query: '?text=трамвай' });
  expect(readLocalViews(admin)[0]).toMatchObject({ query: '?text=трамвай', pinned: true });
});

test('a user has at most 100 views', () => {
  for (let number = 1; number <= 100; number += 1) addLocalView(admin, `Фильтр ${number}`, '');
  expect(() => addLocalView(admin, 'Ещё один', '')).toThrow(messages.tooManyViews(100));
});

test('a failure to store a view is reported', () => {
  addLocalView(admin, 'Метро', '');
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(() => addLocalView(admin, 'Ремонт', '')).toThrow(messages.saveView);
  expect(names(admin)).toEqual(['Метро']);
});

test.each([
  null,
  '',
  '{',
  '7',
  'null',
  '[]',
  '{"version":2,"views":[{"id":1,"name":"x","query":""}]}',
  '{"version":1,"views":{}}',
  '{"version":1,"views":[null,7,{"id":0,"name":"x","query":""},{"id":1,"name":"","query":""},{"id":1,"name":"x"}]}',
])('%j contains no views', (text) => {
  expect(parseLocalViews(text)).toEqual([]);
});

test('valid views are kept beside invalid ones, each ID once', () => {
  const view = { id: 1, name: 'x', query: '?word=1' };
  const text = JSON.stringify({ version: 1, views: [{ ...view, id: 1.5 }, view, { ...view, name: 'y' }] });
  expect(parseLocalViews(text)).toEqual([{ ...view, pinned: false }]);
});
