/** The accounts that the sign-in page of the demo offers as buttons, each a form that works without JavaScript. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/login.module.css';
import type { DemoAccount } from '../platform/demo-accounts.ts';
import { loginNameFields } from './login-name-fields.ts';

type DemoAccountsProps = {
  basePath: string;
  accounts: readonly DemoAccount[];
  mailbox: string | null;
  next: string | null;
};

export function DemoAccounts({ basePath, accounts, mailbox, next }: DemoAccountsProps) {
  return (
    <section aria-labelledby="demo-accounts" className={`${controls.card} ${styles.demo}`}>
      <h2 id="demo-accounts">Учётные записи демонстрации</h2>
      {accounts.map(({ label, type, name, password }) => (
        <form key={name} method="post" action={`${basePath}/login`}>
          {next !== null && <input type="hidden" name="next" value={next} />}
          <input type="hidden" name="type" value={type} />
          <input type="hidden" name={loginNameFields[type].name} value={name} />
          <input type="hidden" name="password" value={password} />
          <button type="submit" className={controls.button}>
            {label}
          </button>
        </form>
      ))}
      {mailbox !== null && <a href={mailbox}>Почта демонстрации</a>}
    </section>
  );
}
