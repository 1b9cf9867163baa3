/** Pages of a few lines, and what replaces data that failed to load. */

import type { ReactNode } from 'react';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import type { Seat } from '../../shared/api/auth.ts';
import * as messages from '../../shared/messages.ts';
import { opensDialog } from '../../shared/page-names.ts';
import { type ClientRole, clientRoleLabels, refusalOf, roleLabelOf, type Viewer } from '../../shared/roles.ts';
import { version } from '../platform/version.ts';
import { ShellIcon } from '../render/icons.tsx';
import { loginNameFields } from './login-page.tsx';

/** Without `requestId` it stands in place of data that failed to load. An empty address is that of the page, with its query. */
type ErrorViewProps = { text: string; requestId?: string; retryHref?: string };

/** What happened, what to do, and the request id for support. */
export function ErrorView({ text, requestId, retryHref = '' }: ErrorViewProps) {
  return (
    <div role="alert" className={`${controls.card} ${styles.errorCard}`}>
      <p>{text}</p>
      {requestId !== undefined && (
        <p className={controls.hint}>
          Номер запроса: <code>{requestId}</code>
        </p>
      )}
      <p>
        <a href={retryHref} className={controls.button}>
          {messages.retry}
        </a>
      </p>
    </div>
  );
}

/** Attributes of a button that changes something: if the change would be refused, it is disabled and says why. */
export function refuses(viewer: Viewer, least?: ClientRole) {
  const refusal = refusalOf(viewer, least);
  return refusal === null ? {} : { disabled: true, title: refusal };
}

type TermListProps = { terms: readonly (readonly [string, ReactNode])[]; className?: string | undefined };

/** Names and values, as a list. */
export const TermList = ({ terms, className = '' }: TermListProps) => (
  <dl className={`${styles.terms} ${className}`}>
    {terms.flatMap(([term, value]) => [<dt key={term}>{term}</dt>, <dd key={`${term} value`}>{value}</dd>])}
  </dl>
);

/** Shown at an address without a page (status 404). */
export function NotFoundView({ basePath }: { basePath: string }) {
  return (
    <div className={styles.placeholder}>
      <p>Такого адреса нет или страницу убрали.</p>
      <a href={`${basePath}/`} className={controls.button}>
        На главную
      </a>
    </div>
  );
}

/** A page whose module is not built yet (docs/product.md, section 1). */
export function PlaceholderView() {
  return <p className={styles.placeholder}>{messages.placeholder}</p>;
}

/** Clients to which a person may switch, also without JavaScript. */
const OtherClients = ({ seats, basePath }: { seats: readonly Seat[]; basePath: string }) => (
  <section className={`${controls.card} ${styles.profile}`} aria-labelledby="other-clients">
    <h2 id="other-clients">Другие клиенты</h2>
    <ul className={styles.seats}>
      {seats.map(({ clientId, client, role }) => (
        <li key={clientId}>
          <span>{`${client} (${clientRoleLabels[role]})`}</span>
          <form method="post" action={`${basePath}/seat`}>
            <input type="hidden" name="client_id" value={clientId} />
            <button type="submit" className={controls.button} aria-label={`Перейти: ${client}`}>
              Перейти
            </button>
          </form>
        </li>
      ))}
    </ul>
  </section>
);

type ProfileViewProps = { viewer: Viewer; basePath: string; seats?: readonly Seat[] };

export const ProfileView = ({ seats = [], ...account }: ProfileViewProps) => (
  <>
    <AccountView {...account} />
    {seats.length > 0 && <OtherClients seats={seats} basePath={account.basePath} />}
  </>
);

/** The account of the signed-in user (docs/product.md, section 2, Profile screen). */
function AccountView({ viewer, basePath }: { viewer: Viewer; basePath: string }) {
  const { user, impersonation } = viewer;
  // An observer changes the own password.
  const password = impersonation ? refuses(viewer) : {};
  return (
    <section className={`${controls.card} ${styles.profile}`} aria-label="Учётная запись">
      <p>
        <span className={`${controls.badge} ${controls.badgeAccent}`}>{roleLabelOf(user)}</span>
      </p>
      <dl className={styles.terms}>
        <dt>{loginNameFields[user.type].label}</dt>
        <dd>{user.type === 'admin' ? user.username : user.client_id}</dd>
        {user.type === 'client' && user.person && (
          <>
            <dt>Имя</dt>
            <dd>{user.person.name}</dd>
          </>
        )}
        <dt>ID пользователя</dt>
        <dd>{user.id}</dd>
        <dt>Статус аутентификации</dt>
        <dd>
          <span className={`${controls.badge} ${controls.badgeSuccess}`}>Активен</span>
        </dd>
      </dl>
      <div className={styles.profileActions}>
        <button type="button" className={controls.button} {...opensDialog('password')} {...password}>
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
      <p className={controls.hint}>{`Версия ${version}`}</p>
    </section>
  );
}
