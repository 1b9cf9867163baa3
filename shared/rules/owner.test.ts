import { ownerTypeLabel } from './owner.ts';

test('a type that is not ours is shown as it was written, also one that every object has', () => {
  expect(ownerTypeLabel('group')).toBe('Группа');
  for (const type of ['bot', '__proto__', 'constructor', '']) expect(ownerTypeLabel(type)).toBe(type);
});
