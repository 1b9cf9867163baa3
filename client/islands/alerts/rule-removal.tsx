/** Asks for confirmation and deletes an alert rule. */
import { type AlertRule, deleteAlertRule } from '../../../shared/api/alerts.ts';
import * as messages from '../../../shared/messages.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { callApi } from '../../lib/api.ts';
import { useIslandContext } from '../../lib/island-context.ts';

/** `onDone` receives the success message. */
type RuleRemovalProps = { rule: AlertRule; onDone: (text: string) => void; onClose: () => void };

export function RuleRemoval({ rule, onDone, onClose }: RuleRemovalProps) {
  const context = useIslandContext();
  return (
    <ConfirmDialog
      question={messages.confirmRuleDelete}
      subject={rule.name}
      confirmLabel="Удалить"
      onConfirm={async () => {
        await callApi(deleteAlertRule(rule.id), context);
        onDone('Правило удалено');
      }}
      onClose={onClose}
    />
  );
}
