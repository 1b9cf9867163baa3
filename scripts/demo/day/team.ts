/**
 * What the first client set up two weeks ago: people, tags, reasons, saved filters and rules. Times are milliseconds.
 */
import { reportAuthor } from '../../../server/backend/domain/reports/plan.ts';
import { canonicalQuery, parseViewQuery } from '../../../server/backend/domain/saved-filter.ts';
import { clientAccount, personTitle } from '../../../server/backend/rules/account.ts';
import { dateAfter } from '../../../server/backend/rules/reports/schedule.ts';
import type { Author } from '../../../server/backend/store/journal.ts';
import type { Saved } from '../../../server/backend/store/page.ts';
import type { PersonFields } from '../../../server/backend/store/people.ts';
import type { Resources } from '../../../server/backend/store/store.ts';
import { hashPassword, hashSecret } from '../../../server/platform/password-hash.ts';
import { dayMs, hourMs, minuteMs } from '../../../shared/durations.ts';
import { invitationMs } from '../../../shared/rules/limits.ts';
import type { TagColor } from '../../../shared/rules/work.ts';
import { demoAccounts } from '../world/accounts.ts';
import { startOfDay } from '../world/days.ts';
import { mutedSource } from '../world/sources.ts';

export const team = { clientId: demoAccounts.clients[0].client_id, workDays: 14 } as const;
const { clientId } = team;
export const account = clientAccount(clientId);

export const byOf = (who: string, at: number): Author => ({ who, onBehalfOf: null, address: '10.20.1.11', at });

const tags: Readonly<Record<string, TagColor>> = {
  ЖКХ: 'orange',
  Дороги: 'blue',
  Транспорт: 'teal',
  Экология: 'green',
  Власть: 'violet',
  Жалоба: 'red',
};

export const reasons = ['Реклама', 'Не наш город', 'Вопрос другого ведомства', 'Не по теме'] as const;

/** Filters by their names. `words`: phrases. `isNew`: the client has not opened it since its last visit. */
type Filter = { words?: readonly string[]; query?: string; isPinned?: true; isNew?: true };
export const filters: Readonly<Record<string, Filter>> = {
  'Дороги и ремонт': {
    words: ['ремонт дорог', 'платная парковка', 'пробки на кольцевой'],
    isPinned: true,
    isNew: true,
  },
  'Горячая вода': { words: ['отключение горячей воды'], isPinned: true, isNew: true },
  'Мэр и дума': { words: ['обращение к мэру', 'городская дума'] },
  'Метро и трамваи': { words: ['новая станция метро', 'трамвайная линия'] },
  'Негатив в работе': { query: 'tone=negative&state=open' },
  'Парки с фото': { words: ['набережная реки', 'вырубка деревьев', 'детская площадка'], query: 'photo=1' },
};

export function savedId(saved: Saved): number {
  if (saved.outcome !== 'saved') throw new Error(`The demo could not save: ${saved.outcome}`);
  return saved.id;
}

type Clock = () => number;

/** Each reading is some minutes later. */
function createClock(start: number): Clock {
  let time = start;
  return () => {
    time += 7 * minuteMs;
    return time;
  };
}

async function addPeople({ people }: Resources, now: number, clock: Clock): Promise<void> {
  async function invite(fields: PersonFields, until: number) {
    const hash = hashSecret(`demo ${fields.login}`);
    await people.invite(clientId, fields, { hash, until }, byOf(clientId, clock()));
    return hash;
  }
  for (const { password, ...person } of demoAccounts.people) {
    const fields = { ...person, mayExport: person.role !== 'reader' };
    const hash = await invite(fields, now + invitationMs);
    await people.accept(hash, await hashPassword(password), byOf(personTitle(person), clock()));
  }
  await invite({ login: 'pavel', name: 'Павел Снегирёв', role: 'editor', mayExport: false }, now + invitationMs);
}

async function addFilters(filled: Resources, clock: Clock): Promise<void> {
  const tracked = await filled.words.listOfClient(clientId);
  const idOf = (text: string) => tracked.find((word) => word.text === text)?.shownId;
  for (const [name, { words = [], query = '', isPinned }] of Object.entries(filters)) {
    const canonical = canonicalQuery(parseViewQuery(`words=${words.map(idOf).join()}&${query}`));
    const at = clock();
    const viewId = savedId(
      await filled.views.create({ account, clientId: null, name, query: canonical }, at, byOf(clientId, at)),
    );
    if (isPinned) await filled.views.pin(viewId, account, at);
  }
}

export const alertRules = {
  daily: 'Дороги: каждый день',
  spike: 'Всплеск о метро',
  silence: 'Тишина о мэре и думе',
} as const;

export async function findView({ views }: Pick<Resources, 'views'>, name: string): Promise<number> {
  return (await views.list(account)).find((view) => view.name === name)?.viewId ?? 0;
}

async function addAlerts(filled: Resources, clock: Clock): Promise<void> {
  const common = { account, period: 'hour', channel: 'email', secret: null, address: 'press@city.example.ru' } as const;
  const daily = { ...common, condition: 'every', least: 1, schedule: 'daily', quietFrom: null, quietTo: null } as const;
  const night = { quietFrom: (23 * hourMs) / minuteMs, quietTo: (7 * hourMs) / minuteMs };
  const spike = { ...common, condition: 'spike', least: 10, schedule: 'now', ...night } as const;
  const silence = { ...common, condition: 'silence', period: 'week', least: 1, schedule: 'now', ...night } as const;
  for (const [fields, name, view] of [
    [daily, alertRules.daily, 'Дороги и ремонт'],
    [spike, alertRules.spike, 'Метро и трамваи'],
    [silence, alertRules.silence, 'Мэр и дума'],
  ] as const) {
    const at = clock();
    savedId(
      await filled.alerts.create({ ...fields, name, viewId: await findView(filled, view) }, at, byOf(clientId, at)),
    );
  }
}

async function addReports(filled: Resources, clock: Clock, now: number): Promise<void> {
  const common = { period: 'week', fromDay: null, toDay: null, minute: (9 * hourMs) / minuteMs } as const;
  const recipients = ['glava@city.example.ru', 'press@city.example.ru'];
  const weekly = { ...common, name: 'Неделя для главы', formats: ['mail', 'pdf'], weekdays: [1], recipients } as const;
  const viewIds = [await findView(filled, 'Дороги и ремонт'), await findView(filled, 'Метро и трамваи')];
  const sections = ['figures', 'main', 'standouts', 'newSources', 'work', 'collection'] as const;
  const at = clock();
  const nextAt = dateAfter(weekly, now, 'Europe/Moscow');
  const author = await reportAuthor({ type: 'client', clientId }, filled, at);
  const saving = { fields: { ...weekly, viewIds, sections }, nextAt, ...author };
  savedId(await filled.reports.create(account, saving, at, byOf(clientId, at)));
}

export const workRules = { water: 'Горячая вода — в ЖКХ', roads: 'Дороги — Игорю' } as const;

async function addWorkRules(filled: Resources, clock: Clock): Promise<void> {
  const { tags: added, people } = await filled.work.lists(clientId);
  const tagOf = (name: string) => added.find((tag) => tag.name === name)?.tagId ?? null;
  const igor = people.find(({ name }) => name === demoAccounts.people[1].name)?.personId ?? null;
  const common = { clientId, state: null, reason: null, hidden: false, paused: false };
  for (const [name, view, tag, assignee] of [
    [workRules.water, 'Горячая вода', 'ЖКХ', null],
    [workRules.roads, 'Дороги и ремонт', 'Дороги', igor],
  ] as const) {
    const rule = { ...common, name, viewId: await findView(filled, view), tagId: tagOf(tag), assignee };
    savedId(await filled.workRules.create(rule, byOf(personTitle(demoAccounts.people[0]), clock())));
  }
}

/** Call it before the posts that are new since the last visit arrive. */
export async function addTeam(filled: Resources, now: number): Promise<void> {
  const clock = createClock(startOfDay(now) - team.workDays * dayMs + 10 * hourMs);
  await addPeople(filled, now, clock);
  for (const [name, color] of Object.entries(tags)) {
    savedId(await filled.work.createTag(clientId, { name, color }, byOf(clientId, clock())));
  }
  for (const reason of reasons) savedId(await filled.work.createReason(clientId, reason, byOf(clientId, clock())));
  await addFilters(filled, clock);
  await addAlerts(filled, clock);
  await addReports(filled, clock, now);
  await addWorkRules(filled, clock);
  const muted = { account, createdBy: account, kind: 'owner', targetId: mutedSource.ownerId } as const;
  const at = clock();
  await filled.mutes.create(muted, at, byOf(clientId, at));
}
