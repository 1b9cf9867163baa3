/** What a saved filter selects for its reader alone. Reports, which have no reader, leave it out. */
import { assigneeNames } from './describe-filters.ts';
import { type FilterValues, switches } from './post-filters.ts';

type PersonalFilter = { label: string; isSet: (filters: FilterValues) => boolean; none: Partial<FilterValues> };

const personalFilters: readonly PersonalFilter[] = [
  { label: switches.unread.label, isSet: ({ unread }) => unread, none: { unread: false } },
  {
    label: `Исполнитель: ${assigneeNames.me}`,
    isSet: ({ assignee }) => assignee === 'me',
    none: { assignee: '' },
  },
  { label: 'С прошлого визита', isSet: ({ since }) => since !== null, none: { since: null } },
];

/** The labels of the personal filters that are set. */
export const namePersonal = (filters: FilterValues): string[] =>
  personalFilters.filter(({ isSet }) => isSet(filters)).map(({ label }) => label);

export function withoutPersonal<Filters extends FilterValues>(filters: Filters): Filters {
  const set = personalFilters.filter(({ isSet }) => isSet(filters));
  return Object.assign({}, filters, ...set.map(({ none }) => none));
}
