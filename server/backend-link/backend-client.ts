/** The HTTP client for the console's own calls: page loaders and session calls. The proxy streams all others. */
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { apiBase, type Call } from '../../shared/api/call.ts';
import { type ErrorCode, type ErrorReply, readErrorReply } from '../../shared/api/error-codes.ts';
import { ReplyError } from '../../shared/read.ts';
import { assertionHeader } from '../platform/assertion.ts';

/**
 * How a call to the backend ended. `refused`: a status 4xx. `fault`: 5xx. `timeout`: no reply in time. `unavailable`: no
 * connection, or a broken one, for example while the backend restarts. `unreadable`: not a reply of this call, perhaps from a
 * backend without it.
 */
export type CallOutcome = 'ok' | 'refused' | 'fault' | 'timeout' | 'unavailable' | 'unreadable';

/** Backends send no redirects, so all other statuses are unreadable. */
export function outcomeOfStatus(status: number): CallOutcome {
  if (status >= 500) return 'fault';
  if (status >= 400) return 'refused';
  return status >= 200 && status < 300 ? 'ok' : 'unreadable';
}

/** A failed call: it was refused, or has no usable reply. */
export class BackendError extends Error {
  override name = 'BackendError';
  readonly outcome: CallOutcome;

  constructor(message: string, outcome: CallOutcome, cause?: unknown) {
    super(message, { cause });
    this.outcome = outcome;
  }
}

/** The backend answered with an error status; `replyMessage` and `code` come from its reply, if any. */
export class RefusedError extends BackendError {
  override name = 'RefusedError';
  readonly status: number;
  readonly replyMessage: string | null;
  readonly code: ErrorCode | null;
  readonly retryAfter: string | null;

  constructor(status: number, { message, code }: ErrorReply, retryAfter: string | null) {
    super(`The backend answered ${status}`, outcomeOfStatus(status));
    this.status = status;
    this.replyMessage = message;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Whether the backend failed: any end of a call except a refusal of the request. */
export const isFault = ({ outcome }: BackendError): boolean => outcome !== 'refused';

/** Per agent. */
export const maxBackendSockets = 256;

/**
 * Keeps connections open between calls. Idle sockets close before the backend closes them during a request; common limits
 * start at 5 s.
 */
const agentOptions = { keepAlive: true, timeout: 4000, maxSockets: maxBackendSockets };

export const createBackendAgent = (apiUrl: string): Agent =>
  apiUrl.startsWith('https:') ? new SecureAgent(agentOptions) : new Agent(agentOptions);

/** No reply that a page needs is larger; a larger one is a fault. */
const maxReplyBytes = 8 * 1024 * 1024;

/**
 * What the backend receives about the visitor. `cookie` and `assertion` (of the headers of a reverse proxy) may be ''. `key`:
 * an API key, which replaces the cookies.
 */
export type Caller = Record<'cookie' | 'assertion' | 'requestId' | 'address' | 'protocol' | 'host', string> & {
  key: string | null;
};

export type Reply<T> = { data: T; setCookies: string[] };

export type BackendClient = {
  /**
   * Sends the call. Throws a `BackendError`, which is a `RefusedError` for every status except 2xx, and the reason of `signal`
   * when that aborts the call.
   */
  send<T>(call: Call<T>, caller: Caller, signal?: AbortSignal): Promise<Reply<T>>;
};

/** Headers that identify the visitor to the backend. The proxy sends them too. */
export function callerHeaders(caller: Caller): Record<string, string> {
  return {
    'x-request-id': caller.requestId,
    'x-forwarded-for': caller.address,
    'x-forwarded-proto': caller.protocol,
    'x-forwarded-host': caller.host,
    ...(caller.cookie === '' ? {} : { cookie: caller.cookie }),
    ...(caller.key === null ? {} : { authorization: `Bearer ${caller.key}` }),
    ...(caller.assertion === '' ? {} : { [assertionHeader]: caller.assertion }),
  };
}

type RawReply = { status: number; headers: IncomingHttpHeaders; body: string };

function readBody(message: IncomingMessage, onBody: (body: string) => void, onError: (error: Error) => void) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxReplyBytes) message.destroy(new BackendError('The reply is too large', 'unavailable'));
  });
  message.on('end', () => onBody(Buffer.concat(chunks).toString()));
  message.on('error', onError);
}

/**
 * Sends one request and resolves with its complete reply, converted by `read`. Follows no redirect. Does not use `fetch`, which
 * takes 1.6 times the CPU time. `read` runs before the promise resolves, so that the promise keeps only the data in memory, not
 * the reply's text.
 */
function exchange<T>(
  options: RequestOptions,
  body: string | undefined,
  timeoutMs: number,
  read: (reply: RawReply) => T,
): Promise<T> {
  const request = options.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise<T>((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      if (options.signal?.aborted) return reject(options.signal.reason);
      const known = cause instanceof BackendError;
      reject(known ? cause : new BackendError('The backend cannot be reached', 'unavailable', cause));
    };
    const timer = setTimeout(() => {
      fail(new BackendError('The backend did not answer in time', 'timeout'));
      outgoing?.destroy();
    }, timeoutMs);
    const succeed = (reply: RawReply) => {
      clearTimeout(timer);
      try {
        resolve(read(reply));
      } catch (error) {
        reject(error);
      }
    };
    let outgoing: ClientRequest | undefined;
    try {
      outgoing = request(options, (message) => {
        const { statusCode: status = 0, headers } = message;
        readBody(message, (text) => succeed({ status, headers, body: text }), fail);
      });
      outgoing.on('error', fail);
      outgoing.end(body);
    } catch (error) {
      // Node throws for headers that cannot be sent, such as a cookie with a line break.
      fail(error);
    }
  });
}

/** Null for an empty body, undefined for text that is not JSON. */
function parseJson(body: string): unknown {
  if (body.trim() === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function parseData<T>(call: Call<T>, body: string): T {
  const reply = parseJson(body);
  if (reply === undefined) throw new BackendError('The reply is not JSON', 'unreadable');
  try {
    return call.read(reply);
  } catch (error) {
    if (error instanceof ReplyError) throw new BackendError(error.message, 'unreadable', error);
    throw error;
  }
}

function toReply<T>(call: Call<T>, { status, headers, body }: RawReply): Reply<T> {
  if (status < 200 || status > 299) {
    throw new RefusedError(status, readErrorReply(parseJson(body)), headers['retry-after'] ?? null);
  }
  return { data: parseData(call, body), setCookies: headers['set-cookie'] ?? [] };
}

export function createBackendClient(apiUrl: string, timeoutMs: number): BackendClient {
  const target = { ...urlToHttpOptions(new URL(apiUrl)), agent: createBackendAgent(apiUrl) };
  return {
    send(call, caller, signal) {
      const body = call.body === undefined ? undefined : JSON.stringify(call.body);
      const headers = {
        accept: 'application/json',
        ...callerHeaders(caller),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      };
      const options = {
        ...target,
        method: call.method,
        path: apiBase + call.path,
        headers,
        ...(signal && { signal }),
      };
      return exchange(options, body, timeoutMs, (reply) => toReply(call, reply));
    },
  };
}
