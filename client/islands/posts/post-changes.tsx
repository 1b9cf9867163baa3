/** How the text of a post has changed, for the open post and for the page without JavaScript. */
import { useId, useState } from 'react';
import { type ChangedPart, loadPostChanges, type TextChange } from '../../../shared/api/post-changes.ts';
import type { Post } from '../../../shared/api/posts.ts';
import { formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { changesTitle, showChanges } from '../../../shared/pages/post-changes.ts';
import type { Page } from '../../../shared/read.ts';
import { Button } from '../../components/buttons.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/post-changes.module.css';

/** Screen readers do not announce the elements themselves. */
const Said = ({ children }: { children: string }) => <span className={controls.visuallyHidden}>{children}</span>;

function Part({ part: { kind, text } }: { part: ChangedPart }) {
  if (kind === 'same') return text;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <Said>{kind === 'added' ? ' [добавлено: ' : ' [удалено: '}</Said>
      {text}
      <Said>] </Said>
    </Mark>
  );
}

type ChangeListProps = { changes: Page<TextChange>; timeZone: ZoneOffsets };

export function ChangeList({ changes: { rows, total }, timeZone }: ChangeListProps) {
  if (rows.length === 0) return <p>Прежних текстов нет.</p>;
  return (
    <>
      {rows.map(({ at, parts }) => (
        <div key={at} className={styles.change}>
          <p className={controls.hint}>{`Изменён ${formatDateTime(at, timeZone) ?? messages.badDate}`}</p>
          <p className={styles.text}>
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
              <Part key={index} part={part} />
            ))}
          </p>
        </div>
      ))}
      {total > rows.length && <p>{`Показаны последние ${rows.length} из ${formatNumber(total)} изменений.`}</p>}
    </>
  );
}

function LoadedChanges({ post }: { post: Post }) {
  const { timeZone } = useIslandContext();
  const { data, error } = useCall(loadPostChanges(post), { revalidateIfStale: true });
  if (data) return <ChangeList changes={data} timeZone={timeZone} />;
  return <p className={error && controls.fieldError}>{error?.message ?? messages.loading}</p>;
}

/** The button of an edited post, and its changes when they are shown. */
export function PostChanges({ post }: { post: Post }) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <div className={styles.changes}>
      <Button aria-expanded={shown} aria-controls={id} onClick={() => setShown(!shown)}>
        {showChanges}
      </Button>
      <section id={id} aria-label={changesTitle} hidden={!shown}>
        {shown && <LoadedChanges post={post} />}
      </section>
    </div>
  );
}
