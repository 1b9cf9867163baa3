/** The sign-in page, empty or with what the last attempt had and why it failed (section 2, Login screen). */
import type { Request, Response } from 'express';
import type { UserType } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/next-path.ts';
import type { AppDeps } from '../deps.ts';
import type { AppError } from '../platform/app-error.ts';
import { sendPage } from '../render/send-page.tsx';
import { LoginView } from './login-view.tsx';

type Attempt = { type: UserType; name: string; next: string | null; error: AppError | null };

/** Seconds to wait; an existing backend may say only 429 and a time. */
function retryAfter(error: AppError | null): number | null {
  const seconds = Number(error?.headers['Retry-After']);
  return error?.status === 429 && seconds > 0 ? Math.ceil(seconds) : null;
}

export function sendLogin(deps: AppDeps, request: Request, response: Response, attempt: Attempt): void {
  const { type, name, next, error } = attempt;
  response.set('Cache-Control', 'no-store');
  if (error) response.set(error.headers);
  sendPage(deps, request, response, {
    status: error?.status ?? 200,
    route: routeOf('login'),
    main: (
      <LoginView
        basePath={deps.config.BASE_PATH}
        type={type}
        name={name}
        next={next}
        error={error?.userMessage ?? null}
        retryAfter={retryAfter(error)}
      />
    ),
  });
}

export function showLogin(deps: AppDeps, request: Request, response: Response): void {
  sendLogin(deps, request, response, {
    type: request.query.type === 'client' ? 'client' : 'admin',
    name: '',
    next: safeNextPath(request.query.next),
    error: null,
  });
}
