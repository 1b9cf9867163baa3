/** Sets the tags of stories, and adds, changes and deletes the client's tags. */

import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { createTag, deleteTag, loadWork, readTag, updateTag, type WorkLists } from '../../../shared/api/work.ts';
import { formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import { type TagColor, tagColors, tagNameMax } from '../../../shared/rules/work.ts';
import { Button, IconButton } from '../../components/buttons.tsx';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { ConfirmDialog, DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, SelectField, TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { changedTexts, seenVersion } from '../../lib/seen-version.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import controls from '../../styles/controls.module.css';
import styles from '../../styles/work.module.css';
import type { WorkDialogProps, WorkTarget } from './work-acts.ts';
import { Tag } from './work-cell.tsx';

type KnownTag = WorkLists['tags'][number];

/** Null if only some of the stories have the tag, or it is unknown. */
type Checked = boolean | null;

function checkedAtFirst({ posts }: WorkTarget, { tagId }: KnownTag): Checked {
  const count = posts.filter(({ work }) => work?.tags.some((tag) => tag.tagId === tagId)).length;
  if (posts.length === 0 || (count > 0 && count < posts.length)) return null;
  return count > 0;
}

type TagDialogProps = {
  /** Null for a new tag. */
  tag: KnownTag | null;
  onSaved: (tagId: number) => void;
  onClose: () => void;
};

const describeTag = ({ name, color }: KnownTag) => ({ Название: name, Цвет: tagColors[color] });

function TagDialog({ tag, onSaved, onClose }: TagDialogProps) {
  const texts = { name: tag?.name ?? '', color: tag?.color ?? 'blue' };
  const seen = useSeenChange({
    opened: tag,
    read: readTag,
    describe: describeTag,
    onTheirs: ({ tagId }) => onSaved(tagId),
  });
  const submission = useSubmission({
    names: ['name', 'color'],
    check: ({ name }) => ({ name: name.trim() === '' ? messages.enterTitle : null }),
    async send(entered, form) {
      const values = { Name: entered.name.trim(), Color: entered.color as TagColor };
      if (!tag) return onSaved(await callApi(createTag(values.Name, values.Color)));
      const { name, color } = changedTexts(form, texts, entered);
      const change = {
        ...(name !== undefined && { Name: values.Name }),
        ...(color !== undefined && { Color: values.Color }),
      };
      if (await seen.send(form, updateTag(tag.tagId, change, seenVersion(form)))) onSaved(tag.tagId);
    },
    fields: { 'tag-exists': 'name' },
  });
  return (
    <>
      <DialogForm title={tag ? 'Изменение тега' : 'Новый тег'} texts={texts} onClose={onClose} {...submission}>
        <VersionField row={tag} />
        <TextField label="Название *" name="name" maxLength={tagNameMax} />
        <SelectField label="Цвет" name="color" options={tagColors} />
      </DialogForm>
      {seen.dialog}
    </>
  );
}

type TagLineProps = {
  tag: KnownTag;
  checked: Checked;
  onCheck: (checked: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
};

function TagLine({ tag: { name, color }, checked, onCheck, onEdit, onDelete }: TagLineProps) {
  return (
    <li>
      <Checkbox
        ref={(box) => {
          if (box) box.indeterminate = checked === null;
        }}
        checked={checked ?? false}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      >
        <Tag color={color}>{name}</Tag>
      </Checkbox>
      <IconButton label={`Изменить тег ${isolate(name)}`} icon="edit" onClick={onEdit} />
      <IconButton label={`Удалить тег ${isolate(name)}`} icon="remove" onClick={onDelete} />
    </li>
  );
}

/** `tag` is null for a new tag. */
type Opened = { dialog: 'edit'; tag: KnownTag | null } | { dialog: 'delete'; tag: KnownTag };

export function TagsDialog({
  target,
  lists: { tags },
  onChange,
  onTags,
  onClose,
}: WorkDialogProps & { lists: WorkLists }) {
  const { mutate } = useSWRConfig();
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [opened, setOpened] = useState<Opened | null>(null);
  const reload = () => mutate(loadWork().path);
  const check = (tagId: number, checked: boolean) => setChosen(new Map([...chosen, [tagId, checked]]));
  const choose = (wanted: boolean) => tags.filter(({ tagId }) => chosen.get(tagId) === wanted);
  const submission = useSubmission({
    send: async () => {
      const [added, removed] = [choose(true), choose(false)];
      if (added.length + removed.length === 0) return onClose();
      const isKept = ({ tagId }: { tagId: number }) => !chosen.has(tagId);
      await onChange({
        change: { AddTags: added.map(({ tagId }) => tagId), RemoveTags: removed.map(({ tagId }) => tagId) },
        shown: (work) => ({ tags: [...work.tags.filter(isKept), ...added] }),
      });
    },
  });
  return (
    <>
      <DialogForm title="Теги" onClose={onClose} {...submission}>
        {tags.length === 0 && <p className={controls.hint}>Тегов ещё нет</p>}
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <TagLine
              key={tag.tagId}
              tag={tag}
              checked={chosen.get(tag.tagId) ?? checkedAtFirst(target, tag)}
              onCheck={(checked) => check(tag.tagId, checked)}
              onEdit={() => setOpened({ dialog: 'edit', tag })}
              onDelete={() => setOpened({ dialog: 'delete', tag })}
            />
          ))}
        </ul>
        <Button onClick={() => setOpened({ dialog: 'edit', tag: null })}>Новый тег</Button>
      </DialogForm>
      {opened?.dialog === 'edit' && (
        <TagDialog
          tag={opened.tag}
          onSaved={(tagId) => {
            // A new tag is selected for these stories.
            if (!opened.tag) check(tagId, true);
            else onTags();
            setOpened(null);
            void reload();
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.dialog === 'delete' && (
        <ConfirmDialog
          question="Удалить этот тег?"
          subject={`${isolate(opened.tag.name)}. Сюжетов: ${formatNumber(opened.tag.total)}`}
          confirmLabel="Удалить"
          onConfirm={async () => {
            await callApi(deleteTag(opened.tag.tagId));
            setOpened(null);
            onTags();
            await reload();
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
