/** The cells of the feed with controls: the source and the text of a post. */
import { formatNumber } from '../../../shared/format.ts';
import { truncateHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax } from '../../../shared/rules/limits.ts';
import { wallUrl, webUrl } from '../../../shared/rules/urls.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { PreloadHandlers } from '../../components/lazy.tsx';
import { MarkedText } from '../../components/marked-text.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import type { ControlProps } from '../../components/table-column.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow, RowRequest } from './feed-row.ts';
import styles from './post-columns.module.css';
import { postParts } from './post-parts.ts';

export type PostCellOptions = {
  open: (post: FeedRow, opener: HTMLElement) => void;
  preload: PreloadHandlers;
  /** The backend keeps marks: unread rows are marked. */
  marks: boolean;
  /** Rows have a menu. */
  menu: boolean;
  /** The feed with only the rows of the story, for browsers without JavaScript. */
  storyHref: (storyId: number | null) => string;
  ask: (request: RowRequest) => void;
  preloadTools: PreloadHandlers;
};

type CellProps = PostCellOptions & { post: FeedRow; control: ControlProps; interactive: boolean };

export function SourceCell({ post, marks, control }: CellProps) {
  const { ownerId, ownerName, ownerPhotoUrl, domain, read, repeated } = post;
  const unread = marks && !read;
  const classes = [styles.source, unread && styles.unread, repeated && styles.repeated];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {unread && <span className={controls.visuallyHidden}>Не прочитано</span>}
      <Avatar name={ownerName} photoUrl={ownerPhotoUrl} />
      <div className={styles.lines}>
        <a href={`?owner=${ownerId}`} title={ownerName ?? undefined} {...control}>
          {ownerName || 'Без названия'}
        </a>
        {domain && (
          <span className={styles.domain}>
            <DomainLink domain={domain} control={control} />
          </span>
        )}
      </div>
    </div>
  );
}

function Copies({ post, storyHref, ask, preloadTools, control, interactive }: CellProps) {
  const text = post.expanded ? 'Свернуть повторы' : `Ещё ${formatNumber(post.copies)}`;
  if (!interactive)
    return (
      <a href={storyHref(post.storyId)} className={styles.copies}>
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

export function TextCell(props: CellProps) {
  const { post, open, preload, menu, ask, preloadTools, control, interactive } = props;
  const parts = truncateHighlighted(postParts(post), rowTextMax);
  const hasPhoto = webUrl(post.photoUrl) !== null;
  const hasCopies = post.copies > 0;
  const hasNotes = hasPhoto || hasCopies || post.foundByVk;
  const classes = [styles.text, hasNotes && styles.withNotes, menu && styles.withMenu];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        data-post-url={wallUrl(post)}
        onClick={({ currentTarget }) => open(post, currentTarget)}
        {...preload}
        {...control}
      >
        {parts.length > 0 ? <MarkedText parts={parts} /> : messages.noText}
      </button>
      {hasNotes && (
        <div className={styles.notes}>
          {hasPhoto && <span className={`${controls.badge} ${controls.badgeAccent}`}>Фото</span>}
          {post.foundByVk && <span className={controls.badge}>Найдено ВК</span>}
          {hasCopies && <Copies {...props} />}
        </div>
      )}
      {menu && interactive && (
        <RowAction
          label="Действия с постом"
          icon="more"
          aria-haspopup="menu"
          onClick={({ currentTarget }) => ask({ act: 'menu', post, opener: currentTarget })}
          {...preloadTools}
          {...control}
        />
      )}
    </div>
  );
}
