import { landingPaths, routes } from '../../shared/routes.ts';
import { pathAfterStart } from './impersonation-dialog.tsx';

describe('pathAfterStart', () => {
  test.each(routes.filter(({ access }) => access === 'signed-in'))(
    'keeps $path, which clients may open',
    ({ path }) => {
      expect(pathAfterStart(`/prefix${path}`, '/prefix')).toBe(`/prefix${path}`);
    },
  );

  test.each(['/ldserver/clients', '/no-such-page'])("returns the client's feed for %s", (path) => {
    expect(pathAfterStart(path, '')).toBe(landingPaths.client);
  });
});
