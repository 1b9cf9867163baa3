/** How the views of a post compare with its source, and what has happened to it. */
import { formatNumber } from '../../../shared/format.ts';
import { shownRatio } from '../../../shared/rules/measures.ts';
import { formatShort } from '../../../shared/short-number.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';

/** From this ratio on, the exact one, a post has a badge. */
const remarkableRatio = 2;

type Marked = Pick<FeedRow, 'ratio' | 'changedAt' | 'deletedAt'>;

const isRemarkable = ({ ratio }: Marked): boolean => (ratio ?? 0) >= remarkableRatio;

export const hasReachMarks = (post: Marked): boolean =>
  isRemarkable(post) || post.changedAt !== null || post.deletedAt !== null;

/** The column is narrow, so the ratio is drawn without its unit. */
export function ReachMarks({ post }: { post: Marked }) {
  const ratio = `×${formatNumber(shownRatio(post.ratio ?? 0))}`;
  const unit = ' к обычному';
  return (
    <>
      {isRemarkable(post) && (
        <span className={controls.badge} title={ratio + unit}>
          {ratio}
          <span className={controls.visuallyHidden}>{unit}</span>
        </span>
      )}
      {post.changedAt !== null && <span className={controls.badge}>Изменён</span>}
      {post.deletedAt !== null && <span className={controls.badge}>Удалён в ВК</span>}
    </>
  );
}

const labels = [
  ['views', 'Просмотров'],
  ['likes', 'отметок'],
  ['reposts', 'репостов'],
  ['comments', 'комментариев'],
] as const;

const figureText = (value: number | null, format: (value: number) => string): string =>
  value === null ? '—' : format(value);

/** The exact figures of a row and, if it stands for a story, the views of all posts of the story. */
function exactText(post: FeedRow): string {
  const { storyViews, storyMeasured, storyPosts } = post;
  const figures = labels.map(([name, label]) => `${label} ${figureText(post[name], formatNumber)}`).join(', ');
  const ofStory = `. В сюжете просмотров ${figureText(storyViews, formatNumber)}, измерено ${storyMeasured} из ${storyPosts}`;
  return storyPosts > 1 ? figures + ofStory : figures;
}

/** Where there is no room for all figures, the style sheet shows the views alone. */
export function ReachCell({ post }: { post: FeedRow }) {
  if (labels.every(([name]) => post[name] === null)) return '—';
  const [views, ...others] = labels.map(([name]) => figureText(post[name], formatShort));
  const exact = exactText(post);
  return (
    <span title={exact}>
      <span aria-hidden>
        {views} <span>· {others.join(' · ')}</span>
      </span>
      <span className={controls.visuallyHidden}>{exact}</span>
    </span>
  );
}

export const ratioText = ({ ratio }: Marked): string => (ratio === null ? '—' : `×${formatNumber(shownRatio(ratio))}`);
