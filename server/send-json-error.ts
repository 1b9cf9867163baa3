/** The JSON form of an error: what API callers receive from the console itself. */
import type { AppError } from './platform/app-error.ts';
import type { RequestContext } from './request-context.ts';

export function sendJsonError({ requestId, response }: RequestContext, error: AppError): void {
  response
    .status(error.status)
    .set({ ...error.headers, 'Cache-Control': 'no-store' })
    .json({ error: error.userMessage, message: error.userMessage, request_id: requestId });
}
