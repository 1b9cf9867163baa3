/** The region «Ветка» of the feed's page (docs/product/feed.md). */
import { ThreadList } from '../../client/islands/posts/thread.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/standouts.module.css';
import { loadThread } from '../../shared/api/thread.ts';
import { parsePart, threadTitle } from '../../shared/pages/post-changes.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import type { PageInput } from '../session/page-input.ts';

/** The comment whose thread the address names; null if it names none. */
export async function loadShownThread({ backend, backendKind, query, timeZone, basePath }: PageInput) {
  const post = backendKind === 'own' ? parsePart(query.thread) : null;
  return post && { post, thread: await backend.load(loadThread(post)), zone: zoneOffsets(timeZone), basePath };
}

type ThreadProps = NonNullable<Awaited<ReturnType<typeof loadShownThread>>>;

export const ThreadRegion = ({ post, thread: { data, error }, zone, basePath }: ThreadProps) => (
  <section id="thread" aria-label={threadTitle} className={`${controls.card} ${styles.region}`}>
    <h2>{threadTitle}</h2>
    {data ? (
      <ThreadList posts={data} isOpen={({ postId }) => postId === post.postId} basePath={basePath} timeZone={zone} />
    ) : (
      <p className={controls.fieldError}>{error}</p>
    )}
  </section>
);
