/** The state of a story, and the marks on it: person, tone and tags. */

import type { ComponentProps, CSSProperties } from 'react';
import type { Post } from '../../../shared/api/posts.ts';
import type { StoryMarks, StoryWork, WorkTag } from '../../../shared/fields/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import { type Tone, tones, type WorkState, workStates } from '../../../shared/rules/work.ts';
import { initials } from '../../components/source.tsx';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';

const stateClasses: Record<WorkState, string | undefined> = {
  new: styles.quiet,
  'in-progress': `${controls.badge} ${controls.badgeAccent}`,
  postponed: `${controls.badge} ${controls.badgeWarning}`,
  resolved: `${controls.badge} ${controls.badgeSuccess}`,
  rejected: controls.badge,
};

type ShownWork = StoryWork | null;

/** `work` is null if nothing is stored; the state is then `new`. */
const workState = (work: ShownWork): WorkState => work?.state ?? 'new';
export const stateText = (work: ShownWork): string => workStates[workState(work)];
export const stateClass = (work: ShownWork): string | undefined => stateClasses[workState(work)];

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

type SuggestedTag = WorkTag & { suggested: boolean };

/** The tags that are set, and then those that are suggested. */
const tagsOf = (post: Marked): SuggestedTag[] => [
  ...(post.work?.tags ?? []).map((tag) => ({ ...tag, suggested: false })),
  ...missingMarks(post).tags.map((tag) => ({ ...tag, suggested: true })),
];

const suggestionProps = (suggested: boolean) => (suggested ? { title: 'Предложение', 'data-suggested': '' } : {});
const shown = (text: string, suggested: boolean): string => (suggested ? `${text}?` : text);

/** The tone that is set, else the suggested one. */
function toneOf(post: Marked): { tone: Tone | null; suggested: boolean } {
  const tone = post.work?.tone ?? null;
  return tone ? { tone, suggested: false } : { tone: missingMarks(post).tone, suggested: true };
}

const Tags = ({ tags }: { tags: readonly SuggestedTag[] }) =>
  tags.map(({ tagId, name, color, suggested }) => (
    <Tag key={tagId} color={color} {...suggestionProps(suggested)}>
      {shown(name, suggested)}
    </Tag>
  ));

function Badges({ work }: Pick<Marked, 'work'>) {
  if (!work) return null;
  return (
    <>
      {work.hidden && <span className={controls.badge}>Скрыто</span>}
      {work.returned > 0 && (
        <span
          className={`${controls.badge} ${controls.badgeWarning}`}
          title={`Новых повторов: ${formatNumber(work.returned)}`}
        >
          Вернулось
        </span>
      )}
      {work.growing && <span className={controls.badge}>Растёт</span>}
    </>
  );
}

/** All marks of an open post. */
export function WorkMarks({ post }: { post: Marked }) {
  const { tone, suggested } = toneOf(post);
  return (
    <>
      <Badges work={post.work} />
      {post.work?.assignee && <span>{post.work.assignee}</span>}
      {tone && (
        <span className={styles.quiet} {...suggestionProps(suggested)}>
          {shown(tones[tone], suggested)}
        </span>
      )}
      <Tags tags={tagsOf(post)} />
    </>
  );
}

/** Says in words what a row shows by a dot or by initials. */
const pictureProps = (name: string) => ({ role: 'img', 'aria-label': name, title: name });

/** The marks of a row in one line: a dot for the tone, initials, the first tag, and the number of the other ones. */
export function RowMarks({ post }: { post: Marked }) {
  const { tone, suggested } = toneOf(post);
  const person = post.work?.assignee;
  const [first, ...others] = tagsOf(post);
  return (
    <>
      {tone && (
        <span
          className={styles.tone}
          data-tone={tone}
          {...suggestionProps(suggested)}
          {...pictureProps(shown(tones[tone], suggested))}
        />
      )}
      <Badges work={post.work} />
      {person && <span {...pictureProps(isolate(person))}>{initials(person)}</span>}
      {first && <Tags tags={[first]} />}
      {others.length > 0 && (
        <span className={styles.others} title={others.map(({ name }) => isolate(name)).join(', ')}>
          +{others.length}
        </span>
      )}
    </>
  );
}
