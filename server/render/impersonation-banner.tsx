/** Shows an active impersonation with its remaining time. client/shell/impersonation-banner.ts counts down. */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/impersonation-banner.module.css';
import type { ImpersonationState } from '../../shared/roles.ts';
import { formatTimeLeft, impersonationTimeLeft } from '../../shared/rules/impersonation.ts';

type ImpersonationBannerProps = { impersonation: ImpersonationState; basePath: string; now: number };

/** The browser counts from `data-time-left` (milliseconds), because its own clock may be wrong. */
export function ImpersonationBanner({ impersonation, basePath, now }: ImpersonationBannerProps) {
  const timeLeft = impersonationTimeLeft(impersonation, now);
  return (
    <div role="status" id="impersonation-banner" className={styles.banner} data-time-left={timeLeft}>
      <p className={styles.text}>
        Вы работаете как клиент <b>{impersonation.impersonatedClientId}</b> от имени{' '}
        <b>{impersonation.impersonatedBy}</b>
      </p>
      {impersonation.readOnly && <p className={styles.mode}>Только просмотр</p>}
      <span role="timer" aria-live="off" aria-label="Осталось времени" className={styles.timer}>
        {formatTimeLeft(timeLeft)}
      </span>
      <p role="alert" hidden className={styles.warning}>
        Осталась минута
      </p>
      <form method="post" action={`${basePath}/impersonation/stop`}>
        <button type="submit" className={controls.button}>
          Вернуться к администратору
        </button>
      </form>
    </div>
  );
}
