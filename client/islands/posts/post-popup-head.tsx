/** The header of a post's popup: the drag handle and the actions on the post. */
import { type Ref, useState } from 'react';
import type { Post } from '../../../shared/api/posts.ts';
import * as messages from '../../../shared/messages.ts';
import { wallUrl } from '../../../shared/rules/urls.ts';
import { IconButton } from '../../components/buttons.tsx';
import { Icon } from '../../components/icon.tsx';
import { copyText } from '../../lib/copy-text.ts';
import controls from '../../styles/controls.module.css';
import styles from './post-popup.module.css';

type PostPopupHeadProps = {
  post: Post;
  /** The ID of the text that explains the keys. */
  hintId: string;
  expanded: boolean;
  onExpand: () => void;
  onClose: () => void;
  ref: Ref<HTMLElement>;
};

const openPost = 'Открыть пост';

export function PostPopupHead({ post, hintId, expanded, onExpand, onClose, ref }: PostPopupHeadProps) {
  const [copyResult, setCopyResult] = useState('');

  async function copy() {
    setCopyResult((await copyText(post.text ?? '')) ? messages.copied : messages.copyFailed);
  }

  return (
    <header ref={ref} className={`${styles.head} ${expanded ? '' : styles.handle}`}>
      <p className={styles.title}>
        <span hidden={copyResult !== ''}>Текст поста</span>
        <span role="status">{copyResult}</span>
      </p>
      <p id={hintId} hidden>
        Стрелки двигают окно, Shift со стрелками меняет его размер
      </p>
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
      <IconButton
        label={expanded ? 'Свернуть' : 'Развернуть'}
        icon={expanded ? 'collapse' : 'expand'}
        onClick={onExpand}
      />
      <IconButton label="Закрыть" icon="close" onClick={onClose} />
    </header>
  );
}
