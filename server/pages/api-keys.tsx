/** «Ключи API» on the profile page (docs/product.md, section 24). */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';
import { apiBase } from '../../shared/api/call.ts';
import { type ApiKey, describeScopes } from '../../shared/api/keys.ts';
import { formatDateTime } from '../../shared/format.ts';
import * as messages from '../../shared/messages.ts';
import { opensDialog } from '../../shared/page-names.ts';
import type { Loaded } from '../../shared/pages/islands.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import { ShellIcon } from '../render/icons.tsx';
import { ErrorView } from './simple-views.tsx';

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

export function ApiKeys({ keys: { data, error }, basePath, timeZone }: ApiKeysProps) {
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
