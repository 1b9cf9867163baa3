/** The sign-in page, empty or with what the last attempt had and why it failed (section 2, Login screen). */
import type { Request, Response } from 'express';
import * as messages from '../../shared/messages.ts';
import type { UserType } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import type { AppDeps } from '../deps.ts';
import type { AppError } from '../errors.ts';
import { sendPage } from '../render/send-page.tsx';
import { LoginView } from './login-view.tsx';

type Attempt = { type: UserType; name: string; next: string | null; error: AppError | null };

/** «Слишком много попыток…» also when an existing backend says only 429 and a time. */
function errorText(error: AppError): string {
  const seconds = Number(error.headers['Retry-After']);
  return error.status === 429 && seconds > 0 ? messages.tooManyAttempts(Math.ceil(seconds)) : error.shown;
}

export function sendLogin(deps: AppDeps, request: Request, response: Response, attempt: Attempt): Promise<void> {
  const { type, name, next, error } = attempt;
  response.set('Cache-Control', 'no-store');
  if (error) response.set(error.headers);
  return sendPage(deps, request, response, {
    status: error?.status ?? 200,
    route: routeOf('login'),
    main: (
      <LoginView
        basePath={deps.config.BASE_PATH}
        type={type}
        name={name}
        next={next}
        error={error && errorText(error)}
      />
    ),
  });
}

export function showLogin(deps: AppDeps, request: Request, response: Response): Promise<void> {
  return sendLogin(deps, request, response, {
    type: request.query.type === 'client' ? 'client' : 'admin',
    name: '',
    next: safeNextPath(request.query.next),
    error: null,
  });
}
