/** Reads calls of the VK API from HTTP requests, and scripted faults: what goes wrong, for which calls and how often. */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A call as it arrived. `params` come without the key; `at` is in milliseconds. */
export type Call = {
  method: string;
  params: ReadonlyMap<string, string>;
  key: string | null;
  /** How the key came. */
  keyIn: 'header' | 'params' | null;
  http: 'GET' | 'POST';
  /** The media type of the body without parameters. */
  contentType: string | null;
  at: number;
};

const methodPattern = /^\/method\/([\w.]+)$/;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Entries of a form. VK ignores a body of another type. */
async function readForm(body: Buffer<ArrayBuffer>, header: string, contentType: string): Promise<[string, string][]> {
  if (!formTypes.includes(contentType)) return [];
  const form = await new Response(body, { headers: { 'content-type': header } }).formData();
  return [...form].map(([key, value]) => [key, String(value)]);
}

/** Null: the address belongs to no method, or the HTTP method is neither GET nor POST. */
export async function readCall(request: IncomingMessage, at: number): Promise<Call | null> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  const [, method] = methodPattern.exec(pathname) ?? [];
  const http = request.method;
  if (method === undefined || (http !== 'GET' && http !== 'POST')) return null;
  const header = request.headers['content-type'] ?? '';
  const contentType = header.split(';')[0]?.trim().toLowerCase() || null;
  const params = new Map(searchParams);
  const body = await buffer(request);
  for (const [name, value] of await readForm(Buffer.from(body), header, contentType ?? '')) params.set(name, value);
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const inParams = params.get('access_token');
  params.delete('access_token');
  const keyIn = bearer !== undefined ? 'header' : inParams !== undefined ? 'params' : null;
  return { method, params, key: bearer ?? inParams ?? null, keyIn, http, contentType, at };
}

/** `code`: an error of the VK API. `answer`: valid JSON of any shape. */
export type AnswerFault = { code: number; detail?: string } | { answer: unknown };

/**
 * `status`: an HTTP error with an HTML page. `cut-body`: the connection ends within the body. `slow-body`: the rest of the
 * body comes after `release()`. `reset`: the connection is reset without an answer.
 */
export type TransportFault = { status: 500 | 502 | 503 } | 'cut-body' | 'slow-body' | 'reset';

export type Fault = AnswerFault | TransportFault;

/** Only calls with this key or this query fail. `times` is unlimited when missing. */
export type FaultScope = { times?: number; key?: string; q?: string };

type Scripted = { fault: Fault; left: number; applies: (call: Call) => boolean };

export const isAnswerFault = (fault: Fault): fault is AnswerFault => typeof fault === 'object' && !('status' in fault);

export function createFaultScript() {
  let script: Scripted[] = [];
  return {
    /** Faults of the same calls happen in the order in which they were added. */
    add(fault: Fault, { times = Number.POSITIVE_INFINITY, key, q }: FaultScope = {}): void {
      const applies = (call: Call) =>
        (key === undefined || call.key === key) && (q === undefined || call.params.get('q') === q);
      script.push({ fault, left: times, applies });
    },
    clear(): void {
      script = [];
    },
    /** The fault of this call, or null. */
    take(call: Call): Fault | null {
      const next = script.find(({ left, applies }) => left > 0 && applies(call));
      if (!next) return null;
      next.left -= 1;
      return next.fault;
    },
  };
}
