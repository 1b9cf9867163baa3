/** The page of an invitation's link, where a person sets the password and is signed in. It works without JavaScript. */
import type { ReactNode } from 'react';
import { TextField } from '../../client/components/form-field.tsx';
import controls from '../../client/styles/controls.module.css';
import { acceptInvitation, type InvitationOf, loadInvitation } from '../../shared/api/people.ts';
import * as messages from '../../shared/messages.ts';
import { landingPaths, pathOf, routeOf } from '../../shared/routes.ts';
import { passwordMaxLength } from '../../shared/rules/password.ts';
import { AppError } from '../platform/app-error.ts';
import { sendPage } from '../render/send-page.tsx';
import { sendCall, signIn } from '../session/actions.ts';
import type { RequestContext } from '../session/request-context.ts';
import { LoginError, ProviderLink, providerOf } from './login-page.tsx';
import { secondStepPath } from './second-factor/sign-in-page.tsx';
import { TermList } from './simple-views.tsx';

/** `invitation` is null when the link is not valid. `otherWay`: the sign-in link, where passwords are not used. */
type InvitationViewProps = {
  token: string;
  invitation: InvitationOf | null;
  error: AppError | null;
  otherWay: ReactNode;
};

const fields = { password: 'Новый пароль', confirmation: 'Подтверждение пароля' };

function InvitationView({ token, invitation, error, otherWay }: InvitationViewProps) {
  return (
    <form method="post" className={`${controls.card} ${controls.form}`}>
      {error && <LoginError title={messages.invitationFailed} text={error.userMessage} />}
      {invitation && (
        <>
          <TermList
            terms={[
              ['Клиент', invitation.client],
              ['Имя', invitation.name],
              ['Логин', invitation.login],
            ]}
          />
          <input type="hidden" name="token" value={token} />
          <input type="text" name="username" autoComplete="username" value={invitation.login} readOnly hidden />
          {Object.entries(fields).map(([name, label]) => (
            <TextField
              key={name}
              id={name}
              name={name}
              label={label}
              type="password"
              required
              autoComplete="new-password"
              maxLength={2 * passwordMaxLength}
            />
          ))}
          <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
            Задать пароль и войти
          </button>
        </>
      )}
      {otherWay}
    </form>
  );
}

function otherWayOf({ basePath, deps: { config } }: RequestContext): ReactNode {
  const provider = providerOf(config);
  if (config.LOCAL_SIGN_IN) return null;
  if (provider !== null) return <ProviderLink basePath={basePath} provider={provider} next={null} isPrimary />;
  return (
    <a href={basePath + pathOf('login')} className={`${controls.button} ${controls.buttonPrimary}`}>
      Войти
    </a>
  );
}

async function sendInvitation(context: RequestContext, token: string, failure: AppError | null): Promise<void> {
  let error = failure;
  let invitation: InvitationOf | null = null;
  try {
    invitation = await sendCall(context, loadInvitation(token));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    error = cause;
  }
  sendPage(context, {
    status: failure?.status ?? (error?.status === 403 ? 403 : 200),
    route: routeOf('invitation'),
    main: <InvitationView token={token} invitation={invitation} error={error} otherWay={otherWayOf(context)} />,
  });
}

export function showInvitation(context: RequestContext): Promise<void> {
  const { token } = context.request.query;
  return sendInvitation(context, typeof token === 'string' ? token : '', null);
}

export async function postInvitation(context: RequestContext): Promise<void> {
  const token = context.formField('token');
  const password = context.formField('password');
  try {
    if (password !== context.formField('confirmation')) throw new AppError(400, messages.passwordsDiffer);
    const { login } = await sendCall(context, loadInvitation(token));
    await sendCall(context, acceptInvitation(token, password));
    const signedIn = await signIn(context, 'client', login, password);
    if ('secondStep' in signedIn) return context.response.redirect(303, context.basePath + secondStepPath(null));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return sendInvitation(context, token, error);
  }
  context.response.redirect(303, context.basePath + landingPaths.client);
}
