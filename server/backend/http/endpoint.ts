/** An entry of the API table: path, access, schemas and handler of a call. */
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { KeyScope } from '../../../shared/api/keys.ts';
import * as messages from '../../../shared/messages.ts';
import { type ClientRole, hasRole, type UserType } from '../../../shared/roles.ts';
import type { SourceAddress } from '../../../shared/rules/source-address.ts';
import { badRequest, conflict, forbidden, type Refusal, sessionOver, unknownId } from '../../platform/app-error.ts';
import type { Assertion } from '../../platform/assertion.ts';
import type { Config } from '../../platform/settings.ts';
import { type AdminIdentity, type ClientIdentity, type Identity, roleOf } from '../rules/account.ts';
import type { Directories } from '../rules/directory.ts';
import type { Author } from '../store/journal.ts';
import type { OwnerRow } from '../store/owners.ts';
import type { Saved } from '../store/page.ts';
import type { Session } from '../store/session-tokens.ts';
import type { Store } from '../store/store.ts';
import { type Reply, type Returned, readReply } from './reply.ts';
import { refusalOf } from './schema-fields.ts';
import type { SessionCookies } from './session-cookies.ts';
import type { CountNewStories } from './view-counts.ts';

type Level = { type?: UserType; role?: ClientRole; exports?: true };

/** Who may make a call. `role`: the lowest role of a client's person. `exports`: the person also needs the right to export. */
const levels = {
  'signed-in': {},
  editor: { role: 'editor' },
  owner: { role: 'owner' },
  reporter: { role: 'editor', exports: true },
  admin: { type: 'admin' },
  client: { type: 'client' },
  'client-editor': { type: 'client', role: 'editor' },
  'client-owner': { type: 'client', role: 'owner' },
} as const satisfies Record<string, Level>;

/** During an impersonation the permissions of the client's own account apply. */
export type Access = 'public' | keyof typeof levels;

type ViewerOf<A extends Access> = A extends 'public'
  ? Identity | null
  : A extends 'admin'
    ? AdminIdentity
    : A extends 'client' | 'client-editor' | 'client-owner'
      ? ClientIdentity
      : Identity;

type SignedIn<A extends Access> = A extends 'public' ? unknown : { session: Session; by: Author };

/**
 * Mails the link of an invitation. Returns false if the login is not a permitted mail address, or the mail server refused the
 * mail.
 */
export type SendInvitation = (
  invited: { login: string; name: string; client: string },
  token: string,
  now: number,
) => Promise<boolean>;

/** A source that the network knows. Its wall is closed to the keys if `isClosed`. */
export type FoundSource = { owner: OwnerRow; isClosed: boolean };

/**
 * Finds sources of the network, in the order of their addresses; null where there is none. Throws a 409 while the network does not
 * answer.
 */
export type FindSources = (addresses: readonly SourceAddress[]) => Promise<(FoundSource | null)[]>;

/** Passed to every handler with the call's input. `now` is in milliseconds. */
export type Context = {
  store: Store;
  config: Config;
  session: Session | null;
  /** The author of the request's changes; null without a session. */
  by: Author | null;
  /** The entry of the API table; null until it is known. */
  call: Endpoint | null;
  cookies: SessionCookies;
  address: string;
  now: number;
  log: Logger;
  directories: Directories;
  countNewStories: CountNewStories;
  /** Null without a mail server. */
  sendInvitation: SendInvitation | null;
  /** Null without a key of the network. */
  findSources: FindSources | null;
  /** The console's assertion about the headers of a reverse proxy; null without them. */
  asserted: Assertion | null;
};

type MaybeSchema = v.GenericSchema | undefined;
type Parsed<S extends MaybeSchema> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

type Definition<
  A extends Access,
  Query extends MaybeSchema,
  Params extends MaybeSchema,
  Body extends MaybeSchema,
  Returns extends Reply | undefined,
> = Pick<Endpoint, 'summary'> &
  Partial<Pick<Endpoint, 'status' | 'allowsReadOnly' | 'ofOwnAccount' | 'onAccess' | 'keyScope'>> & {
    query?: Query;
    params?: Params;
    body?: Body;
    /** Without a schema the reply is `{ status: 'ok' }`, whatever the handler returns. */
    reply?: Returns;
    handle(
      context: Context &
        SignedIn<A> & { viewer: ViewerOf<A>; query: Parsed<Query>; params: Parsed<Params>; body: Parsed<Body> },
    ): Returned<Returns> | Promise<Returned<Returns>>;
  };

export type RawInput = { query: unknown; params: unknown; body: unknown };

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Below /api/v1; parameters are in braces. */
  path: string;
  access: Access;
  summary: string;
  query?: v.GenericSchema;
  params?: v.GenericSchema;
  body?: v.GenericSchema;
  reply: v.GenericSchema;
  status: 200 | 201;
  /** A POST that read-only sessions may make: it affects only the session or the user's own password. */
  allowsReadOnly: boolean;
  /** A POST that changes how the user signs in: observers may call it, administrators who act as a client may not. */
  ofOwnAccount: boolean;
  /** A POST whose change takes turns with others on the same access, and needs a session that is still valid then (access.ts). */
  onAccess: boolean;
  /**
   * The scope that an API key needs: `read` for a GET, unless the reply has secrets or manages access. Null if no key may make
   * the call.
   */
  keyScope: KeyScope | null;
  answer(context: Context, input: RawInput): Promise<unknown>;
};

/** Infers the handler's types from the schemas. Returns an endpoint of the common type. */
export function endpoint<
  const A extends Access,
  Returns extends Reply | undefined = undefined,
  Query extends MaybeSchema = undefined,
  Params extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
>(
  method: Endpoint['method'],
  path: string,
  access: A,
  { handle, ...definition }: Definition<A, Query, Params, Body, Returns>,
): Endpoint {
  const { schema, present } = readReply(definition.reply);
  return {
    method,
    path,
    access,
    status: 200,
    allowsReadOnly: false,
    ofOwnAccount: false,
    onAccess: false,
    keyScope: method === 'GET' ? 'read' : null,
    ...definition,
    reply: schema,
    async answer(context, input) {
      const value = await handle({
        // `requireAccess` guarantees the types.
        ...(context as Context & SignedIn<A>),
        viewer: requireAccess(access, context.session) as ViewerOf<A>,
        query: parse(definition.query, input.query),
        params: parse(definition.params, input.params),
        body: parse(definition.body, requireNoArray(input.body)),
      });
      return present(value as never);
    },
  };
}

/** Whether the session changes nothing: a read-only impersonation, or an observer. */
function isReadOnly({ owner, impersonation }: Session): boolean {
  if (impersonation) return impersonation.readOnly && !impersonation.over;
  return owner.type === 'admin' && owner.observer === true;
}

/** Throws a 403 for unsafe calls of a read-only session, and for calls `ofOwnAccount` during an impersonation. */
export function refuseReadOnly({ method, allowsReadOnly, ofOwnAccount }: Endpoint, session: Session | null): void {
  if (method === 'GET' || allowsReadOnly || session === null) return;
  const isOwn = ofOwnAccount && session.impersonation === null;
  if (isReadOnly(session) && !isOwn) throw forbidden(messages.readOnly, { code: 'read-only' });
  if (ofOwnAccount && !isOwn) throw forbidden();
}

/** Throws a 403 for a call that the request's API key does not allow. Public reads need no scope. */
export function refuseKey({ method, access, keyScope }: Endpoint, session: Session | null): void {
  if (!session?.key || (method === 'GET' && access === 'public')) return;
  if (keyScope === null || !session.key.scopes.includes(keyScope)) throw forbidden(messages.keyForbidden);
}

/** Returns the viewer. Throws a 401 or 403 when the access level does not allow the call. */
export function requireAccess(access: Access, session: Session | null): Identity | null {
  if (access === 'public') return session?.viewer ?? null;
  if (!session) throw sessionOver();
  if (session.impersonation?.over) throw sessionOver(messages.impersonationOver);
  const { viewer } = session;
  const { type = viewer.type, role = 'reader', exports }: Level = levels[access];
  if (type !== viewer.type || (viewer.type === 'client' && !hasRole(roleOf(viewer), role))) throw forbidden();
  if (exports && viewer.type === 'client' && viewer.person?.mayExport === false) throw forbidden(messages.exportDenied);
  return viewer;
}

/** An object schema whose fields are all optional accepts an array, but rejects every other non-object. */
function requireNoArray(body: unknown): unknown {
  if (Array.isArray(body)) throw badRequest();
  return body;
}

/** Returns the value. Throws a 404 for none, and for false: there was nothing to change. */
export function existing<Value>(value: Value | null | undefined | false): Value {
  if (value === null || value === undefined || value === false) throw unknownId();
  return value;
}

/** Returns the ID of a saved entry. Throws a 404 or a 409 when it was not saved. */
export function savedId(saved: Saved, duplicate: Refusal, tooMany: string): number {
  if (saved.outcome === 'saved') return saved.id;
  if (saved.outcome === 'unknown') throw unknownId();
  throw saved.outcome === 'duplicate' ? conflict(duplicate.message, duplicate) : conflict(tooMany);
}

/** Throws a 400 for the first issue, with the schema's Russian message or «Неверный запрос». */
function parse<S extends MaybeSchema>(schema: S | undefined, value: unknown): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const result = v.safeParse(schema, value, { abortEarly: true, message: messages.badRequest });
  if (!result.success) throw badRequest(result.issues[0].message, refusalOf(result.issues[0]));
  return result.output as Parsed<S>;
}
