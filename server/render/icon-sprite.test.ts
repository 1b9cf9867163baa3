import { iconId, iconNames } from '../../client/components/icon.tsx';
import { routes } from '../../shared/routes.ts';
import { iconSprite } from './icon-sprite.ts';

test('the sprite contains every icon once, with a path', () => {
  const ids = [...iconSprite.matchAll(/<path id="([\w-]+)" d="M[^"]+"\/>/g)];
  const pages = routes.flatMap(({ name }) => (name === 'login' ? [] : [name]));
  expect(ids.map(([, id]) => id).toSorted()).toEqual([...iconNames, ...pages].map(iconId).toSorted());
});
