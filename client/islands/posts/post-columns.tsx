/** The columns of the feed (docs/product.md, section 2, Feed screen). */
import type { Post, PostSortColumn } from '../../../shared/api/posts.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { truncateHighlighted } from '../../../shared/highlight.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax } from '../../../shared/rules/limits.ts';
import { wallUrl } from '../../../shared/rules/network-urls.ts';
import { webUrl } from '../../../shared/rules/web-url.ts';
import { Avatar } from '../../components/avatar.tsx';
import { DomainLink } from '../../components/domain-link.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import type { PreloadHandlers } from '../../lib/use-lazy-component.ts';
import controls from '../../styles/controls.module.css';
import styles from './post-columns.module.css';
import { PostText, postParts } from './post-text.tsx';

export type PostColumnsOptions = {
  basePath: string;
  timeZone: string;
  open: (post: Post, opener: HTMLElement) => void;
  preload: PreloadHandlers;
};

function Source({ post, basePath, control }: { post: Post; basePath: string; control: ControlProps }) {
  const { ownerId, ownerName, ownerPhotoUrl, domain } = post;
  return (
    <div className={styles.source}>
      <Avatar name={ownerName} photoUrl={ownerPhotoUrl} />
      <div className={styles.lines}>
        <a href={`${basePath}/ldvknf/posts?owner=${ownerId}`} title={ownerName ?? undefined} {...control}>
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

type TextProps = Pick<PostColumnsOptions, 'open' | 'preload'> & { post: Post; control: ControlProps };

function Text({ post, open, preload, control }: TextProps) {
  const parts = truncateHighlighted(postParts(post), rowTextMax);
  const hasPhoto = webUrl(post.photoUrl) !== null;
  return (
    <div className={hasPhoto ? `${styles.text} ${styles.withPhoto}` : styles.text}>
      <button
        type="button"
        className={styles.open}
        aria-haspopup="dialog"
        data-post-url={wallUrl(post)}
        onClick={({ currentTarget }) => open(post, currentTarget)}
        {...preload}
        {...control}
      >
        {parts.length > 0 ? <PostText parts={parts} /> : messages.noText}
      </button>
      {hasPhoto && <span className={`${controls.badge} ${controls.badgeAccent}`}>Фото</span>}
    </div>
  );
}

function City({ post: { country, city } }: { post: Post }) {
  if (!country && !city) return messages.noCity;
  return (
    <div className={styles.badges}>
      {country && <span className={controls.badge}>{country}</span>}
      {city && <span className={`${controls.badge} ${controls.badgeAccent}`}>{city}</span>}
    </div>
  );
}

export function postColumns(options: PostColumnsOptions): Column<Post, PostSortColumn>[] {
  const { basePath, timeZone, open, preload } = options;
  const formatTime = (time: string) => formatDateTime(time, timeZone) ?? messages.badDate;
  return [
    {
      title: 'Источник',
      width: 'minmax(0, 1.5fr)',
      sort: 'owner_id',
      card: 'block',
      cell: (post, control) => <Source {...{ post, basePath, control }} />,
    },
    {
      title: 'Фраза',
      name: 'posts.word',
      width: 'minmax(112px, 1.1fr)',
      sort: 'word_id',
      cell: ({ word }) => <span className={styles.word}>{word}</span>,
    },
    { title: 'ID пользователя', name: 'posts.user', width: '104px', sort: 'user_id', cell: ({ userId }) => userId },
    {
      title: 'Текст',
      width: 'minmax(0, 3fr)',
      card: 'block',
      cell: (post, control) => <Text {...{ post, open, preload, control }} />,
    },
    {
      title: 'Дата поста',
      name: 'posts.posted',
      width: '108px',
      sort: 'post_dt',
      cell: ({ postedAt }) => <span className={styles.time}>{formatTime(postedAt ?? '')}</span>,
    },
    {
      title: 'Обновлено',
      name: 'posts.updated',
      width: '104px',
      sort: 'update_dt',
      cell: ({ updatedAt }) => (
        <span className={styles.time}>{updatedAt === null ? messages.notUpdated : formatTime(updatedAt)}</span>
      ),
    },
    { title: 'Город', name: 'posts.city', width: '124px', cell: (post) => <City post={post} /> },
  ];
}
