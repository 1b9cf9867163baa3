/** A comment's place: its post, and its neighbours in the thread. */
import { type Post, postKey } from '../../../shared/api/posts.ts';
import { loadThread } from '../../../shared/api/thread.ts';
import { cutText, formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { storyHref, threadTitle } from '../../../shared/pages/post-changes.ts';
import { postLine } from '../../../shared/post-text.ts';
import { wallUrl } from '../../../shared/rules/urls.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/thread.module.css';

const shownText = 300;

type ThreadListProps = {
  posts: readonly Post[];
  isOpen: (post: Post) => boolean;
  basePath: string;
  timeZone: ZoneOffsets;
};

/** The time of each leads to VK, its text to its story in the feed. */
export const ThreadList = ({ posts, isOpen, basePath, timeZone }: ThreadListProps) => (
  <ul aria-label={threadTitle} className={styles.thread}>
    {posts.map((post) => {
      const text = cutText(postLine(post), shownText);
      return (
        <li key={postKey(post)} {...(isOpen(post) && { 'aria-current': true })}>
          <a href={wallUrl(post)} target="_blank" rel="noopener noreferrer" className={controls.hint}>
            {`${post.parentPostId === null ? 'Пост' : 'Комментарий'} · ${formatDateTime(post.postedAt ?? '', timeZone) ?? messages.badDate}`}
          </a>
          <p>{isOpen(post) ? text : <a href={storyHref(basePath, post.storyId)}>{text}</a>}</p>
        </li>
      );
    })}
  </ul>
);

export function Thread({ post }: { post: Post }) {
  const { basePath, timeZone } = useIslandContext();
  const { data, error } = useCall(loadThread(post), { revalidateIfStale: true });
  if (!data) return <p className={error && controls.fieldError}>{error?.message ?? messages.loading}</p>;
  return (
    <ThreadList posts={data} isOpen={({ postId }) => postId === post.postId} basePath={basePath} timeZone={timeZone} />
  );
}
