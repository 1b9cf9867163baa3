import { iconId, iconNames } from '../../client/components/icon.tsx';
import { routes } from '../../shared/routes.ts';
import { iconSprite } from './icon-sprite.ts';

test('the sprite contains every icon once, with a path', () => {
  const ids = [...iconSprite.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 16 16"><path d="M[^"]+"\/><\/symbol>/g)];
  const pages = routes.flatMap(({ name }) => (name === 'login' ? [] : [name]));
  expect(ids.map(([, id]) => id).toSorted()).toEqual([...iconNames, ...pages].map(iconId).toSorted());
});
