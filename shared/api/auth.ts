/** API calls for authentication and passwords (docs/product/api.md), and the readers of their replies. */

import { type ReplyTable, type RowOf, readRow, rowReader } from '../fields/field.ts';
import * as messages from '../messages.ts';
import { ReplyError, readBoolean, readObject, readText } from '../read.ts';
import { type AuthUser, clientRoleLabels, type ImpersonationState, type UserType } from '../roles.ts';
import { impersonationMs } from '../rules/limits.ts';
import { type Call, change, get, post } from './call.ts';

export const authPaths = {
  login: { admin: '/admin/auth/login', client: '/server/auth/login' },
  refresh: { admin: '/admin/auth/refresh', client: '/server/auth/refresh' },
  logout: '/admin/auth/logout',
  impersonate: '/admin/impersonate',
  stopImpersonation: '/admin/impersonate/stop',
  seat: '/server/auth/seat',
  header: '/server/auth/header',
  secondFactor: { enable: '/server/second-factor/enable', verify: '/server/second-factor/verify' },
  oidc: { begin: '/server/auth/oidc/begin', finish: '/server/auth/oidc/finish', end: '/server/auth/oidc/end' },
} as const;

function requireText(value: unknown, name: string): string {
  const text = readText(value);
  if (text === '') throw new ReplyError(`The reply has no ${name}`);
  return text;
}

function readAdmin(reply: unknown): AuthUser {
  const fields = readObject(reply);
  const username = requireText(fields.username, 'username');
  const observer = readBoolean(fields.observer) && { observer: true as const };
  return { id: readText(fields.admin_id) || username, type: 'admin', username, ...observer };
}

/** A person who signs in for a client; our own backend only. */
export const personNameFields = {
  login: { api: 'login', type: 'text' },
  name: { api: 'name', type: 'text', named: true },
  role: { api: 'role', type: { labels: clientRoleLabels, strict: true } },
  mayExport: { api: 'may_export', type: 'boolean' },
} as const satisfies ReplyTable;

function readClientUser(reply: unknown): AuthUser {
  const { client_id, person } = readObject(reply);
  const clientId = requireText(client_id, 'client_id');
  if (person === undefined) return { id: clientId, type: 'client', client_id: clientId };
  const named = readRow(personNameFields, person);
  return { id: named.login, type: 'client', client_id: clientId, person: named };
}

/** The step after a correct password, with our own backend: enter a code, or set up the required second factor. */
export const secondSteps = ['code', 'enrolment'] as const;
export type SecondStepName = (typeof secondSteps)[number];

export type SignIn = AuthUser | { secondStep: SecondStepName };

const signInReader =
  (readUser: (reply: unknown) => AuthUser) =>
  (reply: unknown): SignIn => {
    const { second_factor } = readObject(reply);
    const secondStep = secondSteps.find((step) => step === second_factor);
    return secondStep ? { secondStep } : readUser(reply);
  };

/** `name` is an administrator's username, a client's ID or a person's login. */
export const login = (type: UserType, name: string, password: string): Call<SignIn> =>
  type === 'admin'
    ? post(authPaths.login.admin, { username: name, password }, signInReader(readAdmin), messages.loginFailed)
    : post(authPaths.login.client, { client_id: name, password }, signInReader(readClientUser), messages.loginFailed);

export const readUser = (reply: unknown): AuthUser =>
  readObject(reply).username === undefined ? readClientUser(reply) : readAdmin(reply);

function readNamedUser(reply: unknown): AuthUser | null {
  try {
    return readUser(reply);
  } catch {
    return null;
  }
}

/** Returns the user of the session; null if the reply names none. */
export const refresh = (type: UserType): Call<AuthUser | null> =>
  post(authPaths.refresh[type], {}, readNamedUser, messages.refreshFailed);

export const logout = () => change(authPaths.logout, messages.logoutFailed, {});

/** Our own backend only. */
export type ImpersonationMode = { reason: string; readOnly: boolean };

/**
 * `now` (milliseconds since the epoch) replaces times that are missing in the reply. `mode` is null for an existing
 * backend.
 */
export const impersonate = (
  admin: string,
  clientId: string,
  now: number,
  mode: ImpersonationMode | null,
): Call<ImpersonationState> =>
  post(
    authPaths.impersonate,
    { client_id: clientId, ...(mode && { reason: mode.reason, read_only: mode.readOnly }) },
    (reply) => {
      const fields = readObject(reply);
      return {
        isImpersonating: true,
        impersonatedClientId: readText(fields.client_id) || clientId,
        impersonatedBy: readText(fields.impersonated_by) || admin,
        impersonatedAt: readText(fields.impersonated_at) || new Date(now).toISOString(),
        expiresAt: readText(fields.expires_at) || new Date(now + impersonationMs).toISOString(),
        ...(readBoolean(fields.read_only) && { readOnly: true as const }),
      };
    },
    messages.impersonate,
  );

export const stopImpersonation = (): Call<AuthUser> =>
  post(authPaths.stopImpersonation, {}, readAdmin, messages.stopImpersonation);

export const signInByHeader = (): Call<AuthUser> => post(authPaths.header, {}, readUser, messages.loginFailed);

const readUrl = (reply: unknown): string => readText(readObject(reply).url);

/** Returns the provider's URL for the sign-in. `next` is the page to open afterwards. */
export const beginOidc = (next: string | null): Call<string> =>
  post(authPaths.oidc.begin, next === null ? {} : { next }, readUrl, messages.loginFailed);

/** `query` is the query string of the callback, `next` the page to open. */
export const finishOidc = (query: string): Call<{ user: AuthUser; next: string }> =>
  post(
    authPaths.oidc.finish,
    { query },
    (reply) => {
      const { user, next } = readObject(reply);
      return { user: readUser(user), next: readText(next) };
    },
    messages.loginFailed,
  );

/** Returns the provider's sign-out URL, or '' if it has none. */
export const endOidc = (): Call<string> => post(authPaths.oidc.end, {}, readUrl, messages.logoutFailed);

/** Records sign-in headers that do not come from the proxy. The backend always refuses the call. */
export const recordForeignHeader = () => change(authPaths.header, messages.loginFailed, {});

/** Another client for which a person of a directory may sign in. */
export const seatFields = {
  clientId: { api: 'ClientID', type: 'text' },
  client: { api: 'Client', type: 'text', named: true },
  role: { api: 'Role', type: { labels: clientRoleLabels, strict: true } },
} as const satisfies ReplyTable;

export type Seat = RowOf<typeof seatFields>;

/** `source`: the directory of the account; '' for a local account. */
const signInFields = {
  source: { api: 'source', type: 'text' },
  seats: { api: 'seats', type: { rows: seatFields } },
} as const satisfies ReplyTable;

export const loadSeats = (): Call<RowOf<typeof signInFields>> =>
  get('/server/auth/seats', rowReader(signInFields), messages.switchSeat);

export const switchSeat = (clientId: string): Call<AuthUser> =>
  post(authPaths.seat, { client_id: clientId }, readClientUser, messages.switchSeat);

export const changePassword = (type: UserType, current: string, next: string) =>
  change(type === 'admin' ? '/admin/password/change' : '/client/password/change', messages.passwordNotChanged, {
    current_password: current,
    new_password: next,
  });
