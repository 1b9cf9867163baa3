/** The forms that change the work on a story without a script, and the changes that they request. */

import { Fragment, type ReactNode } from 'react';
import {
  Checkbox,
  FormContext,
  FormField as LabelledField,
  optionsOf,
  SelectField,
  TextField,
} from '../../../client/components/form-field.tsx';
import { missingMarks, Tag } from '../../../client/islands/posts/work-cell.tsx';
import styles from '../../../client/styles/cards.module.css';
import controls from '../../../client/styles/controls.module.css';
import type { Post } from '../../../shared/api/posts.ts';
import { loadWork, type WorkChange, type WorkLists } from '../../../shared/api/work.ts';
import { parseId } from '../../../shared/list-query.ts';
import { formatOffset } from '../../../shared/rules/days.ts';
import {
  noteTextMax,
  reasonTextMax,
  type Tone,
  tones,
  type WorkState,
  workStates,
} from '../../../shared/rules/work.ts';
import { localDay, zoneOffset } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import type { FormField } from '../page.tsx';
import { refuses } from '../simple-views.tsx';
import type { Typed } from './card.tsx';

export type WorkFormProps = { post: Post; lists: WorkLists; input: PageInput } & Typed;

type ActionButtonProps = Pick<WorkFormProps, 'input'> & {
  action: string;
  kind: string | undefined;
  children: ReactNode;
};

/** Submits its form. `action` names the form, `kind` is a class of a button. */
export const ActionButton = ({ action, kind, input, children }: ActionButtonProps) => (
  <button
    type="submit"
    name="action"
    value={action}
    className={`${controls.button} ${kind}`}
    {...refuses(input.viewer, 'editor')}
  >
    {children}
  </button>
);

type Texts = Readonly<Record<string, string>>;

/** The name of the hidden field with the text that the author of a change has seen. */
const seenName = (name: string): string => `seen-${name}`;

type FormState = { seen: Texts; shown: Texts; version: string; isConflict: boolean };

/**
 * The texts of a form: what its author has seen, and what it shows. A form that changed nothing keeps the typed texts. After a
 * conflict with another person's change, the other fields and the version are those of that change.
 */
function formState(action: string, stored: Texts, { post, typed }: Pick<WorkFormProps, 'post' | 'typed'>): FormState {
  const version = String(post.work?.version ?? 0);
  if (typed?.field('action') !== action) return { seen: stored, shown: stored, version, isConflict: false };
  const { field, conflict } = typed;
  const textsOf = (read: (name: string) => string): Texts =>
    Object.fromEntries(Object.keys(stored).map((name) => [name, read(name)]));
  const seen = conflict ? stored : textsOf((name) => field(seenName(name)));
  const shown = textsOf((name) => (field(name) === field(seenName(name)) ? seen[name] : field(name)) ?? '');
  return { seen, shown, version: conflict ? version : field('version'), isConflict: conflict };
}

type ChangeFormProps = Pick<WorkFormProps, 'input'> & {
  action: string;
  label: string;
  kind?: string | undefined;
  state: FormState;
  children: ReactNode;
};

/** A form of the page, named by `action`. The version lets the backend refuse to overwrite another person's change. */
function ChangeForm({ action, label, kind, state, input, children }: ChangeFormProps) {
  const { seen, shown, version, isConflict } = state;
  return (
    <form method="post" className={controls.form}>
      <input type="hidden" name="version" value={version} />
      {Object.entries(seen).map(
        ([name, text]) => text && <input key={name} type="hidden" name={seenName(name)} value={text} />,
      )}
      <FormContext value={{ texts: shown }}>{children}</FormContext>
      <div className={controls.actions}>
        <ActionButton action={action} kind={kind} input={input}>
          {isConflict ? 'Сохранить моё' : label}
        </ActionButton>
      </div>
    </form>
  );
}

/** The suggestion that the feed shows beside the state. */
export function SuggestionForm(props: WorkFormProps) {
  const { post, input } = props;
  const { tone, tags } = missingMarks(post);
  if (tone === null && tags.length === 0) return null;
  const action = 'accept';
  return (
    <section className={controls.card} aria-label="Предложение">
      <ChangeForm action={action} label="Принять предложение" state={formState(action, {}, props)} input={input}>
        <p
          className={controls.hint}
        >{`По вашим отметкам: ${[...(tone ? [tones[tone]] : []), ...tags.map(({ name }) => name)].join(', ')}`}</p>
        <input type="hidden" name="tone" value={tone ?? ''} />
        <input type="hidden" name="tags" value={tags.map(({ tagId }) => tagId).join()} />
      </ChangeForm>
    </section>
  );
}

/** A choice shows the fields that belong to it: the style sheet reads which radio button is checked. */
function StateFields({ state, lists }: { state: string | undefined; lists: WorkLists }) {
  return (
    <fieldset className={styles.states}>
      <legend className={controls.fieldLabel}>Состояние</legend>
      {Object.entries(workStates).map(([value, label]) => (
        <Fragment key={value}>
          <input
            type="radio"
            id={`state-${value}`}
            name="state"
            value={value}
            defaultChecked={value === state}
            className={controls.checkbox}
          />
          <label htmlFor={`state-${value}`}>{label}</label>
        </Fragment>
      ))}
      <div className={styles.postponed}>
        <TextField label="Отложить до даты" type="date" name="until" max="9999-12-31" />
      </div>
      <div className={styles.rejected}>
        <SelectField label="Причина, если не наше" name="reason">
          <option value="">Другая</option>
          {optionsOf(lists.reasons.map(({ reasonId, text }) => [reasonId, text]))}
        </SelectField>
        <TextField label="Другая причина" name="text" maxLength={reasonTextMax} />
      </div>
    </fieldset>
  );
}

const tagName = (tagId: number): string => `tag-${tagId}`;

function TagFields({ tags, texts }: { tags: WorkLists['tags']; texts: Texts }) {
  return (
    <fieldset>
      <legend className={controls.fieldLabel}>Теги</legend>
      <div className={styles.tags}>
        {tags.map(({ tagId, name, color }) => (
          <Checkbox key={tagId} name={tagName(tagId)} defaultChecked={texts[tagName(tagId)] !== ''}>
            <Tag color={color}>{name}</Tag>
          </Checkbox>
        ))}
      </div>
      {tags.length === 0 && <p className={controls.hint}>Тегов ещё нет</p>}
    </fieldset>
  );
}

/** The fields of the form as texts; a checked box is `on`. A deleted reason is another reason. */
function storedTexts({ work }: Post, { reasons, tags }: WorkLists, timeZone: string): Texts {
  const reason = reasons.find(({ text }) => text === work?.reason);
  const hasTag = (id: number) => work?.tags.some(({ tagId }) => tagId === id);
  return {
    state: work?.state ?? 'new',
    until: work?.until ? localDay(Date.parse(work.until), timeZone) : '',
    reason: reason ? String(reason.reasonId) : '',
    text: reason ? '' : (work?.reason ?? ''),
    assignee: String(work?.assigneeId ?? ''),
    tone: work?.tone ?? '',
    ...Object.fromEntries(tags.map(({ tagId }) => [tagName(tagId), hasTag(tagId) ? 'on' : ''])),
  };
}

/** A disabled person keeps the stories, and can be assigned to no other. */
const choosable = (people: WorkLists['people'], { work }: Post) =>
  people.filter(({ disabled, personId }) => !disabled || personId === work?.assigneeId);

const propertiesAction = 'save';

/** State, person, tone and tags. */
export function PropertiesForm(props: WorkFormProps) {
  const { post, lists, input } = props;
  const state = formState(propertiesAction, storedTexts(post, lists, input.timeZone), props);
  return (
    <section className={controls.card} aria-label="Свойства">
      <ChangeForm action={propertiesAction} label="Сохранить" kind={controls.buttonPrimary} state={state} input={input}>
        <StateFields state={state.shown.state} lists={lists} />
        <SelectField label="Исполнитель" name="assignee">
          <option value="">Никто</option>
          {optionsOf(choosable(lists.people, post).map(({ personId, name }) => [personId, name]))}
        </SelectField>
        <TagFields tags={lists.tags} texts={state.shown} />
        <SelectField label="Тон" name="tone" options={{ '': 'Не указан', ...tones }} />
      </ChangeForm>
    </section>
  );
}

/** For a story that a rule has hidden. */
export function RestoreForm(props: WorkFormProps) {
  const action = 'restore';
  return (
    <section className={controls.card} aria-label="Скрыто">
      <ChangeForm action={action} label="Вернуть в ленту" state={formState(action, {}, props)} input={props.input}>
        <p>Правило скрыло сюжет из ленты</p>
      </ChangeForm>
    </section>
  );
}

export function JoinForm(props: WorkFormProps) {
  const action = 'join';
  return (
    <ChangeForm
      action={action}
      label="Присоединить к сюжету"
      state={formState(action, { story: '' }, props)}
      input={props.input}
    >
      <TextField label="Номер или адрес другого сюжета" name="story" autoComplete="off" />
    </ChangeForm>
  );
}

export function NoteForm(props: WorkFormProps) {
  const action = 'note';
  return (
    <ChangeForm
      action={action}
      label="Добавить заметку"
      state={formState(action, { text: '' }, props)}
      input={props.input}
    >
      <LabelledField label="Новая заметка" name="text">
        {(control) => <textarea {...control} rows={2} className={controls.input} maxLength={noteTextMax} />}
      </LabelledField>
    </ChangeForm>
  );
}

/** A day starts at midnight in the console's time zone. */
function startOf(day: string, timeZone: string): string | undefined {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(utc) ? undefined : `${day}T00:00:00${formatOffset(zoneOffset(utc, timeZone))}`;
}

function stateChange({ timeZone }: PageInput, field: FormField): WorkChange {
  const state = field('state') as WorkState;
  const until = startOf(field('until'), timeZone);
  const reasonId = parseId(field('reason'));
  return {
    State: state,
    ...(state === 'postponed' && until !== undefined && { Until: until }),
    ...(state === 'rejected' && (reasonId === null ? { Reason: field('text').trim() } : { ReasonID: reasonId })),
  };
}

/** The fields that differ from what the author of the change has seen. */
async function propertiesChange(input: PageInput, field: FormField): Promise<WorkChange> {
  const isChanged = (name: string) => field(name) !== field(seenName(name));
  const state = field('state');
  const hasNewState =
    isChanged('state') ||
    (state === 'postponed' && isChanged('until')) ||
    (state === 'rejected' && (isChanged('reason') || isChanged('text')));
  const { tags } = await input.backend.send(loadWork());
  const changed = tags.map(({ tagId }) => tagId).filter((tagId) => isChanged(tagName(tagId)));
  return {
    ...(hasNewState && stateChange(input, field)),
    ...(isChanged('assignee') && { AssigneeID: field('assignee') === '' ? null : Number(field('assignee')) }),
    ...(isChanged('tone') && { Tone: (field('tone') || null) as Tone | null }),
    AddTags: changed.filter((tagId) => field(tagName(tagId)) !== ''),
    RemoveTags: changed.filter((tagId) => field(tagName(tagId)) === ''),
  };
}

/** The change that the form requests; null for forms that change no work. */
export async function changeOf(input: PageInput, field: FormField): Promise<WorkChange | null> {
  switch (field('action')) {
    case propertiesAction:
      return propertiesChange(input, field);
    case 'restore':
      return { Hidden: false };
    case 'accept': {
      const tone = field('tone') as Tone | '';
      const tags = field('tags')
        .split(',')
        .flatMap((id) => parseId(id) ?? []);
      return { ...(tone && { Tone: tone }), AddTags: tags };
    }
    default:
      return null;
  }
}
