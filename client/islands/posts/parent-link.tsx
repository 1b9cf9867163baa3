import type { Post } from '../../../shared/api/posts.ts';
import { storyHref } from '../../../shared/pages/post-changes.ts';
import { wallUrl } from '../../../shared/rules/urls.ts';
import type { ControlProps } from '../../components/table-column.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/thread.module.css';

type ParentLinkProps = {
  post: Pick<Post, 'ownerId' | 'ownerType' | 'parentPostId' | 'parentText' | 'parentStoryId'>;
  basePath: string;
  control?: ControlProps;
};

/** The badge of a comment and the link to its post, here or else in VK, in a line; nothing for a post. */
export function ParentLink({ post, basePath, control }: ParentLinkProps) {
  const { parentPostId, parentText, parentStoryId } = post;
  if (parentPostId === null) return null;
  const inVk = wallUrl({ ...post, postId: parentPostId, parentPostId: null, threadId: null });
  return (
    <div className={styles.parent}>
      <span className={controls.badge}>Комментарий</span>
      <a
        {...(parentStoryId === null
          ? { href: inVk, target: '_blank', rel: 'noopener noreferrer' }
          : { href: storyHref(basePath, parentStoryId) })}
        {...control}
      >
        {parentText ? `к посту: ${parentText}` : 'к посту'}
      </a>
    </div>
  );
}
