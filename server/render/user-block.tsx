/** The signed-in user and the links to profile, impersonation and sign-out. */
import styles from '../../client/styles/sidebar.module.css';
import { opensDialog } from '../../shared/page-names.ts';
import { userInitials, userName, userTypeLabels, type Viewer } from '../../shared/roles.ts';
import { type PageName, routeOf } from '../../shared/routes.ts';
import { ShellIcon, type ShellIconName } from './shell-icon.tsx';

type UserBlockProps = { viewer: Viewer; current: PageName | null; basePath: string; mayImpersonate: boolean };

function Identity({ viewer: { user } }: { viewer: Viewer }) {
  return (
    <div className={styles.identity}>
      <span className={styles.initials} aria-hidden="true">
        {userInitials(user)}
      </span>
      <span className={styles.identityText}>
        <span className={styles.name}>{userName(user)}</span>
        <span className={styles.role}>{userTypeLabels[user.type]}</span>
      </span>
    </div>
  );
}

/** A button that posts a form, which works without JavaScript. */
function PostButton({ action, icon, label }: { action: string; icon: ShellIconName; label: string }) {
  return (
    <form method="post" action={action}>
      <button type="submit">
        <ShellIcon name={icon} />
        <span>{label}</span>
      </button>
    </form>
  );
}

export function UserBlock({ viewer, current, basePath, mayImpersonate }: UserBlockProps) {
  const { path, title } = routeOf('profile');
  return (
    <section aria-label="Пользователь" className={styles.user}>
      <Identity viewer={viewer} />
      <a href={basePath + path} aria-current={current === 'profile' ? 'page' : undefined}>
        <ShellIcon name="profile" />
        <span>{title}</span>
      </a>
      {mayImpersonate && (
        <button type="button" {...opensDialog('impersonation')}>
          <ShellIcon name="act-as" />
          <span>Войти как клиент</span>
        </button>
      )}
      {viewer.impersonation && (
        <PostButton action={`${basePath}/impersonation/stop`} icon="act-as" label="Вернуться к администратору" />
      )}
      <PostButton action={`${basePath}/logout`} icon="sign-out" label="Выйти" />
    </section>
  );
}
