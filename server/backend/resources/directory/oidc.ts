/**
 * Sign-in by OpenID Connect: authorisation code with PKCE. A separate encrypted cookie keeps the values that the browser must
 * bring back.
 */
import * as oidc from 'openid-client';
import * as v from 'valibot';
import { minuteMs } from '../../../../shared/durations.ts';
import * as messages from '../../../../shared/messages.ts';
import { type AppError, badRequest, forbidden, unknownId } from '../../../platform/app-error.ts';
import { seal, unseal } from '../../../platform/seal.ts';
import { addressKey } from '../../../platform/sign-in-key.ts';
import { type Context, endpoint } from '../../http/endpoint.ts';
import { plainText } from '../../http/schema-fields.ts';
import { presentUser, user } from '../auth/schemas.ts';
import { findPresentedSession } from '../auth/sessions.ts';
import { DirectoryDownError } from './directory-fault.ts';
import { createOidcClient, type Expected, type OidcClient, ProviderUnavailableError } from './oidc-client.ts';
import { signOn } from './sign-on.ts';

/** How long the user may take at the provider. */
const flowMs = 10 * minuteMs;
/** A cookie has at most 4,096 bytes. */
const nextMax = 1000;

type Flow = Expected & { kind: 'oidc-flow'; next: string; at: number };

/** Throws a 404 where the settings name no provider. */
function requireClient({ config }: Context): OidcClient {
  if (config.OIDC_ISSUER === null) throw unknownId();
  return createOidcClient(config);
}

/** The sign-in that this browser has started; null if there is none, or if it has expired. */
function readFlow({ config, cookies, now }: Context): Flow | null {
  const flows = cookies.flow.flatMap((sealed): Flow[] => {
    const text = unseal(config.SESSION_SECRET, sealed);
    return text === null ? [] : [JSON.parse(text)];
  });
  return flows.find(({ kind, at }) => kind === 'oidc-flow' && at + flowMs > now) ?? null;
}

const isAnswer = (error: unknown): error is oidc.AuthorizationResponseError | oidc.ResponseBodyError =>
  error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError;

/** No answer at all, or a fault of the provider. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderUnavailableError) return true;
  const cause = error instanceof Error ? error.cause : null;
  return error instanceof TypeError || (cause instanceof Response && cause.status >= 500) || isTimeout(error);
}

const isTimeout = (error: unknown): boolean => error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT';

/** Records a refused sign-in, and converts the error. */
async function refuse({ store, address, now, log }: Context, error: unknown): Promise<AppError> {
  if (isUnavailable(error)) return new DirectoryDownError('oidc', error);
  const reason = isAnswer(error) ? error.error : (error as Error).message;
  log.warn({ reason, address }, 'sign-in by the provider failed');
  const by = { who: messages.unknownName, onBehalfOf: null, address, at: now };
  await store.journal.refuse({ by, reason: 'provider', source: `oidc ${addressKey(address)}` });
  return isAnswer(error) && error.error === 'access_denied'
    ? forbidden(messages.providerDenied)
    : badRequest(messages.providerFailed);
}

const finished = v.strictObject({ user, next: v.string() });

async function finish(context: Context, query: string): Promise<v.InferOutput<typeof finished>> {
  const client = requireClient(context);
  const flow = readFlow(context);
  if (flow === null) throw await refuse(context, new Error('The browser has not started a sign-in'));
  const account = await client.finish(query, flow).catch(async (error: unknown) => {
    throw await refuse(context, error);
  });
  const identity = await signOn(context, account);
  context.cookies.setFlow('', 0);
  return { user: presentUser(identity), next: flow.next };
}

export const oidcCalls = [
  endpoint('POST', '/server/auth/oidc/begin', 'public', {
    summary:
      'Begins a sign-in by OpenID Connect: returns the address of the provider, and sets a cookie for the way back',
    body: v.object({ next: v.optional(v.pipe(plainText, v.maxLength(nextMax)), '') }),
    reply: v.strictObject({ url: v.string() }),
    allowsReadOnly: true,
    handle: async (context) => {
      const { config, cookies, body, now } = context;
      const { url, expected } = await requireClient(context)
        .begin()
        .catch(async (error: unknown) => {
          throw await refuse(context, error);
        });
      const flow: Flow = { kind: 'oidc-flow', ...expected, next: body.next, at: now };
      cookies.setFlow(seal(config.SESSION_SECRET, JSON.stringify(flow)), flowMs);
      return { url };
    },
  }),
  endpoint('POST', '/server/auth/oidc/finish', 'public', {
    summary: 'Signs in with what the provider has sent to the callback address: its query',
    body: v.object({ query: plainText }),
    reply: finished,
    allowsReadOnly: true,
    onAccess: true,
    handle: ({ body, ...context }) => finish(context, body.query),
  }),
  endpoint('POST', '/server/auth/oidc/end', 'public', {
    summary:
      'The address at which the browser signs out of the provider, for a session that began there; null without one',
    reply: v.strictObject({ url: v.nullable(v.string()) }),
    allowsReadOnly: true,
    handle: async (context) => {
      const session = context.config.OIDC_ISSUER === null ? null : await findPresentedSession(context);
      const account = session && (await context.store.directory.accountOf(session.owner));
      if (!session || account?.source !== 'oidc') return { url: null };
      const grant = await context.store.sessions.directoryGrant(session.id);
      return {
        url: await requireClient(context)
          .endSessionUrl(grant)
          .catch(() => null),
      };
    },
  }),
];
