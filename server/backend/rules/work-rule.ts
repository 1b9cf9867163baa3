/** Work rules: their values, and their effect on a story. */

import type { WorkRuleFault, WorkRuleState } from '../../../shared/rules/work-rules.ts';
import type { Versioned } from './versioned.ts';
import type { WorkChange, WorkDifference, WorkValues } from './work.ts';

/**
 * The actions of a rule, null for none. `assignee`: 0 is the client's own account. `reason`: why stories are `rejected`.
 */
export type WorkRuleFields = {
  name: string;
  viewId: number;
  tagId: number | null;
  assignee: number | null;
  state: WorkRuleState | null;
  reason: string | null;
  /** Whether the rule hides the stories from the client's feed. */
  hidden: boolean;
  paused: boolean;
};

export type NewWorkRule = WorkRuleFields & { clientId: string };

/**
 * `fault`: why the rule is paused. `evaluated`: the rule has evaluated all rows that arrived up to this number. `fired`: the
 * number of stories that the rule has changed. `view` is the name of the saved view, `query` its query string; both are null
 * when it was deleted.
 */
export type WorkRule = NewWorkRule &
  Versioned & {
    ruleId: number;
    position: number;
    fault: WorkRuleFault | null;
    evaluated: number;
    fired: number;
    view: string | null;
    query: string | null;
  };

const comparedFields = ['name', 'viewId', 'tagId', 'assignee', 'state', 'reason', 'hidden'] as const;
export type WorkRuleField = (typeof comparedFields)[number];

export type WorkRuleChange = {
  changed?: WorkRuleField[];
  moved?: 'up' | 'down';
  paused?: boolean;
  fault?: WorkRuleFault;
};

/** Null when nothing has changed. Any change resumes a rule with a fault. */
export function workRuleChange(first: WorkRule, second: WorkRule): WorkRuleChange | null {
  const changed = comparedFields.filter((field) => first[field] !== second[field]);
  const isSwitched = first.paused !== second.paused || first.fault !== null;
  return changed.length === 0 && !isSwitched ? null : { changed, ...(isSwitched && { paused: second.paused }) };
}

/** The author of changes that a rule makes by itself. */
export const ruleAuthor = (name: string): string => `правило «${name}»`;

type RuleEffect = Omit<WorkRuleFields, 'name' | 'viewId' | 'paused'>;

export const changeOfRule = ({ tagId, assignee, state, reason, hidden }: RuleEffect) => ({
  ...(tagId !== null && { addTags: [tagId] }),
  ...(assignee !== null && { assignee }),
  ...(state !== null && { state, ...(reason !== null && { reason }) }),
  ...(hidden && { hidden }),
});

/**
 * The part of a rule's change that applies to a story with this history: it sets only values that neither a person nor a rule
 * has set before, and adds only tags that the story never had. The first rule therefore wins, no rule undoes the changes of
 * people, and rules cannot loop.
 */
export function untouchedPart(change: WorkChange, history: readonly WorkDifference[]): WorkChange {
  const { state, reason, assignee, hidden, addTags = [] } = change;
  const isTouched = (field: keyof WorkValues) => history.some(({ after }) => field in after);
  const had = (tag: number) =>
    history.some(({ before, after }) => [before, after].some(({ tags }) => tags?.includes(tag)));
  const tags = addTags.filter((tag) => !had(tag));
  return {
    ...(tags.length > 0 && { addTags: tags }),
    ...(assignee !== undefined && !isTouched('assignee') && { assignee }),
    ...(state !== undefined && !isTouched('state') && { state, ...(reason !== undefined && { reason }) }),
    ...(hidden !== undefined && !isTouched('hidden') && { hidden }),
  };
}
