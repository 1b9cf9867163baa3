/** One entry of the API table: what a call is named, who may make it, what it takes, answers and does. */
import type { Logger } from 'pino';
import * as v from 'valibot';
import * as messages from '../../../shared/messages.ts';
import { badRequest, forbidden, unauthorized } from '../../platform/app-error.ts';
import type { Config } from '../../platform/settings.ts';
import type { SessionCookies } from '../auth/session-cookies.ts';
import type { AdminIdentity, ClientIdentity, Identity, Session } from '../store/sessions-store.ts';
import type { Store } from '../store/store.ts';

/** While an administrator acts as a client, the client's permissions hold. */
export type Access = 'public' | 'signed-in' | 'admin' | 'client';

type ViewerOf<A extends Access> = A extends 'admin'
  ? AdminIdentity
  : A extends 'client'
    ? ClientIdentity
    : A extends 'signed-in'
      ? Identity
      : Identity | null;

/** What every handler may use besides the call's own input. `now` is milliseconds. */
export type Context = {
  store: Store;
  config: Config;
  session: Session | null;
  cookies: SessionCookies;
  address: string;
  now: number;
  log: Logger;
};

type MaybeSchema = v.GenericSchema | undefined;
type Parsed<S extends MaybeSchema> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

type Definition<
  A extends Access,
  Query extends MaybeSchema,
  Params extends MaybeSchema,
  Body extends MaybeSchema,
  Reply extends v.GenericSchema,
> = {
  method: 'GET' | 'POST';
  /** Under /api/v1; a parameter stands in braces. */
  path: string;
  access: A;
  summary: string;
  query?: Query;
  params?: Params;
  body?: Body;
  reply: Reply;
  status?: 200 | 201;
  handle(
    context: Context & { viewer: ViewerOf<A>; query: Parsed<Query>; params: Parsed<Params>; body: Parsed<Body> },
  ): Promise<v.InferOutput<Reply>> | v.InferOutput<Reply>;
};

/** What the dispatcher has read of a request, not yet checked. */
export type RawInput = { query: unknown; params: unknown; body: unknown };

export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  access: Access;
  summary: string;
  query?: v.GenericSchema;
  params?: v.GenericSchema;
  body?: v.GenericSchema;
  reply: v.GenericSchema;
  status: 200 | 201;
  answer(context: Context, input: RawInput): Promise<unknown>;
};

/** Ties the schemas' types to the handler's; the table then holds endpoints of one type. */
export function endpoint<
  const A extends Access,
  Reply extends v.GenericSchema,
  Query extends MaybeSchema = undefined,
  Params extends MaybeSchema = undefined,
  Body extends MaybeSchema = undefined,
>(definition: Definition<A, Query, Params, Body, Reply>): Endpoint {
  const { handle, status = 200, ...rest } = definition;
  return {
    ...rest,
    status,
    answer: async (context, input) =>
      handle({
        ...context,
        // requireAccess has made sure of what the type says.
        viewer: requireAccess(definition.access, context.session) as ViewerOf<A>,
        query: parse(definition.query, input.query),
        params: parse(definition.params, input.params),
        body: parse(definition.body, requireNoArray(input.body)),
      }),
  };
}

/** The viewer, when the access allows them; otherwise throws 401 or 403. */
export function requireAccess(access: Access, session: Session | null): Identity | null {
  if (access === 'public') return session?.viewer ?? null;
  if (!session) throw unauthorized();
  if (session.impersonation?.over) throw unauthorized(messages.impersonationOver);
  if (access !== 'signed-in' && access !== session.viewer.type) throw forbidden();
  return session.viewer;
}

/** An object schema takes an array whose fields are all optional; every other non-object it refuses itself. */
function requireNoArray(body: unknown): unknown {
  if (Array.isArray(body)) throw badRequest();
  return body;
}

/** The first fault decides; a schema's own Russian text is shown, and «Неверный запрос» where it has none. */
function parse<S extends MaybeSchema>(schema: S | undefined, value: unknown): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const result = v.safeParse(schema, value, { abortEarly: true, message: messages.badRequest });
  if (!result.success) throw badRequest(result.issues[0].message);
  return result.output as Parsed<S>;
}
