/** Sends every error as JSON (API calls) or as an HTML page. Stack traces go to the log only. */
import type { ErrorRequestHandler, Response } from 'express';
import { apiBase } from '../shared/api/call.ts';
import * as messages from '../shared/messages.ts';
import { safeNextPath } from '../shared/rules/urls.ts';
import { ErrorView } from './pages/error-view.tsx';
import { type AppError, toAppError } from './platform/app-error.ts';
import { sendPage } from './render/send-page.tsx';
import { type RequestContext, sendJsonError } from './session/request-context.ts';

function sendErrorPage(context: RequestContext, error: AppError): void {
  const { request, response, requestId, basePath } = context;
  const retryHref = (request.method === 'GET' && safeNextPath(request.originalUrl)) || `${basePath}/`;
  response.set({ ...error.headers, 'Cache-Control': 'no-store' });
  sendPage(context, {
    status: error.status,
    route: { name: null, path: request.path, title: messages.errorTitle, description: '' },
    main: <ErrorView text={error.userMessage} requestId={requestId} retryHref={retryHref} />,
  });
}

export const handleErrors: ErrorRequestHandler = (cause, _request, response: Response, _next) => {
  const { requestContext: context } = response.locals;
  const { deps, request, requestId, basePath } = context;
  const error = toAppError(cause);
  if (error.status >= 500) deps.logger.error({ requestId, err: error.cause ?? error }, error.userMessage);
  if (response.headersSent) return void response.destroy();
  if (request.originalUrl.startsWith(basePath + apiBase)) sendJsonError(context, error);
  else sendErrorPage(context, error);
};
