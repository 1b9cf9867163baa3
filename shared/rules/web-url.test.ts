import { webUrl } from './web-url.ts';

describe('webUrl', () => {
  test.each(['https://vk.com/a.jpg?x=1#y', 'http://10.0.0.1/photo', 'http://[::1]/'])('accepts %s', (address) => {
    expect(webUrl(address)).toBe(address);
  });

  test.each([
    null,
    '',
    'photo.jpg',
    '//vk.com/a.jpg',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://vk.com/a.jpg',
    'https://',
    'https://a"b/',
    'https://a" onerror="b/',
    "https://a'b/",
  ])('returns null for %j', (address) => {
    expect(webUrl(address)).toBeNull();
  });
});
