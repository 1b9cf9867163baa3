/** Sends an error of the console itself as JSON. `error` and `message` hold the same text. */
import type { AppError } from './platform/app-error.ts';
import type { RequestContext } from './request-context.ts';

export function sendJsonError({ requestId, response }: RequestContext, error: AppError): void {
  response
    .status(error.status)
    .set({ ...error.headers, 'Cache-Control': 'no-store' })
    .json({ error: error.userMessage, message: error.userMessage, request_id: requestId });
}
