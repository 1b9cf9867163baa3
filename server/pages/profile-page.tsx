/** The account of the signed-in user, its second factor, its other clients and its API keys. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import { loadSeats, type Seat } from '../../shared/api/auth.ts';
import { apiBase } from '../../shared/api/call.ts';
import { type ApiKey, describeScopes, loadKeys } from '../../shared/api/keys.ts';
import { loadSecondFactor, type SecondFactor } from '../../shared/api/second-factor.ts';
import { formatDateTime } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { opensDialog } from '../../shared/page-names.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { clientRoleLabels, roleLabelOf, type Viewer } from '../../shared/roles.ts';
import { pathOf } from '../../shared/routes.ts';
import { version } from '../platform/version.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import { ShellIcon } from '../render/icons.tsx';
import { loginNameFields } from './login-name-fields.ts';
import type { LoadedPage } from './page.tsx';
import { ErrorView, refuses, TermList } from './simple-views.tsx';

type SecondFactorSectionProps = { factor: Loaded<SecondFactor>; basePath: string };

/** Its buttons open the page that asks for the password. */
function SecondFactorSection({ factor: { data, error }, basePath }: SecondFactorSectionProps) {
  const labels = data?.enabled ? [...(data.required ? [] : ['Выключить']), messages.recoveryCodes] : ['Включить'];
  return (
    <section aria-labelledby="second-factor" className={styles.profile}>
      <h2 id="second-factor">{messages.secondFactor}</h2>
      {data ? (
        <form action={basePath + pathOf('own-second-factor')} className={styles.profileActions}>
          <p>{data.enabled ? `Включён. Осталось резервных кодов: ${data.codes}` : 'Выключен'}</p>
          {labels.map((label) => (
            <button key={label} type="submit" className={controls.button}>
              {label}
            </button>
          ))}
        </form>
      ) : (
        <ErrorView text={error ?? messages.loadSecondFactor} />
      )}
    </section>
  );
}

/** `factor` is null when there is none to show. `hasPassword`: the password is not the directory's. */
type ProfileViewProps = {
  viewer: Viewer;
  basePath: string;
  factor?: Loaded<SecondFactor> | null;
  hasPassword?: boolean;
};

export function ProfileView({ viewer, basePath, factor = null, hasPassword = true }: ProfileViewProps) {
  const { user, impersonation } = viewer;
  // An observer may change their own password.
  const password = impersonation ? refuses(viewer) : {};
  return (
    <section className={`${controls.card} ${styles.profile}`} aria-label="Учётная запись">
      <p>
        <span className={controls.badge}>{roleLabelOf(user)}</span>
      </p>
      <TermList
        terms={[
          [loginNameFields[user.type].label, user.type === 'admin' ? user.username : user.client_id],
          ...(user.type === 'client' && user.person ? [['Имя', user.person.name] as const] : []),
          ['ID пользователя', user.id],
          [
            'Статус аутентификации',
            <span key="status" className={`${controls.badge} ${controls.badgeSuccess}`}>
              Активен
            </span>,
          ],
        ]}
      />
      <div className={styles.profileActions}>
        {hasPassword && (
          <button type="button" className={controls.button} {...opensDialog('password')} {...password}>
            <ShellIcon name="key" />
            Изменить пароль
          </button>
        )}
        <form method="post" action={`${basePath}/logout`}>
          <button type="submit" className={controls.button}>
            <ShellIcon name="sign-out" />
            Выйти
          </button>
        </form>
      </div>
      {factor && <SecondFactorSection factor={factor} basePath={basePath} />}
      <p className={controls.hint}>{`Версия ${version}`}</p>
    </section>
  );
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

function KeyTable({ keys, timeZone }: { keys: readonly ApiKey[]; timeZone: string }) {
  if (keys.length === 0) return <p className={controls.hint}>{messages.noKeys}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows have buttons
    <table role="grid" aria-labelledby="api-keys">
      <thead>
        <tr>
          <th>Название</th>
          <th>Права</th>
          <th>Последнее использование</th>
          <th>Действия</th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ id, name, scopes, usedAt }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{describeScopes(scopes)}</td>
            <td>{usedAt === null ? '—' : formatDateTime(usedAt, zoneOffsets(timeZone))}</td>
            <td>
              <button
                type="button"
                className={controls.button}
                data-key={id}
                data-name={name}
                {...opensDialog('api-key')}
              >
                Отозвать
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ApiKeysProps = { keys: Loaded<ApiKey[]>; basePath: string; timeZone: string };

/** «Ключи API» (docs/product/people.md). */
function ApiKeys({ keys: { data, error }, basePath, timeZone }: ApiKeysProps) {
  return (
    <section className={`${controls.card} ${styles.apiKeys}`} aria-labelledby="api-keys">
      <h2 id="api-keys">Ключи API</h2>
      {data ? <KeyTable keys={data} timeZone={timeZone} /> : <ErrorView text={error ?? messages.loadKeys} />}
      <p className={controls.hint}>
        Ключ даёт программе ваши права в <a href={`${basePath}${apiBase}/openapi.json`}>API</a>.
      </p>
      <button type="button" className={controls.button} {...opensDialog('api-key')}>
        <ShellIcon name="add" />
        Новый ключ
      </button>
    </section>
  );
}

export const profilePage: LoadedPage = {
  async load({ viewer, basePath, backend, backendKind, timeZone }) {
    if (backendKind !== 'own' || viewer.impersonation)
      return { main: <ProfileView viewer={viewer} basePath={basePath} /> };
    const [factor, keys, signIn] = await Promise.all([
      backend.load(loadSecondFactor()),
      backend.load(loadKeys()),
      backend.load(loadSeats()),
    ]);
    const { source = '', seats = [] } = signIn.data ?? {};
    // The provider and the proxy have their own second factors.
    const shown = ['oidc', 'header'].includes(source) ? null : factor;
    return {
      main: (
        <>
          <ProfileView viewer={viewer} basePath={basePath} factor={shown} hasPassword={source === ''} />
          {seats.length > 0 && <OtherClients seats={seats} basePath={basePath} />}
          <ApiKeys keys={keys} basePath={basePath} timeZone={timeZone} />
        </>
      ),
    };
  },
};
