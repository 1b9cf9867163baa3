/** The sign-in page: empty, with the values and the error of the last attempt, or with the error of a sign-out. */
import type { UserType } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import type { AppError } from '../platform/app-error.ts';
import { sendPage } from '../render/send-page.tsx';
import type { RequestContext } from '../session/request-context.ts';
import { LoginView } from './login-view.tsx';

type Attempt = { type: UserType; name: string; next: string | null; error: AppError | null; errorTitle?: string };

/** Seconds to wait; an existing backend may send only a 429 and its `Retry-After`. */
function retryAfter(error: AppError | null): number | null {
  const seconds = Number(error?.headers['Retry-After']);
  return error?.status === 429 && seconds > 0 ? Math.ceil(seconds) : null;
}

export function sendLogin(context: RequestContext, { type, name, next, error, errorTitle }: Attempt): void {
  context.response.set(error?.headers ?? {});
  sendPage(context, {
    status: error?.status ?? 200,
    route: routeOf('login'),
    main: (
      <LoginView
        basePath={context.basePath}
        type={type}
        name={name}
        next={next}
        error={error?.userMessage ?? null}
        errorTitle={errorTitle}
        retryAfter={retryAfter(error)}
      />
    ),
  });
}

export function showLogin(context: RequestContext): void {
  const { query } = context.request;
  sendLogin(context, {
    type: query.type === 'client' ? 'client' : 'admin',
    name: '',
    next: safeNextPath(query.next),
    error: null,
  });
}
