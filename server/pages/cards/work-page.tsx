/** The work on a story (docs/product.md, section 26): its state, notes and history, with forms that need no script. */

import type { ReactNode } from 'react';
import { SelectField, TextField } from '../../../client/components/form-field.tsx';
import { MarkedText, postParts } from '../../../client/components/marked-text.tsx';
import { describeAuthor, describeState } from '../../../client/islands/posts/describe-state.ts';
import { StateLabel, WorkMarks } from '../../../client/islands/posts/work-cell.tsx';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import workStyles from '../../../client/styles/work.module.css';
import { defaultPostSort, loadPostsPage, type Post } from '../../../shared/api/posts.ts';
import { createNote, deleteNote, loadStory, type WorkedStory } from '../../../shared/api/story-work.ts';
import { changeWork, loadWork, type WorkChange, type WorkLists } from '../../../shared/api/work.ts';
import { formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import { orderOf, parseId } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import type { Loaded } from '../../../shared/pages/islands.ts';
import { noPostFilters } from '../../../shared/pages/posts-query.ts';
import { routeOf } from '../../../shared/routes.ts';
import {
  noteTextMax,
  reasonTextMax,
  type Tone,
  tones,
  type WorkState,
  workStates,
} from '../../../shared/rules/work.ts';
import { RefusedError } from '../../backend-link/backend-client.ts';
import { formatOffset, zoneOffset, zoneOffsets } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import { linkToPosts } from '../feed-filters.ts';
import { refuses } from '../simple-views.tsx';
import { cardPage } from './card.tsx';

const page = 'work';

type WorkPageProps = {
  storyId: number;
  post: Post;
  /** The notes and the history. */
  story: Loaded<WorkedStory>;
  lists: WorkLists;
  zone: ZoneOffsets;
  input: PageInput;
};

type ChangeFormProps = Pick<WorkPageProps, 'post' | 'input'> & { action: string; label: string; children: ReactNode };

/** A form of the page. `action` says which. The version lets the backend refuse what would overwrite another's change. */
function ChangeForm({ action, label, post, input, children }: ChangeFormProps) {
  return (
    <form method="post" className={`${controls.card} ${controls.form}`}>
      <input type="hidden" name="version" value={post.work?.version ?? 0} />
      {children}
      <div className={controls.actions}>
        <button
          type="submit"
          name="action"
          value={action}
          className={controls.button}
          {...refuses(input.viewer, 'editor')}
        >
          {label}
        </button>
      </div>
    </form>
  );
}

function StateForm({ post, lists, input }: WorkPageProps) {
  const { work } = post;
  return (
    <ChangeForm action="state" label="Изменить состояние" {...{ post, input }}>
      <SelectField label="Состояние" name="state" options={workStates} defaultValue={work?.state ?? 'new'} />
      <TextField label="Отложить до даты" type="date" name="until" max="9999-12-31" />
      <SelectField label="Причина, если не наше" name="reason" defaultValue="">
        <option value="">Другая</option>
        {lists.reasons.map(({ reasonId, text }) => (
          <option key={reasonId} value={reasonId}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField label="Другая причина" name="text" maxLength={reasonTextMax} />
    </ChangeForm>
  );
}

function PersonForm({ post, lists, input }: WorkPageProps) {
  const { work } = post;
  return (
    <ChangeForm action="assign" label="Назначить" {...{ post, input }}>
      <SelectField label="Исполнитель" name="assignee" defaultValue={String(work?.assigneeId ?? '')}>
        <option value="">Никто</option>
        {lists.people.map(({ personId, name }) => (
          <option key={personId} value={personId}>
            {name}
          </option>
        ))}
      </SelectField>
    </ChangeForm>
  );
}

function MarksForm({ post, lists, input }: WorkPageProps) {
  const { work } = post;
  const has = (id: number) => work?.tags.some(({ tagId }) => tagId === id) ?? false;
  return (
    <ChangeForm action="marks" label="Сохранить теги и тон" {...{ post, input }}>
      <fieldset>
        <legend className={controls.hint}>Теги</legend>
        {lists.tags.map(({ tagId, name, color }) => (
          <label key={tagId} className={controls.choice}>
            <input type="checkbox" name={`tag-${tagId}`} className={controls.checkbox} defaultChecked={has(tagId)} />
            <span className={workStyles.tag} data-color={color}>
              {name}
            </span>
          </label>
        ))}
        {lists.tags.length === 0 && <p className={controls.hint}>Тегов ещё нет</p>}
      </fieldset>
      <SelectField label="Тон" name="tone" options={{ '': 'Не указан', ...tones }} defaultValue={work?.tone ?? ''} />
    </ChangeForm>
  );
}

const timeOf = (time: string, zone: ZoneOffsets): string => formatDateTime(time, zone) ?? messages.badDate;

type StoryProps = Pick<WorkPageProps, 'zone' | 'input'> & { story: WorkedStory };

function Notes({ story, zone, input }: StoryProps) {
  return (
    <section className={controls.card} aria-labelledby="notes">
      <h2 id="notes">Заметки</h2>
      <ul className={workStyles.notes}>
        {story.notes.map(({ noteId, text, by, at, own }) => (
          <li key={noteId}>
            <p className={controls.hint}>{`${by}, ${timeOf(at, zone)}`}</p>
            <p>{text}</p>
            {own && (
              <form method="post">
                <input type="hidden" name="note" value={noteId} />
                <button
                  type="submit"
                  name="action"
                  value="delete-note"
                  className={controls.button}
                  {...refuses(input.viewer, 'editor')}
                >
                  Удалить заметку
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" className={controls.form}>
        <TextField label="Новая заметка" name="text" maxLength={noteTextMax} />
        <div className={controls.actions}>
          <button
            type="submit"
            name="action"
            value="note"
            className={controls.button}
            {...refuses(input.viewer, 'editor')}
          >
            Добавить заметку
          </button>
        </div>
      </form>
    </section>
  );
}

function History({ story: { history }, zone }: StoryProps) {
  if (history.length === 0) return null;
  return (
    <section className={controls.card} aria-labelledby="history">
      <h2 id="history">История</h2>
      <ul className={workStyles.notes}>
        {history.map(({ at, by, text, rule }) => (
          <li key={at + text}>
            <p className={controls.hint}>{`${describeAuthor({ by, rule })}, ${timeOf(at, zone)}`}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function WorkView(props: WorkPageProps) {
  const { storyId, post, story, zone, input } = props;
  const toPosts = linkToPosts(input.basePath, { ...noPostFilters, sort: defaultPostSort });
  const { work } = post;
  const details = work && describeState(work, zone);
  return (
    <>
      <section className={`${controls.card} ${styles.card}`} aria-label="Сюжет">
        <p className={controls.hint}>{`${post.ownerName ?? ''} · ${timeOf(post.postedAt ?? '', zone)}`}</p>
        <p>{post.text ? <MarkedText parts={postParts(post)} /> : messages.noText}</p>
        <div className={workStyles.work}>
          <StateLabel work={work} />
          {details && <span>{details}</span>}
          {work && <WorkMarks work={work} />}
        </div>
        <p>
          <a href={toPosts({ story: storyId, copies: 'show' })}>Посты сюжета</a>
        </p>
      </section>
      <StateForm {...props} />
      <PersonForm {...props} />
      <MarksForm {...props} />
      {story.error !== undefined ? (
        <p className={controls.fieldError}>{story.error}</p>
      ) : (
        <>
          <Notes {...{ story: story.data, zone, input }} />
          <History {...{ story: story.data, zone, input }} />
        </>
      )}
    </>
  );
}

type Field = (name: string) => string;

/** A day begins at midnight of the console's zone. */
function startOf(day: string, timeZone: string): string | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(utc) ? undefined : `${day}T00:00:00${formatOffset(zoneOffset(utc, timeZone))}`;
}

function stateChange({ timeZone }: PageInput, field: Field): WorkChange {
  const state = field('state') as WorkState;
  const until = startOf(field('until'), timeZone);
  const reasonId = parseId(field('reason'));
  return {
    State: state,
    ...(state === 'postponed' && until !== undefined && { Until: until }),
    ...(state === 'rejected' && (reasonId === null ? { Reason: field('text').trim() } : { ReasonID: reasonId })),
  };
}

/** What the form asks for; null for forms that change no work. */
async function changeOf(input: PageInput, field: Field): Promise<WorkChange | null> {
  switch (field('action')) {
    case 'state':
      return stateChange(input, field);
    case 'assign':
      return { AssigneeID: field('assignee') === '' ? null : Number(field('assignee')) };
    case 'marks': {
      const { tags } = await input.backend.send(loadWork());
      const isChecked = ({ tagId }: { tagId: number }) => field(`tag-${tagId}`) !== '';
      return {
        AddTags: tags.filter(isChecked).map(({ tagId }) => tagId),
        RemoveTags: tags.filter((tag) => !isChecked(tag)).map(({ tagId }) => tagId),
        Tone: (field('tone') || null) as Tone | null,
      };
    }
    default:
      return null;
  }
}

async function send(input: PageInput, storyId: number, field: Field): Promise<void> {
  const { backend } = input;
  if (field('action') === 'note') await backend.send(createNote(storyId, field('text').trim()));
  if (field('action') === 'delete-note') await backend.send(deleteNote(Number(field('note'))));
  const change = await changeOf(input, field);
  if (!change) return;
  const { results } = await backend.send(changeWork([{ storyId, version: Number(field('version')) }], change));
  const [result] = results;
  if (result?.outcome === 'conflict') throw new RefusedError(409, messages.workConflict(result.by), null);
}

export const workPage = cardPage({
  page,
  idOf: ({ params }) => parseId(params.id),
  async load(input, storyId) {
    const { backend } = input;
    const [story, lists, posts] = await Promise.all([
      backend.load(loadStory(storyId)),
      backend.send(loadWork()),
      backend.send(loadPostsPage({ storyId, limit: 1, offset: 0, ...orderOf(defaultPostSort) })),
    ]);
    const [post] = posts.rows;
    if (!post) throw new RefusedError(404, null, null);
    const zone = zoneOffsets(input.timeZone);
    const content = <WorkView {...{ storyId, post, story, lists, zone, input }} />;
    return { title: routeOf(page).title, content };
  },
  failure: messages.loadWork,
  form: { needs: 'work', send, failureOf: () => messages.changeWork },
});
