/** A post's whole text in a small window over the feed (section 2 of the specification): drag it, resize it, go on reading. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Rnd } from 'react-rnd';
import { type Post, postKey } from '../../../shared/api/posts.ts';
import { formatDateTime } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { popup } from '../../../shared/rules/limits.ts';
import { webUrl } from '../../../shared/rules/web-url.ts';
import { useIslandContext } from '../../lib/island-context.tsx';
import { placeByKey } from './popup-place.ts';
import styles from './post-popup.module.css';
import { PostPopupHead } from './post-popup-head.tsx';
import { PostText, postParts } from './post-text.tsx';
import { usePopupPlace } from './use-popup-place.ts';

type PostPopupProps = { post: Post; onClose: () => void };

function PostBody({ post }: { post: Post }) {
  const { timeZone } = useIslandContext();
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const parts = postParts(post);
  const photo = webUrl(post.photoUrl);
  const time = formatDateTime(post.postedAt ?? '', timeZone) ?? messages.badDate;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
    <section className={styles.body} tabIndex={0} aria-label="Содержание">
      <p className={styles.origin}>{[post.ownerName, time].filter(Boolean).join(' · ')}</p>
      <p className={styles.text}>{parts.length > 0 ? <PostText parts={parts} /> : messages.noText}</p>
      {photo !== null && photo !== failedUrl && (
        <img src={photo} alt="Фото поста" referrerPolicy="no-referrer" onError={() => setFailedUrl(photo)} />
      )}
    </section>
  );
}

export function PostPopup({ post, onClose }: PostPopupProps) {
  const { place, area, putPlace } = usePopupPlace();
  const [expanded, setExpanded] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const head = useRef<HTMLElement>(null);
  const hintId = useId();
  const key = postKey(post);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another post's text takes the focus anew
  useEffect(() => {
    dialog.current?.focus({ preventScroll: true });
  }, [key]);

  function onKeyDown(event: KeyboardEvent) {
    const { target } = event;
    const onFrame = target === dialog.current || (target instanceof Node && head.current?.contains(target));
    const next = onFrame && !expanded ? placeByKey(place, event) : null;
    if (event.key === 'Escape') onClose();
    else if (next) putPlace(next);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.area}>
      <Rnd
        className={styles.popup}
        bounds="parent"
        minWidth={popup.minWidth}
        minHeight={popup.minHeight}
        position={expanded ? { x: 0, y: 0 } : place}
        size={expanded ? area : place}
        disableDragging={expanded}
        enableResizing={!expanded}
        enableUserSelectHack={false}
        dragHandleClassName={styles.handle}
        cancel="button, a"
        onDragStop={(_event, { x, y }) => putPlace({ x, y })}
        onResizeStop={(_event, _direction, { offsetWidth: width, offsetHeight: height }, _delta, position) =>
          putPlace({ ...position, width, height })
        }
      >
        <dialog
          open
          ref={dialog}
          aria-label="Текст поста"
          aria-describedby={hintId}
          tabIndex={-1}
          className={styles.dialog}
          onKeyDown={onKeyDown}
        >
          <PostPopupHead
            key={key}
            ref={head}
            post={post}
            hintId={hintId}
            expanded={expanded}
            onExpand={() => setExpanded(!expanded)}
            onClose={onClose}
          />
          <PostBody key={`${key} body`} post={post} />
        </dialog>
      </Rnd>
    </div>
  );
}
