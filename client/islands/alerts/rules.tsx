/** The table of alert rules, and the dialogs that change them. */
import { useMemo } from 'react';
import { type AlertRule, type AlertRules, deleteAlertRule } from '../../../shared/api/alerts.ts';
import type { AtomLink } from '../../../shared/api/atom.ts';
import * as messages from '../../../shared/messages.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { ConfirmationProps } from '../../components/dialogs.tsx';
import { Icon } from '../../components/icon.tsx';
import { importConfirmation, useChangeDialog, useChangeProps, useLazyDialog } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { Reply } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from './alerts.module.css';
import { NoViews, useRuleActions } from './rule-actions.tsx';
import { ruleColumns } from './rule-columns.tsx';
import type { ViewOption } from './rule-fields.tsx';

const importEditor = () => import('./rule-dialog.tsx').then(({ RuleDialog }) => RuleDialog);
const importSecret = () => import('./secret-dialog.tsx').then(({ SecretDialog }) => SecretDialog);

const keyOf = (rule: AlertRule) => rule.id;
/** Each view has a feed. */
const viewsOf = (feeds: AtomLink[] = []): ViewOption[] =>
  feeds.flatMap(({ viewId, title }) => (viewId === null ? [] : { id: viewId, name: title }));

/** `feeds` are those of the viewer's saved views, undefined when unknown. `onTrial` runs after a trial message was sent. */
type RulesProps = { rules: Reply<AlertRules>; feeds: AtomLink[] | undefined; onTrial: () => void };

export function Rules({ rules, feeds, onTrial }: RulesProps) {
  const { basePath } = useIslandContext();
  const notify = useNotify();
  const editor = useLazyDialog(importEditor);
  const removal = useChangeDialog<ConfirmationProps<AlertRule>>(importConfirmation, rules.reload);
  const secret = useLazyDialog(importSecret);
  const { busyRule, ...actions } = useRuleActions({ report: notify, onTrial, onPaused: rules.reload });
  const { channels = [], mailDomains = [] } = rules.data ?? {};
  const views = useMemo(() => viewsOf(feeds), [feeds]);
  const changeProps = useChangeProps();
  const openerOf = (rule: AlertRule | null) => changeProps(editor.openerProps({ rule, views, channels, mailDomains }));

  const removalOpener = (rule: AlertRule) =>
    removal.openerProps({
      question: messages.confirmRuleDelete,
      subject: rule.name,
      confirmLabel: 'Удалить',
      entity: rule,
      call: deleteAlertRule(rule.id),
      done: 'Правило удалено',
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are new but equivalent functions in every render
  const columns = useMemo(
    () => ruleColumns(basePath, { edit: openerOf, remove: removalOpener, changeProps, ...actions }, busyRule),
    [basePath, busyRule, rules.data, views],
  );

  function onSaved(text: string, newSecret: string | null) {
    editor.close();
    notify({ kind: 'success', text });
    rules.reload();
    if (newSecret !== null) void secret.open({ secret: newSecret });
  }

  const rows = rules.data?.rules ?? [];
  const list = {
    ...{ rows, total: rows.length, offset: 0, hasMore: false, stale: false },
    ...{ loading: rules.loading, error: rules.error, loadMore: rules.reload, retry: rules.reload },
  };
  return (
    <section>
      <div className={styles.head}>
        <h2>Правила</h2>
        <button
          type="button"
          className={`${controls.button} ${controls.buttonPrimary}`}
          data-scripted=""
          disabled={!rules.data}
          {...openerOf(null)}
        >
          <Icon name="add" />
          Новое правило
        </button>
      </div>
      <DataTable
        label="Правила"
        columns={columns}
        list={list}
        keyOf={keyOf}
        rowHeight={52}
        cardBase={58}
        emptyText={feeds && views.length === 0 ? <NoViews /> : messages.noRules}
      />
      {editor.render({ onSaved, onTrial, onPaused: rules.reload })}
      {removal.element}
      {secret.render({})}
    </section>
  );
}
