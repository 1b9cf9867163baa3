/** The parts of an open post, for the popup and the docked pane. */

import { type ReactNode, type Ref, useState } from 'react';
import type { Post } from '../../../shared/api/posts.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { postText } from '../../../shared/post-text.ts';
import { wallUrl, webUrl } from '../../../shared/rules/urls.ts';
import { IconButton } from '../../components/buttons.tsx';
import { Icon } from '../../components/icon.tsx';
import { MarkedText, postParts } from '../../components/marked-text.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import { ParentLink } from './parent-link.tsx';
import { PostChanges } from './post-changes.tsx';
import styles from './post-popup.module.css';
import { ReachTable } from './reach-table.tsx';
import { WorkLine } from './story-work.tsx';
import { Thread } from './thread.tsx';
import { WorkNotes } from './work-panel.tsx';

type PostHeadProps = {
  post: Post;
  position: string;
  /** The post is docked beside the table, which keeps the focus. */
  docked: boolean;
  /** Dragging the header moves the popup. */
  isHandle: boolean;
  /** Opens the post of the row above (-1) or below (1). */
  onStep: (by: -1 | 1) => void;
  children: ReactNode;
  onClose: () => void;
  ref: Ref<HTMLElement>;
};

const openPost = 'Открыть пост';

/** The header of an open post: its position in the feed, and actions. */
export function PostHead(props: PostHeadProps) {
  const { post, position, docked, isHandle, onStep, onClose, ref, children } = props;
  const [copied, setCopied] = useState({ post, result: '' });
  const copyResult = copied.post === post ? copied.result : '';

  async function copy() {
    setCopied({ post, result: (await copyText(postText(post))) ? messages.copied : messages.copyFailed });
  }

  return (
    <header ref={ref} className={`${styles.head} ${isHandle ? styles.handle : ''}`}>
      <p className={styles.title}>
        <span role={docked ? 'status' : undefined} hidden={copyResult !== ''}>
          {position}
        </span>
        <span role="status">{copyResult}</span>
      </p>
      <IconButton label="Предыдущий пост" icon="sort-ascending" data-step="-1" onClick={() => onStep(-1)} />
      <IconButton label="Следующий пост" icon="sort-descending" data-step="1" onClick={() => onStep(1)} />
      <IconButton label="Копировать текст" icon="copy" onClick={copy} />
      <a
        href={wallUrl(post)}
        target="_blank"
        rel="noopener noreferrer"
        className={controls.iconButton}
        aria-label={openPost}
        title={openPost}
      >
        <Icon name="open" />
      </a>
      {children}
      <IconButton label="Закрыть" icon="close" onClick={onClose} />
    </header>
  );
}

export function PostBody({ post, isWorked }: { post: Post; isWorked: boolean }) {
  const { basePath, timeZone } = useIslandContext();
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const parts = postParts(post);
  const photo = webUrl(post.photoUrl);
  const time = formatDateTime(post.postedAt ?? '', timeZone) ?? messages.badDate;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard scrolling
    <section className={styles.body} tabIndex={0} aria-label="Содержание">
      <p className={styles.origin}>
        {post.ownerName && (
          <>
            <bdi>{post.ownerName}</bdi>
            {' · '}
          </>
        )}
        {time}
      </p>
      <ParentLink post={post} basePath={basePath} />
      {isWorked && <WorkLine post={post} timeZone={timeZone} />}
      <p className={styles.text}>{parts.length > 0 ? <MarkedText parts={parts} /> : messages.noText}</p>
      {post.changedAt !== null && <PostChanges post={post} />}
      {photo !== null && photo !== failedUrl && (
        <img src={photo} alt={messages.photoOfPost} referrerPolicy="no-referrer" onError={() => setFailedUrl(photo)} />
      )}
      {post.parentPostId !== null && <Thread post={post} />}
      <ReachTable post={post} />
      {isWorked && <WorkNotes post={post} />}
    </section>
  );
}
