/** Two weeks of work on the stories of the first client, up to this morning. Times are milliseconds. */

import { personTitle } from '../../../server/backend/rules/account.ts';
import type { WorkChange } from '../../../server/backend/rules/work.ts';
import { type FeedFilter, noFilters, type PostRow } from '../../../server/backend/store/posts-store.ts';
import type { Resources, Store } from '../../../server/backend/store/store.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { demoAccounts } from '../world/accounts.ts';
import { startOfDay } from '../world/days.ts';
import { postIdAt } from '../world/posts.ts';
import { sources } from '../world/sources.ts';
import { marksOf, notes, type Planned, planWork } from './plan.ts';
import { account, byOf, filters, findView, reasons, savedId, team, workRules } from './team.ts';

const { clientId } = team;
const viewer = { type: 'client', clientId } as const;

/** `rows`: one of each story of the last month, newest first. `older`: the stories of posts before the last two days. */
export type Stories = { rows: PostRow[]; older: number[] };

export async function listStories({ posts }: Pick<Store, 'posts'>, now: number): Promise<Stories> {
  const listing = (change: Partial<FeedFilter>) => ({
    filter: { ...noFilters, copies: false, ...change },
    clientId,
    account,
    shownWork: null,
  });
  const page = { limit: 2000, offset: 0, orderBy: 'post_dt', orderDirection: 'DESC' } as const;
  const { rows } = await posts.page(viewer, listing({ from: now - 30 * dayMs }), page);
  return { rows, older: await posts.listStories(viewer, listing({ to: now - 2 * dayMs })) };
}

/** Something that happened at a time. */
type Step = { at: number; run: () => Promise<unknown> };
type Worker = { personId: number; who: string };

async function findWorkers({ people }: Resources): Promise<[Worker, ...Worker[]]> {
  const known = await people.list(clientId);
  const workers = demoAccounts.people
    .filter(({ role }) => role !== 'reader')
    .flatMap(({ login }) => known.filter((person) => person.login === login))
    .map((person) => ({ personId: person.personId, who: personTitle(person) }));
  return [{ personId: 0, who: clientId }, ...workers];
}

function changeOf({ row, fate, at }: Planned, now: number): WorkChange {
  const { postedAt } = row;
  switch (fate) {
    case 'growing':
      return { state: 'in-progress' };
    case 'returned':
      return { state: 'resolved' };
    case 'overdue':
      return { state: 'postponed', untilAt: at + hourMs };
    case 'postponed':
      return postedAt % 2000 === 0
        ? { state: 'postponed', untilAt: startOfDay(now) + 2 * dayMs + 9 * hourMs }
        : { state: 'postponed', untilCopies: 5 };
    case 'rejected':
      return { state: 'rejected', reason: reasons[(postedAt / 1000) % reasons.length] ?? reasons[0] };
    default:
      return { state: fate };
  }
}

/** The work on one story: somebody takes it, marks it, notes something and closes it. */
function stepsOf(
  filled: Resources,
  planned: Planned,
  worker: Worker,
  ids: ReadonlyMap<string, number>,
  now: number,
): Step[] {
  const { row, fate, at } = planned;
  const change = (wanted: WorkChange, time: number): Step => ({
    at: time,
    run: () =>
      filled.work.change(
        clientId,
        { stories: [{ storyId: row.storyId, version: null }], change: wanted, batchId: null, taker: worker.personId },
        byOf(worker.who, time),
      ),
  });
  if (fate === 'rejected') return [change(changeOf(planned, now), at)];
  const { tone, tags } = marksOf(row);
  const addTags = tags.flatMap((tag) => ids.get(tag) ?? []);
  const note = { storyId: row.storyId, text: notes[row.postId % notes.length] ?? notes[0], person: worker.personId };
  const noted = at + 4 * minuteMs;
  return [
    change({ state: 'in-progress', tone, addTags }, at),
    ...(row.postId % 3 === 0
      ? []
      : [
          {
            at: noted,
            run: async () => savedId(await filled.work.createNote(clientId, note, byOf(worker.who, noted))),
          },
        ]),
    ...(fate === 'in-progress' || fate === 'growing' ? [] : [change(changeOf(planned, now), at + 9 * minuteMs)]),
  ];
}

/** Copies of the last hours by other sources: many make a story grow, one brings a closed story back. */
function copiesOf({ row, fate }: Planned, order: number, now: number) {
  const length = fate === 'growing' ? 9 : fate === 'returned' ? 1 : 0;
  return Array.from({ length }, (_, index) => {
    const source = sources[(row.postId + index * 5) % sources.length] ?? sources[0];
    // At other times than the copies of other stories, so that no two posts have one ID.
    const postedAt = Math.floor((now - ((index + 1) * 25 + order) * minuteMs) / 1000) * 1000;
    const { wordId, text, textParts } = row;
    const place = { ownerId: source.ownerId, postId: postIdAt(postedAt, row.postId + index), userId: source.ownerId };
    const more = { photoUrl: null, cityId: source.showsCity ? source.place.id : null, comment: null };
    return { ...place, wordId, postedAt, updatedAt: postedAt, text, textParts, ...more };
  });
}

/** Rules that were applied to past stories: days ago, so that only the later run can be undone. */
const runs = [
  { rule: workRules.water, words: filters['Горячая вода']?.words, daysAgo: 9 },
  { rule: workRules.roads, words: filters['Дороги и ремонт']?.words, daysAgo: 1 },
];

async function runSteps(filled: Resources, rows: readonly PostRow[], now: number): Promise<Step[]> {
  const rules = await filled.workRules.list(clientId);
  return runs.flatMap(({ rule: name, words = [], daysAgo }) => {
    const rule = rules.find((known) => known.name === name);
    const at = startOfDay(now) - daysAgo * dayMs + 9 * hourMs;
    const stories = rows
      .filter(({ word, postedAt }) => words.includes(word) && postedAt < at)
      .map((row) => row.storyId);
    return rule ? [{ at, run: () => filled.workRules.run(rule, stories.slice(0, 12), at) }] : [];
  });
}

export async function addWork(filled: Resources, { rows, older }: Stories, now: number): Promise<void> {
  const workers = await findWorkers(filled);
  const { tags } = await filled.work.lists(clientId);
  const ids = new Map(tags.map(({ name, tagId }) => [name, tagId]));
  const planned = planWork(rows, now);
  const steps = planned.flatMap((one, index) =>
    stepsOf(filled, one, workers[(index + 1) % workers.length] ?? workers[0], ids, now),
  );
  const all = [...steps, ...(await runSteps(filled, rows, now))].sort((first, second) => first.at - second.at);
  for (const { run } of all) await run();
  await filled.work.returnDue(now - minuteMs, 100);
  await filled.posts.save(planned.flatMap((one, order) => copiesOf(one, order, now)));
  const worked = planned.map(({ row }) => row.storyId);
  await filled.marks.mark(viewer, [...new Set([...worked, ...older])], true);
  for (const [name, { isNew }] of Object.entries(filters)) {
    if (!isNew) await filled.views.open(await findView(filled, name), account);
  }
}
