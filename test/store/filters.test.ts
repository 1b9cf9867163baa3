// Proves: api#calls
/**
 * Every filter of the feed, alone and with others, as pages, exports, counts, charts, new stories, alerts, analytics and counts
 * of work apply it, compared with a plain loop over all rows. FILTER_WORLDS=200 makes 200 worlds. PostgreSQL needs few, because its
 * posts are read by the same statements, from a replica.
 */
import { createWorlds, type Seen, worldNow } from '../support/filter-world.ts';
import { drawFilters, drawScope, filterNames, findFault, type Run } from '../support/plain-filters.ts';
import { Random } from '../support/random.ts';
import { openTestStore, type TestStore } from '../support/test-store.ts';

const { storeEngine } = globalThis as { storeEngine?: 'postgres' };
const worldCount = Number(process.env.FILTER_WORLDS ?? (storeEngine === undefined ? 12 : 3));
let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore(() => worldNow);
});
afterAll(() => opened.close());

const askStore =
  ({ viewer }: Seen): Run =>
  (name, ...values) =>
    (opened.store.posts[name] as (...values: unknown[]) => Promise<never>)(viewer, ...values);

test('each filter, alone and with others, gives the same rows everywhere as a plain loop', async () => {
  const nextWorld = await createWorlds(opened.store);
  const random = new Random(5);
  for (let world = 0; world < worldCount; world += 1) {
    for (const seen of await nextWorld(world)) {
      const run = askStore(seen);
      const alone = filterNames[world % filterNames.length] ?? 'words';
      for (const filters of [[alone], drawFilters(random), drawFilters(random)]) {
        const scope = drawScope(seen, filters, random);
        const drawn = { world, filters, scope };
        expect({ ...drawn, fault: await findFault(run, seen, scope) }).toEqual({ ...drawn, fault: null });
      }
    }
  }
}, 600_000);
