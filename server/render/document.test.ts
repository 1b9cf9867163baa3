import { escapeJson } from './document.ts';

test('escapeJson returns JSON that cannot end its script element and parses to the same value', () => {
  const hostile = { text: '</script><script>alert(1)</script><!--&\u2028\u2029' };
  const json = escapeJson(hostile);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(hostile);
});
