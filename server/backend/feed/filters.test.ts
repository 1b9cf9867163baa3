/** A filter that is wrong in any of its keys gives other rows than a plain loop (test/store/filters.test.ts). */
import { openCollectionStore } from '../../../test/support/collection-store.ts';
import { createWorlds, type Seen } from '../../../test/support/filter-world.ts';
import { drawFilters, drawScope, filterNames, findFault, type Run } from '../../../test/support/plain-filters.ts';
import { Random } from '../../../test/support/random.ts';
import { type FilterName, filters, type ResolvedFilter, type RowFilter, type StoryFilter } from './filters.ts';
import { openReader, type PostQuery } from './post-queries.ts';
import type { ValueTest } from './row-mask.ts';
import type { Terms } from './search-expression.ts';

/** The most worlds in which a wrong key is looked for, and those in which a plan is changed. */
const worldCount = 20;
const slowWorlds = 1;

type Mutant = { name: FilterName; key: string; changed: Partial<RowFilter> | Partial<StoryFilter> };

const invert = (test: ValueTest): ValueTest => {
  if ('bits' in test) return { ...test, has: test.has === 0 ? 1 : 0 };
  if ('rangesOf' in test) return { rangesOf: () => [] };
  return 'since' in test ? { accepts: (value) => value <= test.since || value > test.until } : test;
};
const dropTerm = ({ wanted, unwanted }: Terms): Terms =>
  wanted.length > 0 ? { wanted: wanted.slice(1), unwanted } : { wanted, unwanted: unwanted.slice(1) };

/** Breaks one key of each filter: all must be noticed. */
const wrongMutants: Mutant[] = filterNames.flatMap((name): Mutant[] => {
  const filter = filters[name];
  const mutant = (key: string, changed: Mutant['changed']): Mutant => ({
    name,
    key,
    changed,
  });
  const isNeverSet = mutant('isSet', { isSet: () => false });
  if (filter.of === 'story') {
    const { stories: find } = filter;
    const stories: StoryFilter['stories'] = (db, viewing) => {
      const found = find(db, viewing);
      return found && { ...found, areOut: !found.areOut };
    };
    return [isNeverSet, mutant('stories', { stories }), mutant('stories', { stories: () => null })];
  }
  const { packed, terms, isOfTime } = filter;
  return [
    isNeverSet,
    mutant('rows', { rows: () => [] }),
    mutant('isOfTime', { isOfTime: !isOfTime }),
    mutant('packed', {
      packed(selection) {
        const found = packed(selection);
        return found && { ...found, test: invert(found.test) };
      },
    }),
    mutant('terms', {
      terms(selection) {
        const found = terms(selection);
        return found && dropTerm(found);
      },
    }),
  ];
});

const withoutEffect = [
  // There is nothing to break.
  ...['photo', 'kind', 'views', 'ratio', 'edited', 'deleted', 'localTimes', 'dates', 'arrivals', 'story', 'walls'].map(
    (name) => `${name}.terms`,
  ),
  'mutes.packed',
  'text.packed',
  // Earlier rows have their own arrivals, and the rows of a story are in that story.
  'arrivals.isOfTime',
  'story.isOfTime',
];

/** Keys that choose a plan: none may change a result. */
const slowMutants: Mutant[] = filterNames.flatMap((name): Mutant[] => {
  const filter = filters[name];
  if (filter.of === 'story') return [];
  const { selects } = filter;
  return [
    { name, key: 'selects', changed: { selects: (selection) => (selects(selection) === 'few' ? 'many' : 'few') } },
    { name, key: 'packed', changed: { packed: () => null } },
    { name, key: 'terms', changed: { terms: () => null } },
  ];
});

async function withMutant<T>({ name, changed }: Mutant, run: () => Promise<T>): Promise<T> {
  const filter = filters[name];
  const original = { ...filter };
  Object.assign(filter, changed);
  try {
    return await run();
  } finally {
    Object.assign(filter, original);
  }
}

/** Each mutant has its own connection, because lists of rows are cached by connection. */
async function findMutantFault(file: string, mutant: Mutant, seen: Seen, random: Random): Promise<string | null> {
  const reader = openReader(file);
  const run: Run = async (name, ...values) => {
    const reply = reader.answer({ name, values } as unknown as PostQuery);
    if ('error' in reply) throw new Error(reply.error.stack);
    return reply.result as never;
  };
  try {
    const scope = drawScope(seen, [...(random.chance(0.5) ? drawFilters(random) : []), mutant.name], random);
    return await withMutant(mutant, () => findFault(run, seen, scope));
  } finally {
    reader.close();
  }
}

test('the loop notices each key of a filter that is wrong, and no key that only chooses a plan changes a result', async () => {
  const { file, store, close } = openCollectionStore();
  const nextWorld = await createWorlds(store);
  const random = new Random(6);
  let unnoticed = wrongMutants.filter(({ name, key }) => !withoutEffect.includes(`${name}.${key}`));
  for (let world = 0; world < worldCount && unnoticed.length > 0; world += 1) {
    for (const seen of await nextWorld(world)) {
      for (let tries = 0; tries < 3; tries += 1) {
        const left: Mutant[] = [];
        for (const mutant of unnoticed) {
          if ((await findMutantFault(file, mutant, seen, random)) === null) left.push(mutant);
        }
        unnoticed = left;
      }
      for (const { name, key, changed } of world < slowWorlds ? slowMutants : []) {
        const fault = await findMutantFault(file, { name, key, changed }, seen, random);
        expect({ name, key, fault }).toEqual({ name, key, fault: null });
      }
    }
  }
  expect(unnoticed.map(({ name, key }) => `${name}.${key}`)).toEqual([]);
  await close();
}, 600_000);

test.each(filterNames.flatMap((name) => (filters[name].of === 'row' ? [name] : [])))(
  '%s is off with its own fields',
  (name) => {
    const filter = filters[name] as RowFilter;
    expect(filter.isSet(filter.off as ResolvedFilter)).toBe(false);
  },
);
