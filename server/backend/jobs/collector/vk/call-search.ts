/** Makes one call of `newsfeed.search` over HTTP. */

import type { BaseUserGroupFields, NewsfeedSearchParams } from '@vkontakte/api-schema-typescript';
import * as v from 'valibot';
import { connectionFault, peers } from '../../../../platform/connection-fault.ts';
import { readLimited } from '../../../../platform/read-limited.ts';
import type { SearchQuery } from '../search-source.ts';
import { searchReply, type VkError, type VkResponse } from './search-reply.ts';

const apiVersion = '5.199';
const pageSize = 200;
/** Several times the size of 200 posts of the maximum length. */
const maxReplyBytes = 32 * 1024 * 1024;

const accountFields = ['city', 'photo_100', 'screen_name', 'type'] satisfies BaseUserGroupFields[];

export type SearchCall = { origin: string; key: string; query: SearchQuery; timeoutMs: number };

/** `fault`: no readable reply. `reason` is for the log; it never contains the key. */
export type CallResult =
  | { type: 'page'; response: VkResponse }
  | { type: 'error'; error: VkError }
  | { type: 'fault'; reason: string };

const fault = (reason: string): CallResult => ({ type: 'fault', reason });

function searchForm({ text, from, to, startFrom }: SearchQuery): URLSearchParams {
  const parameters = {
    q: text,
    extended: 1,
    count: pageSize,
    start_time: Math.floor(from / 1000),
    end_time: Math.floor(to / 1000),
    // `country` is not in VK's schema, but may arrive.
    fields: [...accountFields, 'country'].join(','),
    ...(startFrom === null ? {} : { start_from: startFrom }),
  } satisfies NewsfeedSearchParams;
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

function readReply(status: number, text: string | null): CallResult {
  if (text === null) return fault(`The reply is larger than ${maxReplyBytes} bytes`);
  const body = status >= 500 ? undefined : parseReply(text);
  if (body === undefined) return fault(`HTTP ${status} without a reply in JSON`);
  const reply = v.safeParse(searchReply, body);
  if (!reply.success) return fault(`HTTP ${status} with a reply of another shape`);
  return 'error' in reply.output
    ? { type: 'error', error: reply.output.error }
    : { type: 'page', response: reply.output.response };
}

/** Not the message of `fetch`, which may quote headers. */
const describeFailure = (error: unknown): string =>
  connectionFault(error, peers.vk)?.text ?? `The connection failed (${(error as Error).name})`;

/** The time limit includes the body. Rejects only with the reason of the signal. */
export async function callSearch(
  { origin, key, query, timeoutMs }: SearchCall,
  signal: AbortSignal,
): Promise<CallResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${origin}/method/newsfeed.search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: searchForm(query),
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    return readReply(response.status, await readLimited(response, maxReplyBytes));
  } catch (error) {
    signal.throwIfAborted();
    return fault(timeout.aborted ? `No reply within ${timeoutMs} ms` : describeFailure(error));
  }
}
