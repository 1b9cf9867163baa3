/**
 * Reads calls of the VK API as the collector sends them, and scripts faults: their kinds, the calls that they affect, and how
 * often they occur.
 */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A call as it arrived. `at` is in milliseconds. */
export type Call = { method: string; params: ReadonlyMap<string, string>; key: string | null; at: number };

/**
 * Returns null if the request posts no form to a method. VK also accepts other requests, which the collector does not make.
 */
export async function readCall(request: IncomingMessage, at: number): Promise<Call | null> {
  const { url = '', headers } = request;
  const [, method] = /^\/method\/([\w.]+)$/.exec(url) ?? [];
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (method === undefined || request.method !== 'POST' || !isForm) return null;
  const [, key = null] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  return { method, params: new Map(new URLSearchParams(await text(request))), key, at };
}

/** `code`: an error of the VK API. `answer`: valid JSON of any shape. */
export type AnswerFault = { code: number; detail?: string } | { answer: unknown };

/**
 * `status`: an HTTP error with an HTML page. `cut-body`: the connection ends within the body. `slow-body`: the rest of the
 * body comes after `release()`. `reset`: the connection is reset without an answer.
 */
export type TransportFault = { status: 500 | 502 | 503 } | 'cut-body' | 'slow-body' | 'reset';

export type Fault = AnswerFault | TransportFault;

/** Only calls of this method, with this key or this query fail. `times` is unlimited when missing. */
export type FaultScope = { times?: number; method?: string; key?: string; q?: string };

type Scripted = { fault: Fault; left: number; applies: (call: Call) => boolean };

export const isAnswerFault = (fault: Fault): fault is AnswerFault => typeof fault === 'object' && !('status' in fault);

export function createFaultScript() {
  let script: Scripted[] = [];
  return {
    /** Faults of the same calls occur in the order in which they were added. */
    add(fault: Fault, { times = Number.POSITIVE_INFINITY, method, key, q }: FaultScope = {}): void {
      const applies = (call: Call) =>
        (method === undefined || call.method === method) &&
        (key === undefined || call.key === key) &&
        (q === undefined || call.params.get('q') === q);
      script.push({ fault, left: times, applies });
    },
    clear(): void {
      script = [];
    },
    take(call: Call): Fault | null {
      const next = script.find(({ left, applies }) => left > 0 && applies(call));
      if (!next) return null;
      next.left -= 1;
      return next.fault;
    },
  };
}
