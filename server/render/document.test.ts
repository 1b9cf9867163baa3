import { escapeJson } from './document.ts';

test('JSON in a page cannot end its script element, and reads back the same', () => {
  const hostile = { text: '</script><script>alert(1)</script><!--&\u2028\u2029' };
  const json = escapeJson(hostile);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(hostile);
});
