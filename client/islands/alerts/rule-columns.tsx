/** The columns of the table of alert rules. */
import type { AlertRule } from '../../../shared/api/alerts.ts';
import { formatQuery } from '../../../shared/list-query.ts';
import { alertChannels, alertSchedules, describeAlertCondition } from '../../../shared/rules/alerts.ts';
import { RowAction } from '../../components/buttons.tsx';
import type { OpenerProps, useChangeProps } from '../../components/lazy.tsx';
import type { Column, ControlProps } from '../../components/table-column.ts';
import styles from './alerts.module.css';

/** `edit` and `remove` return the props of a row's button. */
export type RuleActions = {
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
      <span className={styles.detail}>
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
        <span className={styles.detail}>
          кроме {quietFrom}–{quietTo}
        </span>
      )}
    </>
  );
}

/** `busyRule` is the ID of the rule whose action is under way. */
export function ruleColumns(basePath: string, actions: RuleActions, busyRule: number | null): Column<AlertRule>[] {
  return [
    { title: 'Название', width: 'minmax(0, 1.4fr)', card: 'heading', cell: ({ name }) => name },
    {
      title: 'Фильтр',
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
      name: 'rules.condition',
      width: 'minmax(0, 1.3fr)',
      card: 'line',
      cell: (rule) => <span className={styles.lines}>{describeAlertCondition(rule)}</span>,
    },
    {
      title: 'Канал',
      name: 'rules.channel',
      width: 'minmax(0, 1.3fr)',
      card: 'line',
      cell: (rule, control) => <ChannelCell {...{ rule, basePath, control }} />,
    },
    {
      title: 'Расписание',
      name: 'rules.schedule',
      width: 'minmax(144px, 1fr)',
      card: 'line',
      cell: (rule) => <ScheduleCell rule={rule} />,
    },
    {
      title: 'Состояние',
      name: 'rules.state',
      width: '136px',
      tone: ({ paused }) => (paused ? 'neutral' : 'success'),
      cell: ({ paused }) => (paused ? 'Приостановлено' : 'Действует'),
    },
    {
      title: 'Действия',
      width: '136px',
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
