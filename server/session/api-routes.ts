/** Session calls of /api/v1. The console handles them itself, because they also change its own cookie. */
import { Router } from 'express';
import { authPaths, type ImpersonationMode, personNameFields } from '../../shared/api/auth.ts';
import { enableSecondFactor, verifySecondFactor } from '../../shared/api/second-factor.ts';
import { bodyOf } from '../../shared/fields/field.ts';
import { type Fields, readBoolean, readText } from '../../shared/read.ts';
import type { AuthUser, ImpersonationState } from '../../shared/roles.ts';
import { readJson } from '../platform/read-body.ts';
import {
  refreshSession,
  signIn,
  signOn,
  signOut,
  startImpersonation,
  stopImpersonation,
  switchSeat,
} from './actions.ts';
import { type RequestContext, withContext } from './request-context.ts';

const maxBodyBytes = 16 * 1024;

type Action = (context: RequestContext) => Promise<object>;

/** The session stores IDs as text; the API has numbers. */
const adminId = (id: string): number | string => (/^\d{1,15}$/.test(id) ? Number(id) : id);

/** Contains only the identity: tokens never appear in JSON. */
function presentUser(user: AuthUser): object {
  return user.type === 'admin'
    ? { admin_id: adminId(user.id), username: user.username, ...(user.observer && { observer: true }) }
    : { client_id: user.client_id, ...(user.person && { person: bodyOf(personNameFields, user.person) }) };
}

const presentImpersonation = (state: ImpersonationState): object => ({
  client_id: state.impersonatedClientId,
  impersonated_by: state.impersonatedBy,
  impersonated_at: state.impersonatedAt,
  expires_at: state.expiresAt,
  ...(state.readOnly && { read_only: true }),
});

function fieldsOf({ request }: RequestContext): Fields {
  const body: unknown = request.body;
  return typeof body === 'object' && body !== null ? (body as Fields) : {};
}

const field = (context: RequestContext, name: string): string => readText(fieldsOf(context)[name]);

/** Null for a request without these fields (docs/product/api.md). */
function readMode(context: RequestContext): ImpersonationMode | null {
  const { reason, read_only: readOnly } = fieldsOf(context);
  if (reason === undefined && readOnly === undefined) return null;
  return { reason: readText(reason), readOnly: readBoolean(readOnly) };
}

const signInAs =
  (type: AuthUser['type'], nameField: string): Action =>
  async (context) => {
    const signedIn = await signIn(context, type, field(context, nameField), field(context, 'password'));
    return 'secondStep' in signedIn ? { second_factor: signedIn.secondStep } : presentUser(signedIn);
  };

const refresh: Action = async (context) => presentUser(await refreshSession(context));

const actions: Record<string, Action> = {
  [authPaths.login.admin]: signInAs('admin', 'username'),
  [authPaths.login.client]: signInAs('client', 'client_id'),
  [authPaths.refresh.admin]: refresh,
  [authPaths.refresh.client]: refresh,
  [authPaths.logout]: async (context) => {
    await signOut(context);
    return { status: 'ok' };
  },
  [authPaths.impersonate]: async (context) =>
    presentImpersonation(await startImpersonation(context, field(context, 'client_id'), readMode(context))),
  [authPaths.secondFactor.verify]: async (context) =>
    presentUser(await signOn(context, verifySecondFactor(field(context, 'Code')))),
  [authPaths.secondFactor.enable]: async (context) => {
    const call = enableSecondFactor(field(context, 'Secret'), field(context, 'Code'), field(context, 'Password'));
    const { user, codes } = await signOn(context, call);
    return { User: presentUser(user), RecoveryCodes: codes };
  },
  [authPaths.stopImpersonation]: async (context) => presentUser(await stopImpersonation(context)),
  [authPaths.seat]: async (context) => presentUser(await switchSeat(context, field(context, 'client_id'))),
};

export function sessionApiRoutes(): Router {
  const router = Router();
  const parseBody = readJson(maxBodyBytes);
  // The backend refuses calls with an API key here, and the console would change the browser's cookies.
  router.use(withContext(({ caller }, next) => next(caller.key === null ? undefined : 'router')));
  for (const [path, action] of Object.entries(actions)) {
    router.post(
      path,
      parseBody,
      withContext(async (context) => {
        const reply = await action(context);
        context.response.json(reply);
      }),
    );
  }
  return router;
}
