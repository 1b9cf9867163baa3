import { iconId, iconNames } from '../../client/components/icon.tsx';
import { iconSprite } from './icons.tsx';

test('the sprite contains every icon of the islands once, with a path', () => {
  const ids = [...iconSprite.matchAll(/<path id="([\w-]+)" d="M[^"]+"\/>/g)];
  expect(ids.map(([, id]) => id)).toEqual(iconNames.map(iconId));
});
