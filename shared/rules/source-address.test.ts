// Proves: sources#addresses
import { readSourceAddress } from './source-address.ts';

test.each([
  ['https://vk.com/gorod_news', { name: 'gorod_news' }],
  ['vk.com/Gorod.News?from=search', { name: 'gorod.news' }],
  ['m.vk.com/club17', { ownerId: -17 }],
  ['https://vk.ru/public5/', { ownerId: -5 }],
  ['event8', { ownerId: -8 }],
  [' @id42 ', { ownerId: 42 }],
  ['https://vk.com/wall-17_300', { ownerId: -17 }],
  ['https://vk.com/gorod?w=wall-17_300%2Fall', { ownerId: -17 }],
  ['wall5_1', { ownerId: 5 }],
  ['https://vk.com/wall-17', { ownerId: -17 }],
  ['vk.com/wall5?own=1', { ownerId: 5 }],
  ['wall5street', { name: 'wall5street' }],
  ['\uFEFFhttps://VK.COM/WALL-17_300?REPLY=5', { ownerId: -17 }],
  ['', null],
  ['club0', null],
  ['https://example.org/gorod', null],
  ['Городские новости', null],
  ['a', null],
  ['-17', null],
])('«%s» is read as %j', (text, address) => {
  expect(readSourceAddress(text)).toEqual(address);
});
