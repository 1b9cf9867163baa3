/** Answers every error: JSON to the API, a Russian page to a person, never a stack. */
import type { ErrorRequestHandler, Request, Response } from 'express';
import { apiBase } from '../shared/api/call.ts';
import * as messages from '../shared/messages.ts';
import { safeNextPath } from '../shared/rules/next-path.ts';
import type { AppDeps } from './deps.ts';
import { ErrorView } from './pages/error-view.tsx';
import { type AppError, toAppError } from './platform/app-error.ts';
import { sendPage } from './render/send-page.tsx';

export function sendJsonError(response: Response, error: AppError) {
  const { requestId } = response.locals;
  response
    .status(error.status)
    .set({ ...error.headers, 'Cache-Control': 'no-store' })
    .json({ error: error.userMessage, message: error.userMessage, request_id: requestId });
}

function sendErrorPage(deps: AppDeps, request: Request, response: Response, error: AppError): void {
  const { requestId } = response.locals;
  const retryHref = (request.method === 'GET' && safeNextPath(request.originalUrl)) || `${deps.config.BASE_PATH}/`;
  response.set({ ...error.headers, 'Cache-Control': 'no-store' });
  sendPage(deps, request, response, {
    status: error.status,
    route: { name: null, path: request.path, title: messages.errorTitle, description: '' },
    main: <ErrorView text={error.userMessage} requestId={requestId} retryHref={retryHref} />,
  });
}

export function handleErrors(deps: AppDeps): ErrorRequestHandler {
  return (cause, request, response, _next) => {
    const error = toAppError(cause);
    const { requestId } = response.locals;
    if (error.status >= 500) deps.logger.error({ requestId, err: error.cause ?? error }, error.userMessage);
    if (response.headersSent) return void response.destroy();
    const isApi = request.originalUrl.startsWith(`${deps.config.BASE_PATH}${apiBase}`);
    if (isApi) sendJsonError(response, error);
    else sendErrorPage(deps, request, response, error);
  };
}
