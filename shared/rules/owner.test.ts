import { ownerTypeLabel } from './owner.ts';

test('ownerTypeLabel returns unknown types unchanged, including names of object properties', () => {
  expect(ownerTypeLabel('group')).toBe('Группа');
  for (const type of ['bot', '__proto__', 'constructor', '']) expect(ownerTypeLabel(type)).toBe(type);
});
