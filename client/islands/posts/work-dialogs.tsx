/** The dialogs of work on stories: assign, postpone, reject with a reason, set the tone, and add a note. */

import { type ReactNode, useState } from 'react';
import { useSWRConfig } from 'swr';
import { createNote } from '../../../shared/api/story-work.ts';
import { assignable, createReason, deleteReason, loadWork, type WorkLists } from '../../../shared/api/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { noteTextMax, reasonTextMax, type Tone, tones } from '../../../shared/rules/work.ts';
import { IconButton } from '../../components/buttons.tsx';
import { ConfirmDialog, Dialog, DialogForm } from '../../components/dialogs.tsx';
import { ErrorCard } from '../../components/error-card.tsx';
import { FormField, optionsOf, SelectField, TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { useCall } from '../../lib/use-reply.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import type { FeedRow } from './feed-row.ts';
import { JoinDialog } from './join-dialog.tsx';
import { PostponeDialog } from './postpone-dialog.tsx';
import type { WorkAct } from './row-requests.ts';
import { type WorkDialogProps, type WorkTarget, workActs } from './work-acts.ts';
import { TagsDialog } from './work-tags-dialog.tsx';

type FormProps = WorkDialogProps & { lists: WorkLists };

/** Returns the value that all stories share; undefined if they differ. */
function commonOf<Value>({ posts }: WorkTarget, readValue: (work: FeedRow['work']) => Value): Value | undefined {
  const values = new Set(posts.map(({ work }) => readValue(work)));
  return values.size === 1 ? [...values][0] : undefined;
}

function AssignDialog({ target, lists, onChange, onClose }: FormProps) {
  const common = commonOf(target, (work) => work?.assigneeId ?? null);
  const submission = useSubmission({
    names: ['assignee'],
    send: ({ assignee }) => {
      const person = lists.people.find(({ personId }) => String(personId) === assignee);
      const shown = { assigneeId: person?.personId ?? null, assignee: person?.name ?? null };
      return onChange({ change: { AssigneeID: shown.assigneeId }, shown: () => shown });
    },
  });
  const [me, ...others] = [...assignable(lists.people)].sort(
    (a, b) => Number(b.personId === lists.me) - Number(a.personId === lists.me),
  );
  return (
    <DialogForm title="Назначить" onClose={onClose} {...submission}>
      <SelectField label="Исполнитель" name="assignee" defaultValue={String(common ?? me?.personId ?? '')}>
        {me && <option value={me.personId}>{`${isolate(me.name)} (я)`}</option>}
        {optionsOf(others.map(({ personId, name }) => [personId, name]))}
        <option value="">Никто</option>
      </SelectField>
    </DialogForm>
  );
}

const newReason = 'new';

function RejectDialog({ lists, onChange, onClose }: FormProps) {
  const { mutate } = useSWRConfig();
  const [chosen, setChosen] = useState(lists.reasons.length > 0 ? '' : newReason);
  const [deleting, setDeleting] = useState(false);
  const isNew = chosen === newReason;
  const known = lists.reasons.find(({ reasonId }) => String(reasonId) === chosen);
  const submission = useSubmission({
    names: ['reason', 'text'],
    check: ({ text }) => ({
      reason: chosen === '' ? messages.chooseReason : null,
      text: isNew && text.trim() === '' ? messages.enterReason : null,
    }),
    send: async ({ text }) => {
      const id = known?.reasonId ?? (await callApi(createReason(text.trim())));
      // A retry after a failure uses the reason that has just been saved.
      if (!known) await mutate(loadWork().path).then(() => setChosen(String(id)));
      const shown = { state: 'rejected' as const, reason: known?.text ?? text.trim(), returned: 0 };
      await onChange({ change: { State: 'rejected', ReasonID: id }, shown: () => shown });
    },
  });
  return (
    <>
      <DialogForm title="Не наше" onClose={onClose} {...submission}>
        {lists.reasons.length > 0 && (
          <SelectField
            label="Причина *"
            name="reason"
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          >
            <option value="">Выберите причину</option>
            {optionsOf(lists.reasons.map(({ reasonId, text }) => [reasonId, text]))}
            <option value={newReason}>Новая причина…</option>
          </SelectField>
        )}
        {known && <IconButton label="Удалить причину" icon="remove" onClick={() => setDeleting(true)} />}
        {isNew && (
          <TextField
            label={lists.reasons.length > 0 ? 'Новая причина *' : 'Причина *'}
            name="text"
            maxLength={reasonTextMax}
            hint="Сохранится в списке причин"
          />
        )}
      </DialogForm>
      {known && deleting && (
        <ConfirmDialog
          question="Удалить эту причину?"
          subject={known.text}
          confirmLabel="Удалить"
          onConfirm={async () => {
            await callApi(deleteReason(known.reasonId));
            setDeleting(false);
            setChosen(lists.reasons.length > 1 ? '' : newReason);
            await mutate(loadWork().path);
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function ToneDialog({ target, onChange, onClose }: WorkDialogProps) {
  const submission = useSubmission({
    names: ['tone'],
    send: ({ tone }) => {
      const chosen = (tone || null) as Tone | null;
      return onChange({ change: { Tone: chosen }, shown: () => ({ tone: chosen }) });
    },
  });
  return (
    <DialogForm title="Тон" onClose={onClose} {...submission}>
      <SelectField
        label="Тон"
        name="tone"
        options={{ ...tones, '': 'Не указан' }}
        defaultValue={commonOf(target, (work) => work?.tone ?? '') ?? ''}
      />
    </DialogForm>
  );
}

function NoteDialog({
  target: {
    posts: [post],
  },
  onNoted,
  onClose,
}: WorkDialogProps) {
  const submission = useSubmission({
    names: ['text'],
    check: ({ text }) => ({ text: text.trim() === '' ? messages.enterText : null }),
    send: async ({ text }) => {
      const storyId = post?.storyId ?? 0;
      await callApi(createNote(storyId, text.trim()));
      onNoted(storyId);
    },
  });
  return (
    <DialogForm title="Заметка" draft={`note-${post?.storyId}`} onClose={onClose} {...submission}>
      <FormField label="Текст *" name="text">
        {(control) => <textarea {...control} rows={5} maxLength={noteTextMax} className={controls.input} />}
      </FormField>
    </DialogForm>
  );
}

/** Loads the client's tags, reasons and people before it renders the form. */
function WithLists({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: (lists: WorkLists) => ReactNode;
}) {
  const { data, error, isValidating, mutate } = useCall(loadWork(), { revalidateIfStale: true });
  if (data) return children(data);
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? (
        <ErrorCard text={error.message} busy={isValidating} onRetry={() => void mutate()} />
      ) : (
        <p role="status">{messages.loading}</p>
      )}
    </Dialog>
  );
}

const listDialogs: Partial<Record<WorkAct, [title: string, Form: (props: FormProps) => ReactNode]>> = {
  assign: ['Назначить', AssignDialog],
  reject: ['Не наше', RejectDialog],
  tags: ['Теги', TagsDialog],
};

export function WorkDialog(props: WorkDialogProps) {
  const { act, target, known, onChange, onClose } = props;
  if (known)
    return (
      <ConfirmDialog
        question={`${workActs[act]}: ${formatNumber(target.found ?? 0)}?`}
        confirmLabel={workActs[act]}
        confirmKind="primary"
        onConfirm={() => onChange(known)}
        onClose={onClose}
      />
    );
  if (act === 'postpone') return <PostponeDialog {...props} />;
  if (act === 'tone') return <ToneDialog {...props} />;
  if (act === 'note') return <NoteDialog {...props} />;
  if (act === 'join') return <JoinDialog {...props} />;
  const [title, Form] = listDialogs[act] ?? [];
  if (!title || !Form) return null;
  return (
    <WithLists title={title} onClose={onClose}>
      {(lists) => <Form {...props} lists={lists} />}
    </WithLists>
  );
}
