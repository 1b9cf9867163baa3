/**
 * Requests to an OpenID Connect provider. Each reads its metadata first, so that rotated keys and moved addresses take effect
 * at once.
 */
import * as oidc from 'openid-client';
import { seal, unseal } from '../../../platform/seal.ts';
import { type Config, consoleUrl } from '../../../platform/settings.ts';
import type { Checked, Directory, DirectoryAccount } from '../../rules/directory.ts';

/** The provider does not answer, or does not answer with metadata. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError';
}

/** The values that the browser must bring back from the provider. */
export type Expected = { state: string; nonce: string; verifier: string };

/**
 * The tokens that a session stores. `refresh`: the token for its checks, null without one. `idToken`: for the sign-out at the
 * provider.
 */
type Grant = { refresh: string | null; idToken: string | null };

const timeoutSeconds = 5;
/** The permitted difference between the clocks of the provider and the service. */
const clockToleranceSeconds = 60;

export type OidcSettings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_SCOPE'
  | 'OIDC_LOGIN_CLAIM'
  | 'OIDC_GROUPS_CLAIM'
  | 'OIDC_PLAIN'
  | 'PUBLIC_URL'
  | 'BASE_PATH'
  | 'SESSION_SECRET'
>;

/** Uses HTTP Basic, unless the provider only accepts the secret in the body. */
function authentication(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Null for a claim that is missing or kept elsewhere: the provider has not said anything about the groups. */
function groupsOf(claims: Readonly<Record<string, unknown>>, name: string): string[] | null {
  const { [name]: value, _claim_names: elsewhere } = claims;
  if (typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere) return null;
  if (typeof value !== 'string' && !Array.isArray(value)) return null;
  return [value].flat().filter((item) => typeof item === 'string');
}

type Tokens = Pick<oidc.TokenEndpointResponse, 'access_token' | 'refresh_token' | 'id_token'> & {
  claims(): oidc.IDToken | undefined;
};

const isRefusal = (error: unknown): boolean =>
  (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') ||
  error instanceof oidc.WWWAuthenticateChallengeError;

export type OidcClient = ReturnType<typeof createOidcClient>;

export function createOidcClient(settings: OidcSettings) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_SCOPE, SESSION_SECRET } = settings;
  const address = consoleUrl(settings) ?? '';
  const redirectUri = `${address}/login/oidc/callback`;

  async function discover(): Promise<oidc.Configuration> {
    try {
      return await oidc.discovery(
        new URL(OIDC_ISSUER ?? ''),
        OIDC_CLIENT_ID,
        { [oidc.clockTolerance]: clockToleranceSeconds },
        authentication(settings.OIDC_CLIENT_SECRET),
        {
          execute: [oidc.enableNonRepudiationChecks, ...(settings.OIDC_PLAIN ? [oidc.allowInsecureRequests] : [])],
          timeout: timeoutSeconds,
        },
      );
    } catch (cause) {
      throw new ProviderUnavailableError(`The metadata cannot be read: ${(cause as Error).message}`, { cause });
    }
  }

  const sealGrant = (grant: Grant): string => seal(SESSION_SECRET, JSON.stringify({ kind: 'oidc-grant', ...grant }));

  function openGrant(sealed: string | null): Grant {
    const text = sealed === null ? null : unseal(SESSION_SECRET, sealed);
    const { kind, refresh, idToken } = JSON.parse(text ?? '{}') as Partial<Grant> & { kind?: string };
    return kind === 'oidc-grant'
      ? { refresh: refresh ?? null, idToken: idToken ?? null }
      : { refresh: null, idToken: null };
  }

  /** Merges the claims of the ID token and, if the provider has it, the user info: groups may be in either. */
  async function readAccount(config: oidc.Configuration, tokens: Tokens, subject: string, former: Grant) {
    const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo = hasUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, subject) : {};
    const claims: Record<string, unknown> = { ...tokens.claims(), ...userInfo };
    const login = textOf(claims[settings.OIDC_LOGIN_CLAIM]);
    return {
      source: 'oidc',
      subject,
      login,
      name: textOf(claims.name) || login,
      groups: groupsOf(claims, settings.OIDC_GROUPS_CLAIM),
      grant: sealGrant({
        refresh: tokens.refresh_token ?? former.refresh,
        idToken: tokens.id_token ?? former.idToken,
      }),
    } satisfies DirectoryAccount;
  }

  async function refresh({ subject }: Checked, former: Grant & { refresh: string }) {
    try {
      const config = await discover();
      const tokens = await oidc.refreshTokenGrant(config, former.refresh);
      // OpenID Connect Core, 12.2: a refreshed ID token has the same subject.
      if ((tokens.claims()?.sub ?? subject) !== subject) return 'over';
      return await readAccount(config, tokens, subject, former);
    } catch (error) {
      if (isRefusal(error)) return 'over';
      throw error;
    }
  }

  const directory: Directory = {
    async recheck(account) {
      const grant = openGrant(account.grant);
      return grant.refresh === null ? 'over' : refresh(account, { ...grant, refresh: grant.refresh });
    },
  };

  return {
    directory,
    /** The provider's address for the browser, and the values that the browser must bring back. */
    async begin(): Promise<{ url: string; expected: Expected }> {
      const config = await discover();
      const verifier = oidc.randomPKCECodeVerifier();
      const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: OIDC_SCOPE,
        state: expected.state,
        nonce: expected.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, expected };
    },
    /** `query`: of the callback. Throws an error of the library for an invalid sign-in. */
    async finish(query: string, { state, nonce, verifier }: Expected): Promise<DirectoryAccount> {
      const config = await discover();
      const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const subject = tokens.claims()?.sub ?? '';
      return readAccount(config, tokens, subject, { refresh: null, idToken: null });
    },
    /** The address for the sign-out at the provider; null when the provider has none. */
    async endSessionUrl(sealed: string | null): Promise<string | null> {
      const config = await discover();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const { idToken } = openGrant(sealed);
      return oidc.buildEndSessionUrl(config, {
        post_logout_redirect_uri: `${address}/login`,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href;
    },
  };
}
