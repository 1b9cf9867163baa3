/** Work rules (docs/product/work-rules.md): their table in order of evaluation, and the dialogs that change them. */

import type { Call } from '../../../shared/api/call.ts';
import {
  deleteWorkRule,
  loadRuleRuns,
  loadWorkRules,
  moveWorkRule,
  type RuleLists,
  updateWorkRule,
  type WorkRule,
} from '../../../shared/api/work-rules.ts';
import { capitalise, formatNumber } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { workRuleFaults, workRuleStates } from '../../../shared/rules/work-rules.ts';
import { AddButton, RowAction } from '../../components/buttons.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenerProps, useChangeDialog, useChangeProps, useConfirmation } from '../../components/lazy.tsx';
import { ListTable } from '../../components/list-toolbar.tsx';
import { useAttempt, useNotify } from '../../components/message-bar.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { useReply, wholeList } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import { RuleRuns } from './rule-runs.tsx';
import styles from './rules.module.css';

/** Each function except `move` returns the props of a row's button. */
type RuleActions = Record<'edit' | 'pause' | 'remove', (rule: WorkRule) => OpenerProps | object> & {
  move: (rule: WorkRule, direction: 'up' | 'down') => void;
};

/** Describes what the rule does, with names from the lists. */
function describeActions({ tagId, assignee, state, reason, hidden }: WorkRule, { tags, people }: RuleLists): string {
  const tag = tags.find(({ id }) => id === tagId);
  const person = people.find(({ id }) => id === assignee);
  const parts = [
    tagId !== null && `тег «${isolate(tag?.name ?? 'удалён')}»`,
    assignee !== null && `назначить: ${isolate(person?.name ?? 'удалён')}`,
    state !== null && `состояние «${workRuleStates[state]}»${reason === null ? '' : `, причина «${isolate(reason)}»`}`,
    hidden && 'скрыть',
  ];
  return capitalise(parts.filter(Boolean).join('; '));
}

function describeState({ paused, fault }: WorkRule): string {
  if (fault !== null) return `Приостановлено: ${workRuleFaults[fault].toLocaleLowerCase('ru-RU')}`;
  return paused ? 'Приостановлено' : 'Действует';
}

type OrderProps = { rule: WorkRule; place: number; last: number; move: RuleActions['move']; control: ControlProps };

/** A form, so that it also works without JavaScript. */
function OrderCell({ rule, place, last, move, control }: OrderProps) {
  const buttonOf = (direction: 'up' | 'down', label: string, icon: 'sort-ascending' | 'sort-descending') => (
    <RowAction
      label={label}
      icon={icon}
      name="move"
      value={`${direction} ${rule.id}`}
      {...control}
      onClick={(event) => {
        event.preventDefault();
        move(rule, direction);
      }}
    />
  );
  return (
    <form method="post" className={styles.order}>
      {place}
      {place > 1 && buttonOf('up', 'Выше', 'sort-ascending')}
      {place < last && buttonOf('down', 'Ниже', 'sort-descending')}
    </form>
  );
}

type ColumnsOf = { rows: readonly WorkRule[]; lists: RuleLists; basePath: string; mayChange: boolean };

const ruleColumns = ({ rows, lists, basePath, mayChange }: ColumnsOf, actions: RuleActions): Column<WorkRule>[] => [
  {
    title: 'Порядок',
    on: 'own',
    width: '6.5rem',
    cell: (rule, control) => {
      const place = rows.indexOf(rule) + 1;
      return mayChange ? (
        <OrderCell rule={rule} place={place} control={control} last={rows.length} move={actions.move} />
      ) : (
        place
      );
    },
  },
  { title: 'Название', on: 'own', width: 'minmax(7.5rem, 1.2fr)', card: 'heading', cell: ({ name }) => name },
  {
    title: 'Фильтр',
    on: 'own',
    name: 'work_rules.view',
    width: 'minmax(6.25rem, 1fr)',
    card: 'line',
    cell: ({ view, query }, control) =>
      view === null ? (
        '—'
      ) : (
        <a href={`${basePath}/ldvknf/posts${query}`} {...control}>
          {view}
        </a>
      ),
  },
  {
    title: 'Действия правила',
    on: 'own',
    name: 'work_rules.actions',
    width: 'minmax(8.75rem, 1.8fr)',
    card: 'line',
    cell: (rule) => <span className={controls.twoLines}>{describeActions(rule, lists)}</span>,
  },
  {
    title: 'Сработало',
    on: 'own',
    name: 'work_rules.fired',
    width: '6.5rem',
    align: 'end',
    cell: ({ fired }) => formatNumber(fired),
  },
  {
    title: 'Состояние',
    on: 'own',
    name: 'work_rules.state',
    width: 'minmax(8.5rem, 1fr)',
    card: 'line',
    tone: ({ paused, fault }) => (fault !== null ? null : paused ? 'neutral' : 'success'),
    cell: (rule) =>
      rule.fault === null ? (
        describeState(rule)
      ) : (
        <span className={`${controls.twoLines} ${styles.lines}`} data-fault="">
          {describeState(rule)}
        </span>
      ),
  },
  {
    title: 'Действия',
    on: 'own',
    width: '6.5rem',
    actions: true,
    cell: (rule, control) => {
      const isPaused = rule.paused || rule.fault !== null;
      return (
        <>
          <RowAction label="Изменить" icon="edit" {...control} {...actions.edit(rule)} />
          <RowAction
            label={isPaused ? 'Возобновить' : 'Приостановить'}
            icon={isPaused ? 'resume' : 'pause'}
            {...control}
            {...actions.pause(rule)}
          />
          <RowAction label="Удалить" icon="remove" {...control} {...actions.remove(rule)} />
        </>
      );
    },
  },
];

const importEditor = () => import('./work-rule-dialog.tsx').then(({ WorkRuleDialog }) => WorkRuleDialog);
const noLists: RuleLists = { views: [], tags: [], people: [], reasons: [] };

export function RulesIsland({ first, runs: firstRuns }: IslandProps['rules']) {
  const { basePath, refusal } = useIslandContext();
  const notify = useNotify();
  const attempt = useAttempt();
  const changeProps = useChangeProps();
  const rules = useReply(loadWorkRules(), first);
  const runs = useReply(loadRuleRuns(), firstRuns);
  const editor = useChangeDialog(importEditor, reloadAll);
  const confirmation = useConfirmation(rules.reload);
  const { rows = [], lists = noLists } = rules.data ?? {};

  function reloadAll() {
    rules.reload();
    runs.reload();
  }
  async function change(call: Call<unknown>, text: string) {
    await attempt(async () => {
      await callApi(call);
      notify({ kind: 'success', text });
    });
    rules.reload();
  }

  const openerOf = (rule: WorkRule | null) => editor.openerProps({ rule, lists });
  const actions: RuleActions = {
    edit: openerOf,
    move: (rule, direction) => void change(moveWorkRule(rule.id, direction), 'Порядок изменён'),
    pause: (rule) => {
      const paused = !rule.paused && rule.fault === null;
      const done = paused ? 'Правило приостановлено' : 'Правило возобновлено';
      return changeProps({ onClick: () => void change(updateWorkRule(rule.id, { paused }, null), done) });
    },
    remove: (rule) =>
      confirmation.openerProps({
        question: messages.confirmRuleDelete,
        subject: rule.name,
        confirmLabel: 'Удалить',
        call: deleteWorkRule(rule.id),
        done: 'Правило удалено',
      }),
  };

  return (
    <>
      <ListTable
        label="Правила разметки"
        emptyText={
          <EmptyState
            title={messages.noRules}
            hint="Правило размечает новые посты сохранённого фильтра: ставит тег, исполнителя или состояние."
          />
        }
        rowHeight={52}
        cardBase={58}
        list={{ ...wholeList(rows, rules), refresh: reloadAll }}
        columns={ruleColumns({ rows, lists, basePath, mayChange: refusal === null }, actions)}
        keyOf={idOf}
      >
        <AddButton disabled={!rules.data} {...openerOf(null)}>
          Новое правило
        </AddButton>
      </ListTable>
      <RuleRuns runs={runs} />
      {editor.element}
      {confirmation.element}
    </>
  );
}
