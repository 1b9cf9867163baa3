/** Forms of the second factor, which work without JavaScript, and the recovery codes. */
import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { TextField } from '../../../client/components/form-field.tsx';
import controls from '../../../client/styles/controls.module.css';
import styles from '../../../client/styles/second-factor.module.css';
import * as messages from '../../../shared/messages.ts';
import { passwordMaxLength } from '../../../shared/rules/password.ts';
import type { Refusal } from '../../platform/app-error.ts';

/** On phones, a keyboard of digits. */
const codeInput = {
  name: 'code',
  type: 'text',
  required: true,
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  spellCheck: false,
  maxLength: 64,
} as const;

/** Dark on white in every theme, because cameras need it. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x},${y}h1v1h-1z`] : []))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR-код" data-theme="light" className={styles.qr}>
      <path d={path} />
    </svg>
  );
}

const grouped = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** `uri`: the secret with its names, for applications. */
export type Enrolment = { secret: string; uri: string };

type EnrolmentFormProps = Enrolment & { asksPassword: boolean; refusal: Refusal | null; children?: ReactNode };

export function EnrolmentForm({ secret, uri, asksPassword, refusal, children }: EnrolmentFormProps) {
  const isPassword = refusal?.code === 'wrong-password';
  const error = refusal?.message ?? null;
  return (
    <form method="post" className={`${controls.card} ${controls.form} ${styles.card}`}>
      {children}
      <p>
        Отсканируйте картинку в приложении для одноразовых кодов или введите в нём ключ, затем введите код, который оно
        покажет.
      </p>
      <QrCode text={uri} />
      <p>
        Ключ: <code>{grouped(secret)}</code>
      </p>
      <input type="hidden" name="secret" value={secret} />
      {asksPassword && <PasswordField label="Текущий пароль" name="password" error={isPassword ? error : null} />}
      <TextField
        label="Код из приложения"
        error={isPassword ? null : error}
        announcesError
        {...codeInput}
        autoFocus={!asksPassword}
      />
      <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
        Включить
      </button>
    </form>
  );
}

export const PasswordField = (props: { label: string; name: string; error: string | null }) => (
  <TextField
    {...props}
    type="password"
    required
    announcesError
    autoComplete="current-password"
    maxLength={2 * passwordMaxLength}
  />
);

/** `isRecovery`: for a recovery code instead of a code of the application. `otherHref`: the form of the other kind. */
type CodeFormProps = { isRecovery: boolean; otherHref: string; children: ReactNode };

export function CodeForm({ isRecovery, otherHref, children }: CodeFormProps) {
  return (
    <form method="post" className={`${controls.card} ${controls.form}`}>
      {children}
      {isRecovery ? (
        <TextField label="Резервный код" {...codeInput} inputMode="text" autoComplete="off" autoFocus />
      ) : (
        <TextField label="Код из приложения" {...codeInput} autoFocus />
      )}
      <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
        Войти
      </button>
      <p>
        <a href={otherHref}>{isRecovery ? 'Использовать код из приложения' : 'Использовать резервный код'}</a>
      </p>
    </form>
  );
}

/** No later page shows the codes. */
export function RecoveryCodes({ codes, href }: { codes: readonly string[]; href: string }) {
  return (
    <section className={`${controls.card} ${controls.form} ${styles.card}`} aria-label={messages.recoveryCodes}>
      <p role="status" className={controls.notice}>
        Второй фактор включён
      </p>
      <h2>{messages.recoveryCodes}</h2>
      <p>Сохраните коды: больше они не показываются. Каждый из них один раз заменяет код из приложения.</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a href={href} className={`${controls.button} ${controls.buttonPrimary}`}>
        Продолжить
      </a>
    </section>
  );
}
