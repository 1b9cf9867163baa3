/** Problems of the keys of the network: what happened and what to do. */
import type { CollectionKey } from '../../../shared/api/collection-data.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { webUrl } from '../../../shared/rules/web-url.ts';
import controls from '../../styles/controls.module.css';
import styles from './collection.module.css';

/** The network's error for a quota that is used up. */
const quotaCode = 29;

function describeProblem({ id, state, until, code, message, redirectUri }: CollectionKey, timeZone: string): string {
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

function KeyAlert({ problem, timeZone }: { problem: CollectionKey; timeZone: string }) {
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

export function KeyAlerts({ keys, timeZone }: { keys: readonly CollectionKey[]; timeZone: string }) {
  const problems = keys.filter(({ state }) => state !== 'working');
  return problems.map((problem) => <KeyAlert key={problem.id} problem={problem} timeZone={timeZone} />);
}
