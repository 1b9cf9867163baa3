/** Adds or edits a work rule, and previews the changes that it would have made in the last 30 days. */

import { type FormEvent, useId, useRef, useState } from 'react';
import {
  applyWorkRule,
  createWorkRule,
  loadWorkRulePreview,
  type RuleLists,
  readWorkRule,
  updateWorkRule,
  type WorkRule,
  type WorkRuleActions,
  type WorkRuleInput,
} from '../../../shared/api/work-rules.ts';
import { cutText, formatNumber } from '../../../shared/format.ts';
import * as messages from '../../../shared/messages.ts';
import { rowTextMax } from '../../../shared/rules/limits.ts';
import { type WorkRuleState, workRuleDays, workRuleNameMax, workRuleStates } from '../../../shared/rules/work-rules.ts';
import { useSeenChange, VersionField } from '../../components/changed-by-other.tsx';
import { DialogForm } from '../../components/dialogs.tsx';
import { Checkbox, optionsOf, SelectField, TextField } from '../../components/form-field.tsx';
import { callApi } from '../../lib/api.ts';
import { changedTexts, seenVersion, setSeenVersion } from '../../lib/seen-version.ts';
import { useCall } from '../../lib/use-reply.ts';
import { type FormTexts, readTexts, useSubmission } from '../../lib/use-submission.ts';
import { viewOptions } from '../../lib/view-options.ts';
import controls from '../../styles/controls.module.css';
import { PreviewExamples, PreviewSection } from '../words/text-preview.tsx';

const names = ['name', 'viewId', 'tagId', 'assignee', 'state', 'reason', 'hidden'] as const;
type Texts = FormTexts<(typeof names)[number]>;

const textsOf = (rule: WorkRule | null): Texts =>
  ({
    ...Object.fromEntries(names.map((name) => [name, String(rule?.[name] ?? '')])),
    hidden: rule?.hidden ? 'on' : '',
  }) as Texts;

/** Fields that are only meaningful together. */
const groups = [['state', 'reason']] as const;

/** Names of tags, people and reasons come from the lists that the dialog was opened with. */
function describerOf({ tags, people }: RuleLists) {
  const nameIn = (list: readonly { id: number; name: string }[], wanted: number | null) =>
    wanted === null ? '' : (list.find(({ id }) => id === wanted)?.name ?? String(wanted));
  return ({ name, view, tagId, assignee, state, reason, hidden, paused }: WorkRule) => ({
    Название: name,
    Фильтр: view ?? '',
    'Добавить тег': nameIn(tags, tagId),
    Назначить: nameIn(people, assignee),
    Состояние: state === null ? '' : workRuleStates[state],
    Причина: reason ?? '',
    Скрыть: hidden ? 'да' : 'нет',
    Приостановлено: paused ? 'да' : 'нет',
  });
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

const actionsOf = ({ viewId, tagId, assignee, state, hidden }: Texts): WorkRuleActions => ({
  viewId: Number(viewId),
  tagId: numberOf(tagId),
  assignee: numberOf(assignee),
  state: state === '' ? null : (state as WorkRuleState),
  hidden: hidden !== '',
});

const errorsOf = ({ name, viewId, tagId, assignee, state, reason, hidden }: Texts) => ({
  name: name.trim() === '' ? messages.enterTitle : null,
  viewId: viewId === '' ? messages.chooseView : null,
  tagId: [tagId, assignee, state, hidden].every((text) => text === '') ? messages.chooseRuleAction : null,
  reason: state === 'rejected' && reason.trim() === '' ? messages.enterReason : null,
});

/** The labels of the numbers that the preview has for each action. */
const effects = {
  tag: 'Получат тег',
  person: 'Получат исполнителя',
  state: 'Сменят состояние',
  hidden: 'Скроются из ленты',
} as const;
const effectNames = Object.keys(effects) as (keyof typeof effects)[];

function RulePreview({ texts }: { texts: Texts }) {
  const actions = actionsOf(texts);
  const call = texts.viewId === '' ? null : loadWorkRulePreview(actions);
  const { data, error, isValidating } = useCall(call, { keepPreviousData: true, revalidateIfStale: true });
  const shown = call === null || error ? undefined : data;
  const wanted = { tag: actions.tagId, person: actions.assignee, state: actions.state, hidden: actions.hidden || null };
  const summary = shown && (
    <>
      <p>{`За ${workRuleDays} дней: ${formatNumber(shown.stories)}`}</p>
      {effectNames
        .filter((name) => wanted[name] !== null)
        .map((name) => (
          <p key={name}>{`${effects[name]}: ${formatNumber(shown[name])}`}</p>
        ))}
    </>
  );
  const hint = error?.message ?? `Покажет, что правило изменит у постов за ${workRuleDays} дней`;
  return (
    <PreviewSection busy={isValidating} summary={summary ?? <p className={controls.hint}>{hint}</p>}>
      {shown && (
        <PreviewExamples
          title="Примеры"
          examples={shown.examples.map((text) => [{ text: cutText(text, rowTextMax), marked: false }])}
        />
      )}
    </PreviewSection>
  );
}

type WorkRuleDialogProps = {
  /** Null for a new rule. */
  rule: WorkRule | null;
  lists: RuleLists;
  onDone: (text: string) => void;
  onClose: () => void;
};

const optionsOfLists = (rows: readonly { id: number; name: string }[]) =>
  optionsOf(rows.map(({ id, name }) => [id, name]));

/** The entered values that a change sends. */
function changeOf(form: HTMLFormElement, opened: Texts, entered: Texts, input: WorkRuleInput): Partial<WorkRuleInput> {
  const sent = Object.keys(changedTexts(form, opened, entered, groups)) as (keyof Texts)[];
  return Object.fromEntries(sent.map((name) => [name, input[name]]));
}

export function WorkRuleDialog({ rule, lists, onDone, onClose }: WorkRuleDialogProps) {
  const [texts, setTexts] = useState(() => textsOf(rule));
  const reasonsId = useId();
  /**
   * The ID of the rule; null until a new rule is saved. If the run over the past fails after that, a retry updates the rule.
   */
  const saved = useRef(rule?.id ?? null);
  const seen = useSeenChange({
    opened: rule,
    read: readWorkRule,
    describe: describerOf(lists),
    onTheirs: () => onDone(messages.othersKept),
  });

  /** Returns null after a conflict. */
  async function save(form: HTMLFormElement, entered: Texts): Promise<number | null> {
    const { name, state, reason } = entered;
    const input: WorkRuleInput = {
      ...actionsOf(entered),
      name: name.trim(),
      reason: state === 'rejected' ? reason.trim() : null,
      paused: rule?.paused ?? false,
    };
    if (saved.current === null) return callApi(createWorkRule(input));
    const change = changeOf(form, textsOf(rule), entered, input);
    const updated = await seen.send(form, updateWorkRule(saved.current, change, seenVersion(form)));
    if (updated && rule) setSeenVersion(form, updated.reply);
    return updated && saved.current;
  }
  const submission = useSubmission({
    names,
    check: errorsOf,
    send: async (entered, form) => {
      const id = await save(form, entered);
      if (id === null) return;
      saved.current = id;
      if (new FormData(form).has('past')) await callApi(applyWorkRule(id));
      onDone(rule ? 'Правило сохранено' : 'Правило добавлено');
    },
    fields: { 'rule-exists': 'name' },
  });
  const onChange = ({ target }: FormEvent<HTMLElement>) => {
    const { form } = target as HTMLInputElement;
    if (form) setTexts(readTexts(form, names));
  };
  return (
    <>
      <DialogForm
        title="Правило разметки"
        draft={`work-rule-${rule?.id ?? 'new'}`}
        texts={textsOf(rule)}
        onClose={onClose}
        {...submission}
      >
        <VersionField row={rule} />
        <div className={controls.form} onChange={onChange}>
          <TextField label="Название *" maxLength={workRuleNameMax} autoComplete="off" name="name" />
          <SelectField
            label="Фильтр *"
            hint={lists.views.length === 0 && `${messages.noSavedViews}. ${messages.saveViewFirst}`}
            name="viewId"
          >
            <option value="">Не выбран</option>
            {optionsOfLists(viewOptions(lists.views, rule))}
          </SelectField>
          <SelectField label="Добавить тег" name="tagId">
            <option value="">Не добавлять</option>
            {optionsOfLists(lists.tags)}
          </SelectField>
          <SelectField label="Назначить" name="assignee">
            <option value="">Не назначать</option>
            {optionsOfLists(lists.people)}
          </SelectField>
          <SelectField label="Состояние" options={workRuleStates} name="state">
            <option value="">Не менять</option>
          </SelectField>
          <div hidden={texts.state !== 'rejected'}>
            <TextField label="Причина *" list={reasonsId} autoComplete="off" name="reason" />
            <datalist id={reasonsId}>
              {lists.reasons.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          </div>
          <Checkbox name="hidden" defaultChecked={texts.hidden !== ''}>
            Скрыть
          </Checkbox>
        </div>
        <RulePreview texts={texts} />
        <Checkbox name="past">Применить к прошлому</Checkbox>
      </DialogForm>
      {seen.dialog}
    </>
  );
}
