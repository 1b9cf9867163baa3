/** How the views of a post compare with its source, and what has happened to it. */
import { formatNumber } from '../../../shared/format.ts';
import { shownRatio } from '../../../shared/rules/measures.ts';
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
