/** Serves the API table with Express: session, access, input, handler, reply. All errors have one format. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { minuteMs } from '../../shared/durations.ts';
import * as messages from '../../shared/messages.ts';
import { AppError, errorBody, toAppError } from '../platform/app-error.ts';
import { type Assertion, assertionHeader, openAssertion } from '../platform/assertion.ts';
import { openAuditLog } from '../platform/audit-log.ts';
import { presentedKey } from '../platform/bearer-key.ts';
import { countRepeats } from '../platform/count-repeats.ts';
import { logRequest } from '../platform/log-request.ts';
import { readJson } from '../platform/read-body.ts';
import type { Config } from '../platform/settings.ts';
import { type Context, type Endpoint, refuseKey, refuseReadOnly, requireAccess } from './http/endpoint.ts';
import { JsonParts } from './http/reply.ts';
import { sessionCookies } from './http/session-cookies.ts';
import { createViewCounts } from './http/view-counts.ts';
import { createKeyLimit, findKeySession } from './resources/auth/key-endpoints.ts';
import { authorOf, findSession, identityFields, recordRequest, requestId } from './resources/auth/sessions.ts';
import { DirectoryDownError, logDirectoryFault } from './resources/directory/directory-fault.ts';

export type DispatcherDeps = Pick<Context, 'store' | 'config' | 'directories' | 'sendInvitation' | 'findSources'> & {
  logger: Logger;
  now: () => number;
};

/** In bytes. Larger bodies get 413. */
const bodyLimit = 1024 * 1024;

const parseBody = readJson(bodyLimit);

/** Registers static paths first: `/vknf/words/paginated` must not match `/vknf/words/{id}`. */
export function createDispatcher(table: readonly Endpoint[], deps: DispatcherDeps): Router {
  const router = Router({ caseSensitive: true });
  const identify = createIdentify(deps.now);
  router.use(createContext(deps));
  const ordered = [...table].sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  for (const entry of ordered) {
    const route = entry.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const method = entry.method === 'GET' ? 'get' : 'post';
    // Read the body first: it may arrive so slowly that the session ends first.
    router[method](route, ...(entry.body ? [parseBody] : []), identify, authorise(entry), answer(entry));
  }
  router.use(() => {
    throw new AppError(404, messages.unknownCall);
  });
  router.use(auditRefusal(deps), sendError(deps));
  return router;
}

const contextOf = (response: Response): Context => response.locals.context;

function readAssertion(request: Request, { SSO_HEADER, SESSION_SECRET }: Config, now: number): Assertion | null {
  const sealed = SSO_HEADER === '' ? undefined : request.get(assertionHeader);
  return sealed === undefined ? null : openAssertion(SESSION_SECRET, sealed, now);
}

function createContext({ logger, now: readClock, ...deps }: DispatcherDeps): RequestHandler {
  const { config } = deps;
  const countNewStories = createViewCounts();
  return (request, response, next) => {
    const id = requestId(request.get('x-request-id'));
    const log = logger.child({ requestId: id });
    const now = readClock();
    const key = presentedKey(request.get('authorization'));
    const cookies = sessionCookies(key === null ? request.headers.cookie : undefined, request.secure, (cookie) =>
      response.append('Set-Cookie', cookie),
    );
    const identity = {
      session: null,
      by: null,
      call: null,
      cookies,
      address: request.ip ?? '',
      asserted: readAssertion(request, config, now),
    };
    const context: Context = { ...deps, ...identity, countNewStories, now, log };
    response.locals.context = context;
    response.set({ 'Cache-Control': 'no-store', 'X-Request-Id': id, 'X-Content-Type-Options': 'nosniff' });
    logRequest(request, response, {
      logger: log,
      address: context.address,
      // The console already logs reads.
      isQuiet: request.method === 'GET',
      fields: () => identityFields(context.session),
    });
    next();
  };
}

/** Finds the session of the request's cookies or key. */
function createIdentify(clock: () => number): RequestHandler {
  const limitKey = createKeyLimit();
  return async (request, response, next) => {
    const context = contextOf(response);
    const { now } = context;
    const key = presentedKey(request.get('authorization'));
    context.session = key === null ? await findSession(context) : await findKeySession(context, key);
    if (context.session?.key) limitKey(context.session.key.id, now);
    context.by = context.session && authorOf(context.session, context.address, clock);
    response.once('finish', () => void recordRequest(context));
    next();
  };
}

function authorise(entry: Endpoint): RequestHandler {
  return (_request, response, next) => {
    const context = contextOf(response);
    const { session } = context;
    context.call = entry;
    refuseKey(entry, session);
    refuseReadOnly(entry, session);
    requireAccess(entry.access, session);
    next();
  };
}

/** A list of a hundred phrases shrinks to a tenth. Compression does not pay for short replies. */
const minCompressedBytes = 1024;

const compressLater = promisify(gzip);
/**
 * Larger replies are compressed at a lower level: otherwise 1,000 posts would take as much processor time as a page of the
 * feed.
 */
const largeBytes = 256 * 1024;
const levelOf = ({ length }: Buffer) => (length < largeBytes ? constants.Z_DEFAULT_COMPRESSION : 3);

async function sendJson(request: Request, response: Response, value: unknown): Promise<void> {
  const body = value instanceof JsonParts ? Buffer.concat(value.parts) : Buffer.from(JSON.stringify(value) ?? '');
  const compress = body.length >= minCompressedBytes && request.acceptsEncodings('gzip') === 'gzip';
  if (compress) response.set('Content-Encoding', 'gzip');
  response
    .type('json')
    .vary('Accept-Encoding')
    .send(compress ? await compressLater(body, { level: levelOf(body) }) : body);
}

function answer(entry: Endpoint): RequestHandler {
  return async (request: Request, response: Response) => {
    const { query, params, body } = request;
    const value = await entry.answer(contextOf(response), { query, params, body });
    await sendJson(request, response.status(entry.status), value);
  };
}

/** A 401 because a session has ended is not a refusal: its user signs in again. */
const isRefusal = ({ status, code }: AppError): boolean =>
  status === 403 || status === 429 || (status === 401 && code !== 'session-over');

function auditRefusal({ config }: DispatcherDeps): ErrorRequestHandler {
  const audit = openAuditLog(config);
  return (cause, request, response, next) => {
    if (audit && cause instanceof AppError && isRefusal(cause)) {
      const { by, address, now } = contextOf(response);
      audit({
        at: now,
        who: by?.who ?? null,
        onBehalfOf: by?.onBehalfOf ?? null,
        address,
        kind: 'refusal',
        request: String(response.get('X-Request-Id')),
        method: request.method,
        path: request.baseUrl + request.path,
        status: cause.status,
        reason: cause.userMessage,
      });
    }
    next(cause);
  };
}

/** `Retry-After` in seconds after a fault of the database. */
const faultPauseSeconds = '5';

/** While the database cannot be used, every call fails. Each fault is logged once in this time. */
const faultLogMs = minuteMs;

/** Logs 5xx errors. A fault of the database is 503. */
function sendError({ store, now }: DispatcherDeps): ErrorRequestHandler {
  const countFailed = countRepeats(faultLogMs, now);
  return (cause, _request, response, next) => {
    if (response.headersSent) return next(cause);
    const fault = store.faultOf(cause);
    const error =
      fault === null || cause instanceof AppError
        ? toAppError(cause)
        : new AppError(503, messages.storageFault, { headers: { 'Retry-After': faultPauseSeconds } });
    const { log } = contextOf(response);
    const calls = fault === null ? null : countFailed(fault);
    if (calls !== null) log.error({ fault, calls }, 'call failed');
    if (error instanceof DirectoryDownError) logDirectoryFault(log, error.source, error.cause);
    else if (fault === null && error.status >= 500) log.error({ err: cause }, 'call failed');
    const { progress, total, conflict } = error;
    return response
      .status(error.status)
      .set(error.headers)
      .json({ ...errorBody(error), progress, Total: total, Conflict: conflict });
  };
}
