/** The state of a story, and the marks on it: person, tone and tags. */

import type { ComponentProps, CSSProperties } from 'react';
import type { Post } from '../../../shared/api/posts.ts';
import type { StoryMarks, StoryWork } from '../../../shared/fields/work.ts';
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

/** `work` is null if nothing is stored; the state is then `new`. */
export const StateLabel = ({ work }: { work: StoryWork | null }) => {
  const state = work?.state ?? 'new';
  return <span className={stateClasses[state]}>{workStates[state]}</span>;
};

type Marked = Pick<Post, 'work' | 'suggestion'>;

/** Returns what is suggested and not set yet. */
export const missingMarks = ({ work, suggestion }: Marked): StoryMarks => ({
  tone: work?.tone ? null : (suggestion?.tone ?? null),
  tags: suggestion?.tags.filter(({ tagId }) => !work?.tags.some((tag) => tag.tagId === tagId)) ?? [],
});

/** `color` is one of `TagColor`. */
export const Tag = ({ color, ...span }: ComponentProps<'span'>) => (
  <span {...span} className={styles.tag} style={{ '--tag': `var(--color-tag-${color})` } as CSSProperties} />
);

function Marks({ marks: { tone, tags }, suggested }: { marks: StoryMarks; suggested?: string }) {
  const end = suggested ? '?' : '';
  return (
    <>
      {tone && (
        <span className={styles.quiet} title={suggested} data-suggested={suggested && ''}>
          {tones[tone] + end}
        </span>
      )}
      {tags.map(({ tagId, name, color }) => (
        <Tag key={tagId} color={color} title={suggested} data-suggested={suggested && ''}>
          {name + end}
        </Tag>
      ))}
    </>
  );
}

export function WorkMarks({ post }: { post: Marked }) {
  const { work } = post;
  return (
    <>
      {work?.hidden && <span className={controls.badge}>Скрыто</span>}
      {work && work.returned > 0 && (
        <span
          className={`${controls.badge} ${controls.badgeWarning}`}
          title={`Новых повторов: ${formatNumber(work.returned)}`}
        >
          Вернулось
        </span>
      )}
      {work?.growing && <span className={`${controls.badge} ${controls.badgeAccent}`}>Растёт</span>}
      {work?.assignee && <span>{work.assignee}</span>}
      {work && <Marks marks={work} />}
      <Marks marks={missingMarks(post)} suggested="Предложение" />
    </>
  );
}
