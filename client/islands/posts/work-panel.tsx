/** The work on the story of an open post: its state with the actions, its notes and its history. */

import type { Post } from '../../../shared/api/posts.ts';
import { refusalOf } from '../../../shared/roles.ts';
import { refusedProps } from '../../components/lazy.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';
import { describeState } from './describe-state.ts';
import type { WorkAct } from './feed-row.ts';
import { workActNames, workActs } from './work-acts.ts';
import { StateLabel, WorkMarks } from './work-cell.tsx';

export type AskWork = (act: WorkAct, post: Post) => void;

export function WorkLine({ post: { work } }: { post: Post }) {
  const { timeZone } = useIslandContext();
  const details = work && describeState(work, timeZone);
  return (
    <div className={styles.work}>
      <StateLabel work={work} />
      {details && <span>{details}</span>}
      {work && <WorkMarks work={work} />}
    </div>
  );
}

function WorkActs({ post, onWork }: { post: Post; onWork: AskWork }) {
  const { viewer } = useIslandContext();
  const refusal = refusalOf(viewer, 'editor');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Работа с сюжетом" className={styles.acts}>
      {workActNames.map((act) => (
        <button
          key={act}
          type="button"
          className={controls.button}
          {...(refusal ? refusedProps(refusal) : { onClick: () => onWork(act, post) })}
        >
          {workActs[act]}
        </button>
      ))}
    </div>
  );
}

export const WorkPanel = (props: { post: Post; onWork: AskWork }) => (
  <div className={styles.panel}>
    <WorkActs {...props} />
  </div>
);
