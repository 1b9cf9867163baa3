/** The state of a story, and what the people of the client have set on it. */

import type { StoryWork } from '../../../shared/fields/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import { tones, type WorkState, workStates } from '../../../shared/rules/work.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';

const stateClasses: Record<WorkState, string | undefined> = {
  new: styles.quiet,
  'in-progress': `${controls.badge} ${controls.badgeAccent}`,
  postponed: controls.badge,
  resolved: `${controls.badge} ${controls.badgeSuccess}`,
  rejected: controls.badge,
};

/** Null: nothing is set. */
export const StateLabel = ({ work }: { work: StoryWork | null }) => {
  const state = work?.state ?? 'new';
  return <span className={stateClasses[state]}>{workStates[state]}</span>;
};

/** What follows the state: badges, the person, the tone and the tags. */
export function WorkMarks({ work: { hidden, growing, returned, assignee, tone, tags } }: { work: StoryWork }) {
  return (
    <>
      {hidden && <span className={controls.badge}>Скрыто</span>}
      {returned > 0 && (
        <span
          className={`${controls.badge} ${controls.badgeWarning}`}
          title={`Новых повторов: ${formatNumber(returned)}`}
        >
          Вернулось
        </span>
      )}
      {growing && <span className={`${controls.badge} ${controls.badgeAccent}`}>Растёт</span>}
      {assignee && <span>{assignee}</span>}
      {tone && <span className={styles.quiet}>{tones[tone]}</span>}
      {tags.map(({ tagId, name, color }) => (
        <span key={tagId} className={styles.tag} data-color={color}>
          {name}
        </span>
      ))}
    </>
  );
}
