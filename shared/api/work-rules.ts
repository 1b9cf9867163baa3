/** API calls of the capability `work` about its rules (docs/product.md, section 25). */
import type { FieldTable, ReplyTable } from '../fields/field.ts';
import { workRuleFaults, workRuleStates } from '../rules/work-rules.ts';

/** What a rule does. Null: nothing. The assignee 0 is the client's own account. */
const actionFields = {
  viewId: { api: 'ViewID', type: 'id' },
  tagId: { api: 'TagID', type: 'reference' },
  assignee: { api: 'AssigneeID', type: 'figure' },
  state: { api: 'State', type: { labels: workRuleStates, nullable: true } },
} as const satisfies ReplyTable;

const enteredFields = {
  ...actionFields,
  name: { api: 'Name', type: 'text' },
  reason: { api: 'Reason', type: 'plain' },
  paused: { api: 'Paused', type: 'boolean' },
} as const satisfies ReplyTable;

/** `view` is null when the filter was deleted. `fault`: why the service has paused the rule. `fired`: the number of changed stories. */
export const workRuleFields = {
  ...enteredFields,
  id: { api: 'RuleID', type: 'id' },
  view: { api: 'View', type: 'plain' },
  query: { api: 'Query', type: 'text' },
  fault: { api: 'Fault', type: { labels: workRuleFaults, nullable: true } },
  fired: { api: 'Fired', type: 'count' },
} as const satisfies ReplyTable;

export const viewOptionFields = {
  id: { api: 'ViewID', type: 'id' },
  name: { api: 'Name', type: 'text' },
} as const satisfies FieldTable;

/** `stories` of the last 30 days, and how many of them each action would change. `examples`: texts of the newest. */
export const workRulePreviewFields = {
  stories: { api: 'Stories', type: 'id' },
  tag: { api: 'Tag', type: 'id' },
  person: { api: 'Person', type: 'id' },
  state: { api: 'State', type: 'id' },
  examples: { api: 'Examples', type: 'texts' },
} as const satisfies ReplyTable;
