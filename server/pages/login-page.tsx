/**
 * The sign-in page, which works without JavaScript (docs/product/sign-in.md): empty, or with the values
 * and the error of the last attempt, or with the error of a sign-out.
 */
import { TextField } from '../../client/components/form-field.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/login.module.css';
import { signInByHeader } from '../../shared/api/auth.ts';
import { formatQuery } from '../../shared/list-query.ts';
import * as messages from '../../shared/messages.ts';
import { type UserType, userTypeLabels, userTypes } from '../../shared/roles.ts';
import { landingPaths, pathOf, routeOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import { AppError } from '../platform/app-error.ts';
import type { Config } from '../platform/settings.ts';
import { sendPage } from '../render/send-page.tsx';
import { signOn } from '../session/actions.ts';
import type { RequestContext } from '../session/request-context.ts';
import { DemoAccounts } from './demo-accounts.tsx';
import { loginNameFields } from './login-name-fields.ts';

/** The values and the error of the last attempt, if there was one. `isOver`: a session has ended. */
export type Attempt = {
  type: UserType;
  name: string;
  next: string | null;
  error: AppError | null;
  errorTitle?: string;
  isOver?: boolean;
  /** The browser has not stored the cookies of its sign-in. */
  isLost?: boolean;
};

export function LoginError({ title, text }: { title: string; text: string }) {
  return (
    <div role="alert" className={`${controls.noticeFailure} ${styles.error}`}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

function TypeChoice({ type }: { type: UserType }) {
  return (
    <div role="radiogroup" aria-labelledby="type-label" className={styles.types}>
      <span id="type-label" className={`${controls.fieldLabel} ${styles.typesLabel}`}>
        Тип пользователя
      </span>
      {userTypes.map((choice) => (
        <label key={choice} className={styles.type}>
          <input type="radio" name="type" value={choice} defaultChecked={choice === type} />
          {userTypeLabels[choice]}
        </label>
      ))}
    </div>
  );
}

type NameFieldProps = { type: UserType; label: string; chosen: UserType; name: string };

function NameField({ type, label, chosen, name }: NameFieldProps) {
  const field = loginNameFields[type];
  return (
    <div className={styles[type]}>
      <TextField
        label={label}
        id={field.name}
        name={field.name}
        defaultValue={type === chosen ? name : ''}
        autoComplete="username"
        autoFocus={type === chosen}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
      />
    </div>
  );
}

/** An existing backend may send only a 429 and the seconds to wait. */
export function describeFailure({ status, headers, userMessage }: AppError): string {
  const seconds = Number(headers['Retry-After']);
  return status === 429 && seconds > 0 ? messages.tooManyAttempts(Math.ceil(seconds)) : userMessage;
}

type ProviderLinkProps = { basePath: string; provider: string; next: string | null; isPrimary: boolean };

export function ProviderLink({ basePath, provider, next, isPrimary }: ProviderLinkProps) {
  return (
    <a
      href={`${basePath}/login/oidc${formatQuery({ next })}`}
      className={`${controls.button} ${isPrimary ? controls.buttonPrimary : ''}`}
    >
      {`Войти через ${provider}`}
    </a>
  );
}

/** The name of the OpenID Connect provider; null without one. */
export const providerOf = ({ OIDC_ISSUER, OIDC_NAME }: Config): string | null =>
  OIDC_ISSUER === null ? null : OIDC_NAME;

type LoginViewProps = Attempt & {
  basePath: string;
  hasPeople?: boolean;
  provider?: string | null;
  /** Whether there is a form for names and passwords. */
  hasForm?: boolean;
};

export function LoginView(props: LoginViewProps) {
  const { basePath, provider = null, hasForm = true, next, error, errorTitle, isOver, isLost } = props;
  return (
    <form method="post" action={`${basePath}/login`} className={`${controls.card} ${controls.form}`}>
      {error && <LoginError title={errorTitle ?? messages.loginTitle} text={describeFailure(error)} />}
      {isLost && <LoginError title={messages.loginTitle} text={messages.signInLost} />}
      {isOver && (
        <p role="status" className={controls.notice}>
          {messages.sessionEnded}
        </p>
      )}
      {hasForm ? <SignInFields {...props} /> : provider === null && <p>{messages.localSignInOff}</p>}
      {provider !== null && <ProviderLink basePath={basePath} provider={provider} next={next} isPrimary={!hasForm} />}
    </form>
  );
}

function SignInFields({ hasPeople, type, name, next }: LoginViewProps) {
  return (
    <>
      {next !== null && <input type="hidden" name="next" value={next} />}
      <TypeChoice type={type} />
      {userTypes.map((candidate) => (
        <NameField
          key={candidate}
          type={candidate}
          label={hasPeople && candidate === 'client' ? 'ID клиента или логин' : loginNameFields[candidate].label}
          chosen={type}
          name={name}
        />
      ))}
      <TextField
        label="Пароль"
        id="password"
        name="password"
        type="password"
        required
        autoComplete="current-password"
        maxLength={256}
      />
      <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
        Войти
      </button>
    </>
  );
}

/** `next`: the page that the visitor requested; ignored unless it belongs to the console. */
export const pathAfterSignIn = ({ basePath }: RequestContext, type: UserType, next: unknown): string =>
  basePath + (safeNextPath(next) ?? landingPaths[type]);

export function sendLogin(context: RequestContext, attempt: Attempt): void {
  const { error } = attempt;
  const { basePath, backendKind, deps } = context;
  const { LOCAL_SIGN_IN, LDAP_URL, DEMO_ACCOUNTS: accounts, DEMO_MAILBOX: mailbox } = deps.config;
  const provider = providerOf(deps.config);
  const hasPeople = backendKind === 'own';
  context.response.set(error?.headers ?? {});
  sendPage(context, {
    status: error?.status ?? 200,
    route: routeOf('login'),
    main: (
      <>
        <LoginView
          basePath={basePath}
          hasPeople={hasPeople}
          provider={provider}
          hasForm={LOCAL_SIGN_IN || LDAP_URL !== ''}
          {...attempt}
        />
        {accounts.length > 0 && (
          <DemoAccounts basePath={basePath} accounts={accounts} mailbox={mailbox} next={attempt.next} />
        )}
      </>
    ),
  });
}

/** Redirects after a sign-in keep the address of the form as `Referer`. */
const cameFromLogin = ({ request, basePath }: RequestContext): boolean =>
  URL.parse(request.get('Referer') ?? '')?.pathname === basePath + pathOf('login');

/** Shows the sign-in page. A visitor whom a reverse proxy names is signed in at once. */
export async function showLogin(context: RequestContext): Promise<void> {
  const { request, response, caller } = context;
  const { query } = request;
  const next = safeNextPath(query.next);
  let error: AppError | null = null;
  if (caller.assertion !== '') {
    try {
      const { type } = await signOn(context, signInByHeader());
      return response.redirect(303, pathAfterSignIn(context, type, next));
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      error = cause;
    }
  }
  sendLogin(context, {
    type: query.type === 'client' || query.over === 'client' ? 'client' : 'admin',
    name: '',
    next,
    error,
    isOver: query.over !== undefined,
    isLost: context.viewer === null && cameFromLogin(context) && context.deps.recentSignIns.has(context.address),
  });
}
