/** The verdict on a phrase, with its reason and what to do. */
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { pathOf } from '../../../shared/routes.ts';
import { describeHealth, type WordHealth } from '../../../shared/rules/word-health.ts';

/** Null before the first computation. */
export type LoadedHealth = Loaded<WordHealth | null>;

type HealthTermProps = {
  health: LoadedHealth;
  /** Whether the phrase has posts or collected time. */
  started: boolean;
  basePath: string;
  timeZone: string;
  formatTime: (ms: number) => string;
};

export function HealthTerm({ health, started, basePath, timeZone, formatTime }: HealthTermProps) {
  if (health.error !== undefined) return health.error;
  if (health.data === null) {
    return started ? 'Ещё не вычислена' : 'Ещё не собиралась';
  }
  const { computedAt, verdict, overlap } = health.data;
  const { label, tone, why, advice } = describeHealth(health.data, timeZone);
  return (
    <>
      <span className={`${controls.badge} ${controls[`badge${tone}`]}`}>{label}</span> {why}. {advice && `${advice}.`}{' '}
      {verdict === 'overlapping' && overlap && (
        <a href={`${basePath}${pathOf('word-card').replace('{id}', String(overlap.id))}`}>Карточка второй фразы</a>
      )}{' '}
      <small className={styles.computed}>Вычислено {formatTime(Date.parse(computedAt))}</small>
    </>
  );
}
