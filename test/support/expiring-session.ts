/** Sessions of the stand-in backend whose tokens expire on demand; a refresh makes the next token. */
import { commonShape, repliesIn } from './backend-shapes.ts';
import { foreignCookie, type StandIn } from './stand-in-backend.ts';

export type ExpiringSession = {
  /** Makes calls with the latest token get 401 from now on. */
  expire: () => void;
  /** The valid token. */
  accessToken: () => string;
  /** Paths of the calls that got 401. */
  refused: string[];
  /** The number of refresh requests. */
  refreshes: () => number;
  /** Awaited before each refresh is answered. */
  holdRefresh: (until: () => Promise<unknown>) => void;
};

/** All tokens of a process differ, because the console identifies sessions by them. */
let issued = 0;

/** Every sign-in issues a valid token; other replies have the common shape. */
export function expireOnDemand(backend: StandIn): ExpiringSession {
  let current = '';
  const expire = () => {
    issued += 1;
    current = String(issued);
  };
  expire();
  let hold: () => Promise<unknown> = async () => undefined;
  const refused: string[] = [];

  const tokens = () => ({
    headers: {
      'Set-Cookie': [foreignCookie('access_token', `a${current}`), foreignCookie('refresh_token', `r${current}`)],
    },
  });
  for (const [route, answer] of Object.entries(repliesIn(commonShape))) {
    backend.on(route, ({ headers, path }) => {
      if (headers.cookie?.split('; ').includes(`access_token=a${current}`)) return answer;
      refused.push(path);
      return { status: 401, body: { error: 'token expired' } };
    });
  }
  backend.on('POST /admin/auth/login', () => ({ body: { admin_id: 1, username: 'root' }, ...tokens() }));
  backend.on('POST /server/auth/login', () => ({ body: { client_id: 'client-1' }, ...tokens() }));
  for (const route of ['POST /admin/auth/refresh', 'POST /server/auth/refresh']) {
    backend.on(route, async () => {
      await hold();
      return { body: { status: 'ok' }, ...tokens() };
    });
  }
  return {
    expire,
    accessToken: () => `a${current}`,
    refused,
    refreshes: () => backend.calls.filter(({ path }) => path.endsWith('/auth/refresh')).length,
    holdRefresh: (until) => {
      hold = until;
    },
  };
}
