/** Makes one call of a method of the VK API over HTTP. */
import * as v from 'valibot';
import * as messages from '../../../../../shared/messages.ts';
import { connectionFault, peers } from '../../../../platform/connection-fault.ts';
import { readLimited } from '../../../../platform/read-limited.ts';
import { connectionCauses } from './fault-texts.ts';
import { type VkError, vkErrorReply } from './search-reply.ts';

const apiVersion = '5.199';
/** Several times the size of 200 posts of the maximum length. */
const maxReplyBytes = 32 * 1024 * 1024;

/** `response`: reads the answer of a successful call. */
export type VkMethod<Response> = {
  name: string;
  parameters: Readonly<Record<string, string | number>>;
  response: v.GenericSchema<unknown, Response>;
};

export type MethodCall<Response> = { origin: string; key: string; method: VkMethod<Response>; timeoutMs: number };

/** `fault`: no readable reply. `reason` is for the log, `cause` for people; neither contains the key. */
export type CallResult<Response> =
  | { type: 'answer'; response: Response }
  | { type: 'error'; error: VkError }
  | { type: 'fault'; reason: string; cause: string };

const fault = (reason: string, cause: string) => ({ type: 'fault', reason, cause }) as const;

function formOf({ parameters }: VkMethod<unknown>): URLSearchParams {
  const entries = Object.entries({ ...parameters, lang: 'ru', v: apiVersion });
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
}

function parseReply(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readReply<Response>(
  status: number,
  text: string | null,
  { response }: VkMethod<Response>,
): CallResult<Response> {
  if (text === null) return fault(`The reply is larger than ${maxReplyBytes} bytes`, messages.vkReplyTooLarge);
  const body = status >= 500 ? undefined : parseReply(text);
  if (body === undefined) return fault(`HTTP ${status} without a reply in JSON`, messages.vkReplyUnreadable(status));
  const refused = v.safeParse(vkErrorReply, body);
  if (refused.success) return { type: 'error', error: refused.output.error };
  const reply = v.safeParse(v.object({ response }), body);
  if (!reply.success) return fault(`HTTP ${status} with a reply of another shape`, messages.vkReplyUnreadable(status));
  return { type: 'answer', response: reply.output.response };
}

/** Not the message of `fetch`, which may quote headers. */
function describeFailure(error: unknown) {
  const found = connectionFault(error, peers.vk);
  return found === null
    ? fault(`The connection failed (${(error as Error).name})`, messages.vkNotAnswering)
    : fault(found.text, connectionCauses[found.kind]);
}

/** The time limit includes the body. Rejects only with the reason of the signal. */
export async function callMethod<Response>(
  { origin, key, method, timeoutMs }: MethodCall<Response>,
  signal: AbortSignal,
): Promise<CallResult<Response>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${origin}/method/${method.name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: formOf(method),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return readReply(response.status, await readLimited(response, maxReplyBytes), method);
  } catch (error) {
    signal.throwIfAborted();
    return timeout.aborted ? fault(`No reply within ${timeoutMs} ms`, messages.vkLate) : describeFailure(error);
  }
}
