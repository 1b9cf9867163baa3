/**
 * The sign-in page, which works without JavaScript (docs/product.md, section 2, Login screen): empty, or with the values
 * and the error of the last attempt, or with the error of a sign-out.
 */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/login.module.css';
import * as messages from '../../shared/messages.ts';
import { type UserType, userTypeLabels, userTypes } from '../../shared/roles.ts';
import { routeOf } from '../../shared/routes.ts';
import { safeNextPath } from '../../shared/rules/urls.ts';
import type { AppError } from '../platform/app-error.ts';
import { sendPage } from '../render/send-page.tsx';
import type { RequestContext } from '../session/request-context.ts';

/** `name` is the entered name after a failure; `retryAfter` (seconds) replaces the error's text. */
export type LoginViewProps = {
  basePath: string;
  type: UserType;
  name: string;
  next: string | null;
  error: string | null;
  errorTitle?: string;
  retryAfter: number | null;
  /** A session has ended. */
  isOver: boolean;
};

/** The name field of each user type. The style sheet hides the field of the other type, and the server ignores it. */
export const loginNameFields = {
  admin: { name: 'username', label: 'Имя пользователя' },
  client: { name: 'client_id', label: 'ID клиента' },
} as const satisfies Record<UserType, { name: string; label: string }>;

function LoginError({ title, text }: { title: string; text: string }) {
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

function NameField({ type, chosen, name }: { type: UserType; chosen: UserType; name: string }) {
  const field = loginNameFields[type];
  return (
    <div className={`${controls.field} ${styles[type]}`}>
      <label htmlFor={field.name} className={controls.fieldLabel}>
        {field.label}
      </label>
      <input
        id={field.name}
        name={field.name}
        defaultValue={type === chosen ? name : ''}
        autoComplete="username"
        // biome-ignore lint/a11y/noAutofocus: the page has no other purpose than to sign in
        autoFocus={type === chosen}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        className={controls.input}
      />
    </div>
  );
}

export function LoginView({ basePath, type, name, next, error, errorTitle, retryAfter, isOver }: LoginViewProps) {
  const failure = retryAfter === null ? error : messages.tooManyAttempts(retryAfter);
  return (
    <form method="post" action={`${basePath}/login`} className={`${controls.card} ${controls.form}`}>
      {failure !== null && <LoginError title={errorTitle ?? messages.loginTitle} text={failure} />}
      {isOver && (
        <p role="status" className={controls.notice}>
          {messages.sessionEnded}
        </p>
      )}
      {next !== null && <input type="hidden" name="next" value={next} />}
      <TypeChoice type={type} />
      {userTypes.map((candidate) => (
        <NameField key={candidate} type={candidate} chosen={type} name={name} />
      ))}
      <div className={controls.field}>
        <label htmlFor="password" className={controls.fieldLabel}>
          Пароль
        </label>
        <input
          id="password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          maxLength={256}
          className={controls.input}
        />
      </div>
      <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
        Войти
      </button>
    </form>
  );
}

/** The sign-in page: empty, with the values and the error of the last attempt, or with the error of a sign-out. */
type Attempt = {
  type: UserType;
  name: string;
  next: string | null;
  error: AppError | null;
  errorTitle?: string;
  isOver?: boolean;
};

/** Seconds to wait; an existing backend may send only a 429 and its `Retry-After`. */
function retryAfter(error: AppError | null): number | null {
  const seconds = Number(error?.headers['Retry-After']);
  return error?.status === 429 && seconds > 0 ? Math.ceil(seconds) : null;
}

export function sendLogin(
  context: RequestContext,
  { type, name, next, error, errorTitle, isOver = false }: Attempt,
): void {
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
        isOver={isOver}
      />
    ),
  });
}

export function showLogin(context: RequestContext): void {
  const { query } = context.request;
  sendLogin(context, {
    type: query.type === 'client' || query.over === 'client' ? 'client' : 'admin',
    name: '',
    next: safeNextPath(query.next),
    error: null,
    isOver: query.over !== undefined,
  });
}
