/**
 * A real OpenID Connect provider. It asks for no password: every visitor is the `user` that the parent has sent. With PAGES=1
 * it shows its own pages for the sign-in, which accept any name; with USER_INFO=off all claims are in the ID token.
 * END_SESSION is the address of a sign-out that another server has.
 */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { ProviderState } from './oidc-provider.ts';

const { PORT = '0', PUBLIC_URL = '', PAGES, USER_INFO, END_SESSION } = process.env;
let state: ProviderState = { user: 'anna', denies: false, groups: {}, subject: null };

process.on('message', (message: ProviderState) => {
  state = message;
  process.send?.('changed');
});
process.on('disconnect', () => process.exit());

const server = createServer().listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function groupsOf(id: string): object {
  const groups = state.groups[id];
  if (groups === 'absent') return {};
  if (groups !== 'elsewhere') return { groups };
  return { _claim_names: { groups: 'graph' }, _claim_sources: { graph: { endpoint: 'https://graph.example' } } };
}

const provider: Provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'ldvk',
      client_secret: 'secret-of-the-console',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${PUBLIC_URL}/login/oidc/callback`],
      post_logout_redirect_uris: [`${PUBLIC_URL}/login`],
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: String(Date.now()), use: 'sig', alg: 'RS256' }] },
  // The default, `none`, needs HTTPS.
  cookies: { keys: ['cookies-of-the-provider'], long: { sameSite: 'lax' }, short: { sameSite: 'lax' } },
  claims: { openid: ['sub'], profile: ['preferred_username', 'name', 'groups'] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: PAGES === '1' },
    userinfo: { enabled: USER_INFO !== 'off' },
    rpInitiatedLogout: { enabled: !END_SESSION },
  },
  ...(END_SESSION && { discovery: { end_session_endpoint: END_SESSION } }),
  conformIdTokenClaims: USER_INFO !== 'off',
  ...(PAGES !== '1' && { interactions: { url: () => '/interaction' } }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_: unknown, id: string) =>
    state.groups[id] && {
      accountId: state.subject ?? id,
      claims: () => ({ preferred_username: id.toUpperCase(), name: `Имя ${id}`, ...groupsOf(id) }),
    },
  async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
    const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
    grant.addOIDCScope('openid profile');
    await grant.save();
    return grant;
  },
});

const answer = provider.callback();
server.on('request', (request, response) => {
  if (PAGES === '1' || !request.url?.startsWith('/interaction')) return answer(request, response);
  const result = state.denies ? { error: 'access_denied' } : { login: { accountId: state.user } };
  return provider.interactionFinished(request, response, result);
});
process.send?.({ port });
