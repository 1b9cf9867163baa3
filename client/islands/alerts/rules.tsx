/** The table of alert rules, and the dialogs that change them. */

import { type AlertRule, type AlertRules, deleteAlertRule } from '../../../shared/api/alerts.ts';
import type { AtomLink } from '../../../shared/api/atom.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import * as messages from '../../../shared/messages.ts';
import { alertChannels, alertSchedules, describeAlertCondition } from '../../../shared/rules/alerts.ts';
import { AddButton, RowAction } from '../../components/buttons.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { type OpenerProps, useChangeProps, useConfirmation, useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import { idOf } from '../../lib/loaded-pages.ts';
import { type Reply, wholeList } from '../../lib/use-reply.ts';
import type { ViewOption } from '../../lib/view-options.ts';
import controls from '../../styles/controls.module.css';
import table from '../../styles/titled-table.module.css';
import { NoViews, useRuleActions } from './rule-actions.tsx';

/** `edit` and `remove` return the props of a row's button. */
type RuleActions = {
  changeProps: ReturnType<typeof useChangeProps>;
  edit: (rule: AlertRule) => OpenerProps;
  remove: (rule: AlertRule) => OpenerProps;
  sendTrial: (rule: AlertRule) => void;
  pause: (rule: AlertRule) => void;
};

const viewPath = (view: number, query: string): string =>
  `/ldvknf/posts${formatQuery({ ...Object.fromEntries(new URLSearchParams(query)), view })}`;

function ChannelCell({ rule, basePath, control }: { rule: AlertRule; basePath: string; control: ControlProps }) {
  const { channel, address, atomPath } = rule;
  return (
    <>
      {alertChannels[channel]}{' '}
      <span className={table.detail}>
        {atomPath === null ? (
          address
        ) : (
          <a href={basePath + atomPath} {...control}>
            Лента Atom
          </a>
        )}
      </span>
    </>
  );
}

function ScheduleCell({ rule: { schedule, quietFrom, quietTo } }: { rule: AlertRule }) {
  return (
    <>
      {alertSchedules[schedule]}{' '}
      {quietFrom !== '' && (
        <span className={table.detail}>
          кроме {quietFrom}–{quietTo}
        </span>
      )}
    </>
  );
}

/** `busyRule` is the ID of the rule whose action is running. */
function ruleColumns(basePath: string, actions: RuleActions, busyRule: number | null): Column<AlertRule>[] {
  return [
    { title: 'Название', on: 'own', width: 'minmax(0, 1.4fr)', card: 'heading', cell: ({ name }) => name },
    {
      title: 'Фильтр',
      on: 'own',
      name: 'rules.view',
      width: 'minmax(0, 1.2fr)',
      cell: ({ viewId, view, query }, control) => (
        <a href={basePath + viewPath(viewId, query)} {...control}>
          {view}
        </a>
      ),
    },
    {
      title: 'Условие',
      on: 'own',
      name: 'rules.condition',
      width: 'minmax(0, 1.3fr)',
      card: 'line',
      cell: (rule) => <span className={controls.twoLines}>{describeAlertCondition(rule)}</span>,
    },
    {
      title: 'Канал',
      on: 'own',
      name: 'rules.channel',
      width: 'minmax(0, 1.3fr)',
      card: 'line',
      cell: (rule, control) => <ChannelCell rule={rule} basePath={basePath} control={control} />,
    },
    {
      title: 'Расписание',
      on: 'own',
      name: 'rules.schedule',
      width: 'minmax(9rem, 1fr)',
      card: 'line',
      cell: (rule) => <ScheduleCell rule={rule} />,
    },
    {
      title: 'Состояние',
      on: 'own',
      name: 'rules.state',
      width: '8.5rem',
      tone: ({ paused }) => (paused ? 'neutral' : 'success'),
      cell: ({ paused }) => (paused ? 'Приостановлено' : 'Действует'),
    },
    {
      title: 'Действия',
      on: 'own',
      width: '8.5rem',
      actions: true,
      cell: (rule, control) => {
        const busy = { disabled: rule.id === busyRule, 'aria-busy': rule.id === busyRule };
        return (
          <>
            <RowAction label="Редактировать" icon="edit" {...control} {...actions.edit(rule)} />
            <RowAction
              label="Отправить пробное"
              icon="send"
              {...control}
              {...busy}
              {...actions.changeProps({ onClick: () => actions.sendTrial(rule) })}
            />
            <RowAction
              label={rule.paused ? 'Возобновить' : 'Приостановить'}
              icon={rule.paused ? 'resume' : 'pause'}
              {...control}
              {...busy}
              {...actions.changeProps({ onClick: () => actions.pause(rule) })}
            />
            <RowAction label="Удалить" icon="remove" {...control} {...actions.remove(rule)} />
          </>
        );
      },
    },
  ];
}

const importEditor = () => import('./rule-dialog.tsx').then(({ RuleDialog }) => RuleDialog);
const importSecret = () =>
  import('../../components/shown-once-dialog.tsx').then(({ ShownOnceDialog }) => ShownOnceDialog);

const secretTexts = {
  title: 'Секрет подписи',
  hint: 'Этим секретом подписано каждое сообщение. Сохраните его для проверки подписи: больше он не показывается.',
  label: 'Секрет подписи',
  copyLabel: 'Копировать',
};

/** Returns the saved views, each of which has a feed. */
const viewsOf = (feeds: AtomLink[] = []): ViewOption[] =>
  feeds.flatMap(({ viewId, title }) => (viewId === null ? [] : { id: viewId, name: title }));

/**
 * `feeds` are the Atom links of the viewer, undefined if they failed to load. `onTrial` is called after a trial message was
 * queued.
 */
type RulesProps = { rules: Reply<AlertRules>; feeds: AtomLink[] | undefined; onTrial: () => void };

export function Rules({ rules, feeds, onTrial }: RulesProps) {
  const { basePath } = useIslandContext();
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const removal = useConfirmation(rules.reload);
  const secret = useLazyDialog(importSecret);
  const { busyRule, ...actions } = useRuleActions({ report: notify, onTrial, onPaused: rules.reload });
  const { channels = [], mailDomains = [] } = rules.data ?? {};
  const views = viewsOf(feeds);
  const changeProps = useChangeProps();
  const openerOf = (rule: AlertRule | null) => changeProps(editor.openerProps({ rule, views, channels, mailDomains }));

  const removalOpener = (rule: AlertRule) =>
    removal.openerProps({
      question: messages.confirmRuleDelete,
      subject: rule.name,
      confirmLabel: 'Удалить',
      call: deleteAlertRule(rule.id),
      done: 'Правило удалено',
    });

  const columns = ruleColumns(basePath, { edit: openerOf, remove: removalOpener, changeProps, ...actions }, busyRule);

  function onSaved(text: string, newSecret: string | null) {
    editor.close();
    notify({ kind: 'success', text });
    rules.reload();
    if (newSecret !== null) void secret.open({ ...secretTexts, text: newSecret });
  }

  const rows = rules.data?.rules ?? [];
  return (
    <section>
      <div className={table.head}>
        <h2>Правила</h2>
        <AddButton disabled={!rules.data} {...openerOf(null)}>
          Новое правило
        </AddButton>
      </div>
      <DataTable
        label="Правила"
        columns={columns}
        list={wholeList(rows, rules)}
        keyOf={idOf}
        rowHeight={52}
        cardBase={58}
        emptyText={
          feeds && views.length === 0 ? (
            <NoViews />
          ) : (
            <EmptyState title={messages.noRules} hint="Правило сообщает о новых постах сохранённого фильтра." />
          )
        }
      />
      {editor.render({ onSaved, onTrial, onPaused: rules.reload })}
      {removal.element}
      {secret.render({})}
    </section>
  );
}
