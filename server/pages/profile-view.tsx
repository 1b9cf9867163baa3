/** The account of the signed-in user (docs/product.md, section 2, Profile screen). */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import { opensDialog } from '../../shared/page-names.ts';
import { userName, userTypeLabels, type Viewer } from '../../shared/roles.ts';
import { ShellIcon } from '../render/shell-icon.tsx';
import { loginNameFields } from './login-view.tsx';

export function ProfileView({ viewer: { user }, basePath }: { viewer: Viewer; basePath: string }) {
  return (
    <section className={`${controls.card} ${styles.profile}`} aria-label="Учётная запись">
      <p>
        <span className={`${controls.badge} ${controls.badgeAccent}`}>{userTypeLabels[user.type]}</span>
      </p>
      <dl className={styles.terms}>
        <dt>{loginNameFields[user.type].label}</dt>
        <dd>{userName(user)}</dd>
        <dt>ID пользователя</dt>
        <dd>{user.id}</dd>
        <dt>Статус аутентификации</dt>
        <dd>
          <span className={`${controls.badge} ${controls.badgeSuccess}`}>Активен</span>
        </dd>
      </dl>
      <div className={styles.profileActions}>
        <button type="button" className={controls.button} {...opensDialog('password')}>
          <ShellIcon name="key" />
          Изменить пароль
        </button>
        <form method="post" action={`${basePath}/logout`}>
          <button type="submit" className={controls.button}>
            <ShellIcon name="sign-out" />
            Выйти
          </button>
        </form>
      </div>
    </section>
  );
}
