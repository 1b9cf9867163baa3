/** The work on the story of an open post: the actions, the notes and the history. */

import type { Post } from '../../../shared/api/posts.ts';
import { deleteNote, loadStory, type StoryNote, type WorkedStory } from '../../../shared/api/story-work.ts';
import { formatDateTime, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { refusalOf } from '../../../shared/roles.ts';
import { Button, IconButton } from '../../components/buttons.tsx';
import { refusedProps } from '../../components/lazy.tsx';
import { useAttempt } from '../../components/message-bar.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { useCall } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';
import type { WorkAct } from './row-requests.ts';
import { HistoryList } from './story-work.tsx';
import { shortActNames, shortActs } from './work-acts.ts';

export type PostActs = {
  onWork: (act: WorkAct, post: Post) => void;
  /** Opens the menu of the post at the button. */
  onMenu: (post: Post, opener: HTMLElement) => void;
};

/** The bar at the foot of an open post. */
export function WorkBar({ post, onWork, onMenu }: PostActs & { post: Post }) {
  const { viewer } = useIslandContext();
  const refusal = refusalOf(viewer, 'editor');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Работа с сюжетом" className={styles.workBar}>
      {shortActNames.map((act) => (
        <Button key={act} {...(refusal ? refusedProps(refusal) : { onClick: () => onWork(act, post) })}>
          {shortActs[act]}
        </Button>
      ))}
      <IconButton
        label="Действия с постом"
        icon="more"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => onMenu(post, currentTarget)}
      />
    </div>
  );
}

function Note({ note, onDelete }: { note: StoryNote; onDelete: (() => void) | null }) {
  const { timeZone } = useIslandContext();
  return (
    <li>
      <p className={controls.hint}>{`${note.by}, ${formatDateTime(note.at, timeZone) ?? messages.badDate}`}</p>
      <p>{note.text}</p>
      {onDelete && <IconButton label="Удалить заметку" icon="remove" onClick={onDelete} />}
    </li>
  );
}

function History({ history }: Pick<WorkedStory, 'history'>) {
  const { timeZone } = useIslandContext();
  if (history.length === 0) return null;
  return (
    <details>
      <summary>История: {formatNumber(history.length)}</summary>
      <HistoryList history={history} timeZone={timeZone} />
    </details>
  );
}

/** The notes and the history. */
export function WorkNotes({ post }: { post: Post }) {
  const { viewer, basePath } = useIslandContext();
  const attempt = useAttempt();
  const story = useCall(loadStory(post.storyId ?? 0), { revalidateIfStale: true });
  const mayChange = refusalOf(viewer, 'editor') === null;

  const remove = (id: number) =>
    attempt(async () => {
      await callApi(deleteNote(id));
      await story.mutate();
    });

  if (!story.data) return story.error ? <p className={controls.fieldError}>{story.error.message}</p> : null;
  const { notes, notesTotal, history } = story.data;
  const older = notesTotal - notes.length;
  return (
    <div className={styles.panel}>
      {notes.length > 0 && (
        <ul aria-label="Заметки" className={styles.notes}>
          {notes.map((note) => (
            <Note
              key={note.noteId}
              note={note}
              onDelete={mayChange && note.own ? () => void remove(note.noteId) : null}
            />
          ))}
        </ul>
      )}
      {older > 0 && (
        <a href={`${basePath}/ldvknf/work/${post.storyId}?notesOffset=${notes.length}#notes`}>
          {messages.moreNotes(formatNumber(older))}
        </a>
      )}
      <History history={history} />
    </div>
  );
}
