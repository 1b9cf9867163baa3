import { landingPaths, routes } from '../../shared/routes.ts';
import { pathAfterStart } from './impersonation-dialog.tsx';

describe('the page after an impersonation has started', () => {
  test.each(routes.filter(({ access }) => access === 'signed-in'))('is the same one for $path', ({ path }) => {
    expect(pathAfterStart(`/prefix${path}`, '/prefix')).toBe(`/prefix${path}`);
  });

  test.each(['/ldserver/clients', '/no-such-page'])("is the client's feed instead of %s", (path) => {
    expect(pathAfterStart(path, '')).toBe(landingPaths.client);
  });
});
