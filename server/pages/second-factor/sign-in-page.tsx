/** The second step of a sign-in: a code, or the set-up of a second factor that is required. It works without JavaScript. */
import { generateSecret, generateURI } from 'otplib';
import controls from '../../../client/styles/controls.module.css';
import {
  enableSecondFactor,
  loadSecondFactor,
  totpSecretPattern,
  verifySecondFactor,
} from '../../../shared/api/second-factor.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { pathOf, routeOf } from '../../../shared/routes.ts';
import { safeNextPath } from '../../../shared/rules/urls.ts';
import { AppError } from '../../platform/app-error.ts';
import { sendPage } from '../../render/send-page.tsx';
import { sendCall, signOn } from '../../session/actions.ts';
import type { RequestContext } from '../../session/request-context.ts';
import { describeFailure, LoginError, pathAfterSignIn } from '../login-page.tsx';
import { CodeForm, type Enrolment, EnrolmentForm, RecoveryCodes } from './views.tsx';

/** Keeps the secret of a form whose code was wrong, because the application already has it. */
export function makeEnrolment(issuer: string, label: string, kept: string): Enrolment {
  const secret = totpSecretPattern.test(kept) ? kept : generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}

export const secondStepPath = (next: string | null): string => `${pathOf('second-factor')}${formatQuery({ next })}`;

const nextOf = ({ request }: RequestContext): string | null => safeNextPath(request.query.next);

/** `error`: of the last attempt. */
async function sendStep(context: RequestContext, error: AppError | null): Promise<void> {
  const { deps, request, response } = context;
  const factor = await sendCall(context, loadSecondFactor());
  const isRecovery = request.query.recovery !== undefined;
  const failure = error && describeFailure(error);
  const enrolment = () => makeEnrolment(deps.config.PRODUCT_NAME, factor.account, context.formField('secret'));
  response.set(error?.headers ?? {});
  sendPage(context, {
    status: error?.status ?? 200,
    route: routeOf('second-factor'),
    main: factor.enabled ? (
      <CodeForm
        isRecovery={isRecovery}
        otherHref={formatQuery({ next: nextOf(context), recovery: isRecovery ? null : 1 }) || '?'}
      >
        {failure !== null && <LoginError title={messages.loginTitle} text={failure} />}
      </CodeForm>
    ) : (
      <EnrolmentForm
        {...enrolment()}
        asksPassword={false}
        refusal={failure === null ? null : { message: failure, code: null }}
      >
        <p className={controls.noticeWarning}>{messages.secondFactorNeeded}</p>
      </EnrolmentForm>
    ),
  });
}

/** Redirects to the sign-in page when no sign-in waits for a second step. */
async function orLogin(context: RequestContext, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    context.response.redirect(303, `${context.basePath}${pathOf('login')}${formatQuery({ next: nextOf(context) })}`);
  }
}

export const showSecondStep = (context: RequestContext): Promise<void> =>
  orLogin(context, () => sendStep(context, null));

async function verify(context: RequestContext): Promise<void> {
  const { type } = await signOn(context, verifySecondFactor(context.formField('code')));
  context.response.redirect(303, pathAfterSignIn(context, type, context.request.query.next));
}

async function enrol(context: RequestContext): Promise<void> {
  const call = enableSecondFactor(context.formField('secret'), context.formField('code'), '');
  const { user, codes } = await signOn(context, call);
  const href = pathAfterSignIn(context, user.type, context.request.query.next);
  sendPage(context, { route: routeOf('second-factor'), main: <RecoveryCodes codes={codes} href={href} /> });
}

export const postSecondStep = (context: RequestContext): Promise<void> =>
  orLogin(context, async () => {
    try {
      await (context.formField('secret') === '' ? verify(context) : enrol(context));
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 401) throw error;
      await sendStep(context, error);
    }
  });
