/** The state of collection: keys, used calls, how long they last, and the queue. */

import { type CollectionKey, type CollectionOverview, keyStateLabels } from '../../../shared/api/collection.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { webUrl } from '../../../shared/rules/urls.ts';
import controls from '../../styles/controls.module.css';
import views from '../../styles/views.module.css';
import styles from './collection.module.css';

/** The network's error for a quota that is used up. */
const quotaCode = 29;

function describeProblem(
  { id, state, until, code, message, redirectUri }: CollectionKey,
  timeZone: ZoneOffsets,
): string {
  const name = `Ключ ${id}`;
  const time = until === null ? null : formatDateTime(until, timeZone);
  if (state === 'resting') {
    const what = code === quotaCode ? 'Квота исчерпана' : 'Пауза';
    return `${name}. ${what}${time === null ? '' : ` до ${time}`}`;
  }
  const answer = message === null ? '' : ` Ответ ВК: «${message}».`;
  return redirectUri === null
    ? `${name} отклонён ВК.${answer} Проверьте приложение в настройках ВК и замените ключ в VK_SERVICE_KEY.`
    : `${name}: ВК просит подтверждения.${answer} Откройте страницу ВК, подтвердите вход и замените ключ в VK_SERVICE_KEY.`;
}

function KeyAlert({ problem, timeZone }: { problem: CollectionKey; timeZone: ZoneOffsets }) {
  const url = webUrl(problem.redirectUri);
  return (
    <div role="alert" className={problem.state === 'broken' ? controls.noticeFailure : styles.warning}>
      <p>{describeProblem(problem, timeZone)}</p>
      {url !== null && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Страница ВК для подтверждения
          </a>
        </p>
      )}
    </div>
  );
}

/** Problems of the keys of the network: what happened and what to do. */
function KeyAlerts({ keys, timeZone }: { keys: readonly CollectionKey[]; timeZone: ZoneOffsets }) {
  const problems = keys.filter(({ state }) => state !== 'working');
  return problems.map((problem) => <KeyAlert key={problem.id} problem={problem} timeZone={timeZone} />);
}

const usageOf = (calls: number, limit: number): string => `${formatNumber(calls)} / ${formatNumber(limit)}`;

function KeyList({ keys }: { keys: readonly CollectionKey[] }) {
  return (
    <ul className={styles.keys}>
      {keys.map(({ id, state, calls, limit }) => (
        <li key={id}>
          {id}: {keyStateLabels[state]}, вызовов {usageOf(calls, limit)}
        </li>
      ))}
    </ul>
  );
}

function describeEnd({ keys, callsLeft, lastsUntil }: CollectionOverview, timeZone: ZoneOffsets): string {
  if (keys.every(({ state }) => state === 'broken')) return '—';
  if (callsLeft === 0) return 'Израсходовано';
  if (lastsUntil === null) return 'Хватает на все фразы';
  return formatDateTime(lastsUntil, timeZone) ?? messages.badDate;
}

export function CollectionSummary({ overview, timeZone }: { overview: CollectionOverview; timeZone: ZoneOffsets }) {
  const { configured, keys, due, active, callsPerDay } = overview;
  const sum = (field: 'calls' | 'limit') => keys.reduce((total, key) => total + key[field], 0);
  return (
    <div className={styles.summary}>
      {!configured && (
        <p role="alert" className={styles.warning}>
          {messages.collectionOff}
        </p>
      )}
      <KeyAlerts keys={keys} timeZone={timeZone} />
      <dl className={`${controls.card} ${views.terms}`}>
        <dt>Ключи</dt>
        <dd>{keys.length === 0 ? 'Нет' : <KeyList keys={keys} />}</dd>
        <dt>Израсходовано вызовов за сутки</dt>
        <dd>{usageOf(sum('calls'), sum('limit'))}</dd>
        <dt>Хватит до</dt>
        <dd>{describeEnd(overview, timeZone)}</dd>
        <dt>Очередь</dt>
        <dd>
          Ждут сбора: {formatNumber(due)} из {formatNumber(active)} фраз. Нужно вызовов в сутки:{' '}
          {formatNumber(callsPerDay)}
        </dd>
      </dl>
    </div>
  );
}
