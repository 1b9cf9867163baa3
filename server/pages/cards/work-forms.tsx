/** The forms that change the work on a story without a script, and the changes that they request. */

import type { ReactNode } from 'react';
import { Checkbox, FormContext, optionsOf, SelectField, TextField } from '../../../client/components/form-field.tsx';
import { missingMarks, Tag } from '../../../client/islands/posts/work-cell.tsx';
import controls from '../../../client/styles/controls.module.css';
import type { Post } from '../../../shared/api/posts.ts';
import { assignable, loadWork, type WorkChange, type WorkLists } from '../../../shared/api/work.ts';
import { parseId } from '../../../shared/list-query.ts';
import { formatOffset } from '../../../shared/rules/days.ts';
import { reasonTextMax, type Tone, tones, type WorkState, workStates } from '../../../shared/rules/work.ts';
import { zoneOffset } from '../../platform/zone-offset.ts';
import type { PageInput } from '../../session/page-input.ts';
import type { FormField } from '../page.tsx';
import { refuses } from '../simple-views.tsx';
import type { Typed } from './card.tsx';

/** `typed`: the submitted form, if its change conflicts with somebody else's. */
export type WorkFormProps = { post: Post; lists: WorkLists; input: PageInput } & Typed;

type ActionButtonProps = Pick<WorkFormProps, 'input'> & { action: string; children: ReactNode };

/** Submits its form. `action` names the form. */
export const ActionButton = ({ action, input, children }: ActionButtonProps) => (
  <button type="submit" name="action" value={action} className={controls.button} {...refuses(input.viewer, 'editor')}>
    {children}
  </button>
);

type ChangeFormProps = Pick<WorkFormProps, 'post' | 'input' | 'typed'> & {
  action: string;
  label: string;
  /** The stored values of the fields, by name. */
  texts?: Readonly<Record<string, string>>;
  children: ReactNode;
};

const isTyped = (typed: FormField | null, action: string): typed is FormField => typed?.('action') === action;

/**
 * A form of the page, named by `action`. The version lets the backend refuse to overwrite another person's change. After such a
 * refusal the form has the typed values and the version of that change.
 */
function ChangeForm({ action, label, texts = {}, post, input, typed, children }: ChangeFormProps) {
  const isRefused = isTyped(typed, action);
  const shown = isRefused ? Object.fromEntries(Object.keys(texts).map((name) => [name, typed(name)])) : texts;
  return (
    <form method="post" className={`${controls.card} ${controls.form}`}>
      <input type="hidden" name="version" value={post.work?.version ?? 0} />
      <FormContext value={{ texts: shown }}>{children}</FormContext>
      <div className={controls.actions}>
        <ActionButton action={action} input={input}>
          {isRefused ? 'Сохранить моё' : label}
        </ActionButton>
      </div>
    </form>
  );
}

/** The suggestion that the feed shows beside the state. */
export function SuggestionForm({ post, input, typed }: WorkFormProps) {
  const { tone, tags } = missingMarks(post);
  if (tone === null && tags.length === 0) return null;
  return (
    <ChangeForm action="accept" label="Принять предложение" post={post} input={input} typed={typed}>
      <p
        className={controls.hint}
      >{`По вашим отметкам: ${[...(tone ? [tones[tone]] : []), ...tags.map(({ name }) => name)].join(', ')}`}</p>
      <input type="hidden" name="tone" value={tone ?? ''} />
      <input type="hidden" name="tags" value={tags.map(({ tagId }) => tagId).join()} />
    </ChangeForm>
  );
}

export function StateForm({ post, lists, input, typed }: WorkFormProps) {
  const texts = { state: post.work?.state ?? 'new', until: '', reason: '', text: '' };
  return (
    <ChangeForm action="state" label="Изменить состояние" texts={texts} post={post} input={input} typed={typed}>
      <SelectField label="Состояние" name="state" options={workStates} />
      <TextField label="Отложить до даты" type="date" name="until" max="9999-12-31" />
      <SelectField label="Причина, если не наше" name="reason">
        <option value="">Другая</option>
        {optionsOf(lists.reasons.map(({ reasonId, text }) => [reasonId, text]))}
      </SelectField>
      <TextField label="Другая причина" name="text" maxLength={reasonTextMax} />
    </ChangeForm>
  );
}

export function PersonForm({ post, lists, input, typed }: WorkFormProps) {
  const texts = { assignee: String(post.work?.assigneeId ?? '') };
  return (
    <ChangeForm action="assign" label="Назначить" texts={texts} post={post} input={input} typed={typed}>
      <SelectField label="Исполнитель" name="assignee">
        <option value="">Никто</option>
        {optionsOf(assignable(lists.people).map(({ personId, name }) => [personId, name]))}
      </SelectField>
    </ChangeForm>
  );
}

export function MarksForm({ post, lists, input, typed }: WorkFormProps) {
  const { work } = post;
  const action = 'marks';
  const has = (id: number): boolean =>
    isTyped(typed, action) ? typed(`tag-${id}`) !== '' : (work?.tags.some(({ tagId }) => tagId === id) ?? false);
  return (
    <ChangeForm
      label="Сохранить теги и тон"
      texts={{ tone: work?.tone ?? '' }}
      action={action}
      post={post}
      input={input}
      typed={typed}
    >
      <fieldset>
        <legend className={controls.hint}>Теги</legend>
        {lists.tags.map(({ tagId, name, color }) => (
          <Checkbox key={tagId} name={`tag-${tagId}`} defaultChecked={has(tagId)}>
            <Tag color={color}>{name}</Tag>
          </Checkbox>
        ))}
        {lists.tags.length === 0 && <p className={controls.hint}>Тегов ещё нет</p>}
      </fieldset>
      <SelectField label="Тон" name="tone" options={{ '': 'Не указан', ...tones }} />
    </ChangeForm>
  );
}

/** For a story that a rule has hidden. */
export const RestoreForm = ({ post, input, typed }: WorkFormProps) => (
  <ChangeForm action="restore" label="Вернуть в ленту" post={post} input={input} typed={typed}>
    <p>Правило скрыло сюжет из ленты</p>
  </ChangeForm>
);

export const JoinForm = ({ post, input, typed }: WorkFormProps) => (
  <ChangeForm action="join" label="Присоединить к сюжету" post={post} input={input} typed={typed}>
    <TextField label="Номер или адрес другого сюжета" name="story" autoComplete="off" />
  </ChangeForm>
);

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

/** The change that the form requests; null for forms that change no work. */
export async function changeOf(input: PageInput, field: FormField): Promise<WorkChange | null> {
  switch (field('action')) {
    case 'state':
      return stateChange(input, field);
    case 'assign':
      return { AssigneeID: field('assignee') === '' ? null : Number(field('assignee')) };
    case 'restore':
      return { Hidden: false };
    case 'accept': {
      const tone = field('tone') as Tone | '';
      const tags = field('tags')
        .split(',')
        .flatMap((id) => parseId(id) ?? []);
      return { ...(tone && { Tone: tone }), AddTags: tags };
    }
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
