/** The console's own calls to the backend: page loaders, sign-in and the other session calls. The proxy streams the rest. */
import { apiBase, type Call } from '../shared/api/call.ts';
import { ReplyError, readErrorMessage } from '../shared/api/read.ts';

/** No reply of the backend that a page needs is larger; more is a fault, not data. */
const maxReplyBytes = 8 * 1024 * 1024;

/** What the backend is told of the visitor, besides the call. `cookie` is '' when there is none. */
export type Caller = { cookie: string; requestId: string; address: string; protocol: string; host: string };

/** The backend answered, and refused: `message` is what it said, if anything. */
export class RefusedError extends Error {
  override name = 'RefusedError';
  readonly status: number;
  readonly replyMessage: string | null;
  readonly retryAfter: string | null;

  constructor(status: number, replyMessage: string | null, retryAfter: string | null) {
    super(`The backend answered ${status}`);
    this.status = status;
    this.replyMessage = replyMessage;
    this.retryAfter = retryAfter;
  }
}

/** The backend did not answer in time, in full, or in a form that can be read. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}

export type Reply<T> = { data: T; setCookies: string[] };

export type Upstream = {
  /** Makes the call. Throws `RefusedError` for any status but 2xx and `UnavailableError` for everything else. */
  send<T>(call: Call<T>, caller: Caller): Promise<Reply<T>>;
};

/** Headers by which the backend learns who is calling; the proxy sends the same. */
export function callerHeaders(caller: Caller): Record<string, string> {
  return {
    'x-request-id': caller.requestId,
    'x-forwarded-for': caller.address,
    'x-forwarded-proto': caller.protocol,
    'x-forwarded-host': caller.host,
    ...(caller.cookie === '' ? {} : { cookie: caller.cookie }),
  };
}

async function readBody(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxReplyBytes) throw new UnavailableError('The reply is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(body: string): unknown {
  if (body.trim() === '') return null;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function readReply<T>(call: Call<T>, body: string): T {
  const reply = parseJson(body);
  if (reply === undefined) throw new UnavailableError('The reply is not JSON');
  try {
    return call.read(reply);
  } catch (error) {
    if (error instanceof ReplyError) throw new UnavailableError(error.message, { cause: error });
    throw error;
  }
}

export function createUpstream(apiUrl: string, timeoutMs: number): Upstream {
  return {
    async send(call, caller) {
      const signal = AbortSignal.timeout(timeoutMs);
      let response: Response;
      let body: string;
      try {
        response = await fetch(apiUrl + apiBase + call.path, {
          method: call.method,
          headers: {
            accept: 'application/json',
            ...callerHeaders(caller),
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          body: call.body === undefined ? null : JSON.stringify(call.body),
          redirect: 'manual',
          signal,
        });
        body = await readBody(response);
      } catch (error) {
        if (error instanceof UnavailableError) throw error;
        throw new UnavailableError('The backend cannot be reached', { cause: error, timedOut: signal.aborted });
      }
      if (!response.ok) {
        const message = readErrorMessage(parseJson(body));
        throw new RefusedError(response.status, message, response.headers.get('retry-after'));
      }
      return { data: readReply(call, body), setCookies: response.headers.getSetCookie() };
    },
  };
}
