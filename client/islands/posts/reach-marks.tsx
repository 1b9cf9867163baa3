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

export const ratioText = ({ ratio }: Marked): string => (ratio === null ? '—' : `×${formatNumber(shownRatio(ratio))}`);

/** The column is narrow, so the ratio is drawn without its unit. */
export function ReachMarks({ post }: { post: Marked }) {
  const ratio = ratioText(post);
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

const exact = (value: number | null): string => (value === null ? '—' : formatNumber(value));
const short = (value: number | null): string => (value === null ? '—' : formatShort(value));

/**
 * Short figures, and for the tooltip and screen readers the exact ones and, if the row stands for a story, the views of all its
 * posts. Where there is no room for all figures, the style sheet shows the views alone.
 */
export function ReachCell({ post }: { post: FeedRow }) {
  const { views, likes, reposts, comments, storyViews, storyMeasured, storyPosts } = post;
  if ((views ?? likes ?? reposts ?? comments) === null) return '—';
  const ofStory = `. В сюжете просмотров ${exact(storyViews)}, измерено ${storyMeasured} из ${storyPosts}`;
  const text = `Просмотров ${exact(views)}, отметок ${exact(likes)}, репостов ${exact(reposts)}, комментариев ${exact(comments)}${storyPosts > 1 ? ofStory : ''}`;
  return (
    <span title={text}>
      <span aria-hidden>
        {short(views)} <span>· {[likes, reposts, comments].map(short).join(' · ')}</span>
      </span>
      <span className={controls.visuallyHidden}>{text}</span>
    </span>
  );
}
