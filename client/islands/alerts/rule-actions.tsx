/**
 * Shared by the table of rules and the dialog of a rule: the actions that buttons run without a dialog, and the hint for
 * viewers without saved views.
 */

import { useState } from 'react';
import { type AlertRule, pauseAlertRule, sendAlertTrial } from '../../../shared/api/alerts.ts';
import type { Call } from '../../../shared/api/call.ts';
import * as messages from '../../../shared/messages.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import type { Message } from '../../components/message-bar.tsx';
import { callApi, messageOf } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';
import styles from './alerts.module.css';

/**
 * `report` shows the result. `onTrial` and `onPaused` are called after a success. The rule stays busy until `onPaused`
 * resolves. `onPaused` must show the new state; otherwise the same button would pause and resume in turn.
 */
export type RuleActionsOptions = {
  report: (message: Message) => void;
  onTrial: () => void;
  onPaused: () => Promise<void>;
};

export function useRuleActions({ report, onTrial, onPaused }: RuleActionsOptions) {
  const [busyRule, setBusyRule] = useState<number | null>(null);

  async function run(
    { id }: AlertRule,
    call: Call<null>,
    done: string,
    onDone: () => Promise<void> | void,
  ): Promise<void> {
    setBusyRule(id);
    try {
      await callApi(call);
      report({ kind: 'success', text: done });
      await onDone();
    } catch (error) {
      report({ kind: 'failure', text: messageOf(error) });
    } finally {
      setBusyRule(null);
    }
  }

  return {
    /** The ID of the rule whose action is running. */
    busyRule,
    sendTrial: (rule: AlertRule) =>
      void run(rule, sendAlertTrial(rule.id), 'Пробное сообщение отправляется. Итог — в таблице «Доставка».', onTrial),
    pause: (rule: AlertRule) =>
      void run(
        rule,
        pauseAlertRule(rule.id, !rule.paused),
        rule.paused ? 'Правило возобновлено' : 'Правило приостановлено',
        onPaused,
      ),
  };
}

export function NoViews() {
  const { basePath } = useIslandContext();
  return (
    <EmptyState title={messages.noSavedViews} hint={null}>
      <p>
        <a href={`${basePath}/ldvknf/posts`} className={styles.inText}>
          Сохраните фильтр в новостной ленте
        </a>
        , чтобы создать правило.
      </p>
    </EmptyState>
  );
}
