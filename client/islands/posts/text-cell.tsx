/** The cell of the feed with the text of a post. */

import { useContext } from 'react';
import { formatNumber } from '../../../shared/format.ts';
import { excerptHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { partHref, showChanges, threadTitle } from '../../../shared/pages/post-changes.ts';
import { postText } from '../../../shared/post-text.ts';
import { rowTextMax } from '../../../shared/rules/limits.ts';
import { wallUrl, webUrl } from '../../../shared/rules/urls.ts';
import { RowAction } from '../../components/buttons.tsx';
import { MarkedText, postParts } from '../../components/marked-text.tsx';
import { onServer } from '../../lib/on-server.ts';
import { PrintingContext } from '../../lib/printing.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';
import { ParentLink } from './parent-link.tsx';
import type { CellProps } from './post-cell.ts';
import styles from './post-columns.module.css';
import { hasReachMarks, ReachMarks } from './reach-marks.tsx';

function Copies({ post, hrefOf, ask, preloadTools, control, interactive }: CellProps) {
  const text = post.expanded ? 'Свернуть повторы' : `Ещё ${formatNumber(post.copies)}`;
  if (!interactive)
    return (
      <a href={hrefOf({ story: post.storyId, copies: 'show' })} className={styles.copies}>
        {text}
      </a>
    );
  return (
    <button
      type="button"
      className={styles.copies}
      aria-expanded={post.expanded ?? false}
      onClick={({ currentTarget }) => ask({ act: 'copies', post, opener: currentTarget })}
      {...preloadTools}
      {...control}
    >
      {text}
    </button>
  );
}

const isCut = (post: FeedRow): boolean => postText(post).length > rowTextMax;

const isComment = ({ parentPostId }: FeedRow): boolean => parentPostId !== null;

const hasPhoto = ({ photoUrl }: FeedRow): boolean => webUrl(photoUrl) !== null;

/** Whether the row has badges, or copies. */
export const hasNotes = (post: FeedRow): boolean =>
  hasPhoto(post) || post.copies > 0 || post.foundByVk || hasReachMarks(post);

export function TextCell(props: CellProps) {
  const { post, open, preload, menu, selection, ask, preloadTools, control, interactive, hrefOf, basePath } = props;
  const whole = postParts(post);
  const parts = useContext(PrintingContext) ? whole : excerptHighlighted(whole, rowTextMax);
  return (
    <>
      <button
        type="button"
        className={isComment(post) ? `${styles.open} ${styles.reply}` : styles.open}
        aria-haspopup="dialog"
        data-post-url={wallUrl(post)}
        onClick={({ currentTarget }) => open(post, currentTarget)}
        {...preload}
        {...control}
      >
        {parts.length > 0 ? <MarkedText parts={parts} /> : messages.noText}
      </button>
      <ParentLink post={post} basePath={basePath} control={control} />
      {!interactive && (isCut(post) || post.changedAt !== null || isComment(post)) && (
        // Browsers without scripts cannot open the popup.
        <noscript>
          {onServer && (
            <>
              {isCut(post) && (
                <details className={styles.whole}>
                  <summary>Весь текст</summary>
                  <MarkedText parts={whole} />
                </details>
              )}
              {post.changedAt !== null && <a href={partHref(hrefOf({}), 'changes', post)}>{showChanges}</a>}
              {isComment(post) && <a href={partHref(hrefOf({}), 'thread', post)}>{threadTitle}</a>}
            </>
          )}
        </noscript>
      )}
      {hasNotes(post) && (
        <div className={styles.notes}>
          {hasPhoto(post) && <span className={controls.badge}>{messages.onlyPhoto}</span>}
          {post.copies > 0 && <Copies {...props} />}
          {post.foundByVk && <span className={controls.badge}>Найдено ВК</span>}
          <ReachMarks post={post} />
        </div>
      )}
      {menu && interactive && (
        <RowAction
          label="Действия с постом"
          icon="more"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => ask({ act: 'menu', post, opener: currentTarget, selection })}
          {...preloadTools}
          {...control}
        />
      )}
    </>
  );
}
