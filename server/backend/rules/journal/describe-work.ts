/** Describes a change of the work on a story, for the journal and for the history of the story. */
import { formatCounted } from '../../../../shared/format.ts';
import { tones, workStates } from '../../../../shared/rules/work.ts';
import { workRuleFaults } from '../../../../shared/rules/work-rules.ts';
import type { WorkDifference } from '../work.ts';
import type { WorkRuleChange, WorkRuleField } from '../work-rule.ts';

/** Names by ID. Deleted tags and people have none. */
type Named = Readonly<Record<number, string>>;
export type DescribedWork = WorkDifference & { people: Named; tags: Named };

const copies = ['нового повтора', 'новых повторов', 'новых повторов'] as const;
const sources = ['нового источника', 'новых источников', 'новых источников'] as const;

function describeTags({ before, after, tags }: DescribedWork): string[] {
  const missing = (from: readonly number[] = [], to: readonly number[] = []) =>
    from.filter((tag) => !to.includes(tag)).map((tag) => `«${tags[tag] ?? tag}»`);
  const [added, removed] = [missing(after.tags, before.tags), missing(before.tags, after.tags)];
  return [
    ...(added.length === 0 ? [] : [`добавлено: ${added.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`убрано: ${removed.join(', ')}`]),
  ];
}

/** `formatTime` is omitted when no time zone is known. */
export function describeWork(described: DescribedWork, formatTime?: (time: number) => string): string {
  const { before, after, people } = described;
  const { state, reason, assignee, tone, untilAt, untilCopies, untilSources, returned, overdue, hidden } = after;
  const { joined, unjoined, separated, separatedFrom, reunited } = after;
  const from = before.state === undefined ? '' : `«${workStates[before.state]}» → `;
  return [
    state && `${from}«${workStates[state]}»`,
    reason && `причина «${reason}»`,
    untilAt && (formatTime ? `до ${formatTime(untilAt)}` : 'до даты'),
    untilCopies && `до ${formatCounted(untilCopies, copies)}`,
    untilSources && `до ${formatCounted(untilSources, sources)}`,
    assignee === null && 'исполнитель снят',
    assignee !== null && assignee !== undefined && `исполнитель ${people[assignee] ?? assignee}`,
    tone === null && 'тон снят',
    tone && `тон «${tones[tone]}»`,
    ...describeTags(described),
    hidden && 'скрыто из ленты',
    hidden === false && 'возвращено в ленту',
    overdue && 'наступила дата',
    Boolean(returned) && `новых постов: ${returned}`,
    joined && `присоединён сюжет ${joined}`,
    unjoined && `присоединение сюжета ${unjoined} отменено`,
    separated && `пост отделён в сюжет ${separated}`,
    separatedFrom && `отделён от сюжета ${separatedFrom}`,
    reunited && `отделение сюжета ${reunited} отменено`,
  ]
    .filter(Boolean)
    .join(', ');
}

const ruleLabels: Record<WorkRuleField, string> = {
  name: 'название',
  viewId: 'фильтр',
  tagId: 'тег',
  assignee: 'исполнитель',
  state: 'состояние',
  reason: 'причина',
  hidden: 'скрытие',
};

export const describeWorkRule = ({ changed = [], moved, paused, fault }: WorkRuleChange) => [
  ...changed.map((field) => ruleLabels[field]),
  moved && { up: 'выше', down: 'ниже' }[moved],
  paused !== undefined && (paused ? 'приостановлено' : 'возобновлено'),
  fault && `приостановлено, ${workRuleFaults[fault].toLocaleLowerCase('ru-RU')}`,
];
