import type { Post } from '../../../shared/api/posts.ts';
import { wallUrl } from '../../../shared/rules/urls.ts';
import type { ControlProps } from '../../components/table-column.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/thread.module.css';

type ParentLinkProps = {
  post: Pick<Post, 'ownerId' | 'ownerType' | 'parentPostId' | 'parentText'>;
  control?: ControlProps;
};

/** The badge of a comment and the link to its post in VK, in a line; nothing for a post. */
export function ParentLink({ post, control }: ParentLinkProps) {
  const { parentPostId, parentText } = post;
  if (parentPostId === null) return null;
  return (
    <div className={styles.parent}>
      <span className={controls.badge}>Комментарий</span>
      <a
        href={wallUrl({ ...post, postId: parentPostId, parentPostId: null, threadId: null })}
        target="_blank"
        rel="noopener noreferrer"
        {...control}
      >
        {parentText ? `к посту: ${parentText}` : 'к посту'}
      </a>
    </div>
  );
}
