/** The work on a story, for the open post and the page of the story: its state with the reason, and its history. */

import type { Post } from '../../../shared/api/posts.ts';
import type { WorkedStory } from '../../../shared/api/story-work.ts';
import type { StoryWork } from '../../../shared/fields/work.ts';
import { formatDate, formatDateTime, formatNumber, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';
import { stateClass, stateText, WorkMarks } from './work-cell.tsx';

function describeState(work: StoryWork, timeZone: ZoneOffsets): string | null {
  if (work.until !== null) return `до ${formatDate(work.until, timeZone) ?? messages.badDate}`;
  if (work.untilCopies !== null) return `ещё повторов: ${formatNumber(work.untilCopies)}`;
  if (work.untilSources !== null) return `ещё источников: ${formatNumber(work.untilSources)}`;
  return work.reason;
}

export function WorkLine({ post, timeZone }: { post: Post; timeZone: ZoneOffsets }) {
  const { work } = post;
  const details = work && describeState(work, timeZone);
  return (
    <div className={styles.work}>
      <span className={stateClass(work)}>{stateText(work)}</span>
      {details && <span>{details}</span>}
      <WorkMarks post={post} />
    </div>
  );
}

/** Names the person or rule behind each change; neither for an automatic one, such as coming back. */
export const HistoryList = ({ history, timeZone }: Pick<WorkedStory, 'history'> & { timeZone: ZoneOffsets }) => (
  <ul className={styles.notes}>
    {history.map(({ at, by, text, rule }) => (
      <li key={at + text}>
        <p className={controls.hint}>
          {`${rule ? `правило «${isolate(rule)}»` : isolate(by ?? 'Автоматически')}, ${formatDateTime(at, timeZone) ?? messages.badDate}`}
        </p>
        <p>{isolate(text)}</p>
      </li>
    ))}
  </ul>
);
