/** The dialog «Изменение пароля», closed in the profile's page; client/islands/password runs it. */
import controls from '../../client/styles/controls.module.css';
import { type PasswordChange, passwordMaxLength } from '../../shared/rules/password.ts';

export const passwordDialogId = 'password-dialog';

const fields: readonly { name: keyof PasswordChange; label: string; autoComplete: string }[] = [
  { name: 'current', label: 'Текущий пароль', autoComplete: 'current-password' },
  { name: 'next', label: 'Новый пароль', autoComplete: 'new-password' },
  { name: 'confirmation', label: 'Подтверждение пароля', autoComplete: 'new-password' },
];

function PasswordField({ name, label, autoComplete }: (typeof fields)[number]) {
  const id = `password-${name}`;
  return (
    <div className={controls.field}>
      <label htmlFor={id} className={controls.fieldLabel}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="password"
        autoComplete={autoComplete}
        maxLength={2 * passwordMaxLength}
        aria-describedby={`${id}-error`}
        className={controls.input}
      />
      <p id={`${id}-error`} className={controls.fieldError} />
    </div>
  );
}

/** `userName` tells password managers whose password it is. */
export function PasswordDialog({ userName }: { userName: string }) {
  return (
    <dialog id={passwordDialogId} aria-labelledby="password-title">
      <form method="dialog" noValidate className={controls.form}>
        <h2 id="password-title">Изменение пароля</h2>
        <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
        {fields.map((field) => (
          <PasswordField key={field.name} {...field} />
        ))}
        <p role="alert" className={controls.noticeFailure} />
        <p role="status" className={controls.notice} />
        <div className={controls.actions}>
          <button type="button" className={controls.button} data-closes>
            Отмена
          </button>
          <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
            Сохранить
          </button>
        </div>
      </form>
    </dialog>
  );
}
