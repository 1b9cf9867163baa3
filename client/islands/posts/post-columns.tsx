/** The columns of the feed (docs/product.md, section 2, Feed screen). */

import { type PostSortColumn, postFields } from '../../../shared/fields/posts.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { excerptHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import type { PostsQuery } from '../../../shared/pages/posts-query.ts';
import { rowTextMax } from '../../../shared/rules/limits.ts';
import { wallUrl, webUrl } from '../../../shared/rules/urls.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { PreloadHandlers } from '../../components/lazy.tsx';
import { MarkedText, postParts } from '../../components/marked-text.tsx';
import { type Selection, selectColumn } from '../../components/selection.tsx';
import { Avatar, DomainLink } from '../../components/source.tsx';
import { onServer } from '../../components/static-children.ts';
import type { Column, ControlProps } from '../../components/table-column.ts';
import { StateLink } from '../../components/table-header.tsx';
import controls from '../../styles/controls.module.css';
import workStyles from '../../styles/work.module.css';
import type { FeedRow, RowRequest } from './feed-row.ts';
import styles from './post-columns.module.css';
import { StateLabel, WorkMarks } from './work-cell.tsx';

export type PostCellOptions = {
  open: (post: FeedRow, opener: HTMLElement) => void;
  preload: PreloadHandlers;
  /** The backend keeps marks: unread rows are marked. */
  marks: boolean;
  /** Rows have a menu. */
  menu: boolean;
  /** The column «Состояние» is there, and the selected stories. Null without work. */
  selection: Selection<number> | null;
  basePath: string;
  /** The feed with other filters besides those of the rows. */
  hrefOf: (part: Partial<PostsQuery>) => string;
  /** Adds filters to the current ones. */
  change: (part: Partial<PostsQuery>) => void;
  ask: (request: RowRequest) => void;
  preloadTools: PreloadHandlers;
};

type CellProps = PostCellOptions & { post: FeedRow; control: ControlProps; interactive: boolean };

/** The cells of the feed with controls: the source and the text of a post. */
function SourceCell({ post, marks, hrefOf, change, control }: CellProps) {
  const { ownerId, ownerName, ownerPhotoUrl, domain, read, repeated } = post;
  const unread = marks && !read;
  const filter = { owner: ownerId };
  const classes = [styles.source, unread && styles.unread, repeated && styles.repeated];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {unread && <span className={controls.visuallyHidden}>Не прочитано</span>}
      <Avatar name={ownerName} photoUrl={ownerPhotoUrl} />
      <div className={styles.lines}>
        <StateLink href={hrefOf(filter)} onGo={() => change(filter)} {...control}>
          {ownerName || 'Без названия'}
        </StateLink>
        {domain && (
          <span className={styles.domain}>
            <DomainLink domain={domain} control={control} />
          </span>
        )}
      </div>
    </div>
  );
}

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

function TextCell(props: CellProps) {
  const { post, open, preload, menu, ask, preloadTools, control, interactive } = props;
  const whole = postParts(post);
  const parts = excerptHighlighted(whole, rowTextMax);
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
      {!interactive && (post.text?.length ?? 0) > rowTextMax && (
        // Browsers without scripts cannot open the popup.
        <noscript>
          {onServer && (
            <details className={styles.whole}>
              <summary>Весь текст</summary>
              <MarkedText parts={whole} />
            </details>
          )}
        </noscript>
      )}
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

type LinkProps = Pick<CellProps, 'hrefOf' | 'change' | 'control'>;
type FilterLinkProps = LinkProps & { name: 'word' | 'city'; id: number | null; className: string; text: string };

/** Some posts have a name without an ID. */
function FilterLink({ name, id, className, text, hrefOf, change, control }: FilterLinkProps) {
  if (!id) return <span className={className}>{text}</span>;
  const filter = { [name]: id };
  return (
    <StateLink href={hrefOf(filter)} onGo={() => change(filter)} className={className} {...control}>
      {text}
    </StateLink>
  );
}

function City({ post: { country, city, cityId }, ...link }: LinkProps & { post: FeedRow }) {
  if (!country && !city) return messages.noCity;
  return (
    <div className={styles.badges}>
      {country && <span className={controls.badge}>{country}</span>}
      {city && (
        <FilterLink
          {...link}
          name="city"
          id={cityId}
          className={`${controls.badge} ${controls.badgeAccent}`}
          text={city}
        />
      )}
    </div>
  );
}

/** The link leads to the page of the story, where forms change its state without JavaScript. */
function WorkCell({ post, basePath, open, preload, control }: CellProps) {
  const { work, storyId } = post;
  return (
    <div className={workStyles.work}>
      <StateLink
        href={`${basePath}/ldvknf/work/${storyId}`}
        onGo={(link) => open(post, link)}
        {...preload}
        {...control}
      >
        <StateLabel work={work} />
      </StateLink>
      {work && <WorkMarks work={work} />}
    </div>
  );
}

const workColumn = (options: PostCellOptions): Column<FeedRow, never> => ({
  title: 'Состояние',
  name: 'posts.state',
  width: '116px',
  card: 'block',
  cell: (post, control, interactive) => <WorkCell {...{ ...options, post, control, interactive }} />,
});

const storyOf = ({ storyId }: FeedRow) => storyId ?? 0;
const nameOf = ({ ownerName, text }: FeedRow) => `${ownerName}: ${text?.slice(0, 60)}`;

/** Half of a pair of cells, one above the other, if the column «Состояние» needs the place. */
const stacked = (stack: 'over' | 'under', selection: PostCellOptions['selection']) => (selection ? { stack } : {});

export function postColumns(options: PostCellOptions & { timeZone: ZoneOffsets }): Column<FeedRow, PostSortColumn>[] {
  const { timeZone, selection } = options;
  const formatTime = (time: string) => formatDateTime(time, timeZone) ?? messages.badDate;
  const timeWidth = selection ? '134px' : '96px';
  return [
    ...(selection ? [selectColumn<FeedRow, number>(selection, storyOf, nameOf)] : []),
    {
      ...postFields.ownerId,
      width: 'minmax(132px, 1.37fr)',
      card: 'block',
      cell: (post, control, interactive) => <SourceCell {...{ ...options, post, control, interactive }} />,
    },
    {
      ...postFields.word,
      ...stacked('over', selection),
      width: 'minmax(112px, 1.15fr)',
      cell: ({ wordId, word }, control) => (
        <FilterLink
          {...{ ...options, control }}
          name="word"
          id={wordId}
          className={styles.word ?? ''}
          text={word ?? ''}
        />
      ),
    },
    {
      ...postFields.userId,
      ...stacked('under', selection),
      width: '100px',
      cell: ({ userId }) => <span className={styles.user}>{userId}</span>,
    },
    {
      ...postFields.text,
      width: 'minmax(0, 5.5fr)',
      card: 'block',
      cell: (post, control, interactive) => <TextCell {...{ ...options, post, control, interactive }} />,
    },
    ...(selection ? [workColumn(options)] : []),
    {
      ...postFields.postedAt,
      ...stacked('over', selection),
      width: timeWidth,
      cell: ({ postedAt }) => <span className={styles.time}>{formatTime(postedAt ?? '')}</span>,
    },
    {
      ...postFields.updatedAt,
      ...stacked('under', selection),
      width: timeWidth,
      cell: ({ updatedAt }) => (
        <span className={`${styles.time} ${styles.updated}`}>
          {updatedAt === null ? messages.notUpdated : formatTime(updatedAt)}
        </span>
      ),
    },
    { ...postFields.city, width: '100px', cell: (post, control) => <City {...{ ...options, post, control }} /> },
  ];
}
