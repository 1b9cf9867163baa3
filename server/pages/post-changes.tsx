/** The region «Изменения текста» of the feed's page (docs/product/feed.md). */
import { ChangeList } from '../../client/islands/posts/post-changes.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/standouts.module.css';
import { loadPostChanges } from '../../shared/api/post-changes.ts';
import type { ZoneOffsets } from '../../shared/format.ts';
import { changesId, changesTitle, parsePart } from '../../shared/pages/post-changes.ts';
import { zoneOffsets } from '../platform/zone-offset.ts';
import type { PageInput } from '../session/page-input.ts';

/** The post whose changes the address names; null if it names none. */
export async function loadChanges({ backend, backendKind, query, timeZone }: PageInput) {
  const post = backendKind === 'own' ? parsePart(query.changes) : null;
  return post && { changes: await backend.load(loadPostChanges(post)), zone: zoneOffsets(timeZone) };
}

type ChangesProps = NonNullable<Awaited<ReturnType<typeof loadChanges>>> & { zone: ZoneOffsets };

export const ChangesRegion = ({ changes: { data, error }, zone }: ChangesProps) => (
  <section id={changesId} aria-label={changesTitle} className={`${controls.card} ${styles.region}`}>
    <h2>{changesTitle}</h2>
    {data ? <ChangeList changes={data} timeZone={zone} /> : <p className={controls.fieldError}>{error}</p>}
  </section>
);
