/** Sends the body of a webhook to addresses that were checked. */
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import * as messages from '../../../../shared/messages.ts';
import type { WebhookTarget } from '../../alerts/webhook-target.ts';
import { SendError } from '../../alerts/webhook-target.ts';

/** Look-ups of the connection return the checked addresses, whatever the name means by now. */
const lookUpIn =
  (addresses: WebhookTarget['addresses']): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(new Error('No address'), '', 0);
    else if (all) callback(null, addresses);
    else callback(null, first.address, first.family);
  };

const certificateCode = /^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_/;

function describeFault(error: NodeJS.ErrnoException): string {
  const { code = '' } = error;
  if (code === 'ECONNREFUSED') return messages.receiverRefused;
  if (certificateCode.test(code)) return messages.badCertificate;
  if (code === 'ABORT_ERR') return messages.receiverSilent;
  return code === 'ECONNRESET' || code === 'EPIPE' ? messages.connectionCut : messages.noConnection;
}

/** Resolves with the status once the head of the reply is there. Follows no redirect. Throws a `SendError` otherwise. */
export function postJson(
  { url, addresses }: WebhookTarget,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const length = String(Buffer.byteLength(body));
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': length, ...headers },
    // Its own connection: a kept one may lead to an address that is no longer allowed.
    agent: false,
    lookup: lookUpIn(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
    request.on('error', (cause) => reject(new SendError(describeFault(cause), { cause })));
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.on('error', () => {}).resume();
    });
    request.end(body);
  });
}
