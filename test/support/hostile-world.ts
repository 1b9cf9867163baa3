/**
 * A console whose names and texts are as long as they may be, without places to break, and with characters that turn the
 * direction of what follows.
 */
import { createAlertRule } from '../../shared/api/alerts.ts';
import { setClientPassword } from '../../shared/api/client-changes.ts';
import { createClient, loadClients } from '../../shared/api/clients.ts';
import { createKey } from '../../shared/api/keys.ts';
import { acceptInvitation, invitePerson, loadPeople } from '../../shared/api/people.ts';
import { createNote } from '../../shared/api/story-work.ts';
import { createView } from '../../shared/api/views.ts';
import { changeWork, createTag } from '../../shared/api/work.ts';
import { createWorkRule } from '../../shared/api/work-rules.ts';
import { adminAccount, type RunningConsole } from './console-process.ts';
import { collectPosts } from './seed-feed.ts';
import { callAs, storeWords } from './seed-words.ts';
import type { OpenSignedIn } from './sessions.ts';
import type { Account } from './sign-in.ts';

/** Turns the direction of all that follows, up to the end of its paragraph. */
export const override = '\u202e';
const arabicName = 'أخبار المدينة';
const longName = (length: number) => `${override}${'Новости_города_и_области_'.repeat(20)}`.slice(0, length);

const password = 'client-password-1';

const sources = [
  { OwnerID: -101, OwnerType: 'group', OwnerName: longName(48), Domain: 'd'.repeat(32) },
  { OwnerID: -102, OwnerType: 'group', OwnerName: `Новости ${override}киносети`, Domain: 'kino' },
  { OwnerID: 103, OwnerType: 'user', OwnerName: arabicName, Domain: 'akhbar' },
] as const;
const cities = [
  { CityID: 1, City: longName(60), Country: `Россия${override}` },
  { CityID: 2, City: arabicName, Country: 'Россия' },
] as const;

function postOf(number: number, Word: string): Record<string, unknown> {
  const text = number % 2 === 0 ? 'м'.repeat(310) : `${override}Открыли станцию `;
  return {
    ...sources[number % sources.length],
    ...cities[number % cities.length],
    PostID: number,
    UserID: 1000 + number,
    Word,
    PostDt: new Date(Date.now() - number * 40 * 3_600_000).toISOString(),
    Text: `${text} ${number} метро ${arabicName} конец`,
  };
}

/** Names that may stand in a sentence, but only in a separate element. */
export const hostileNames: ReadonlySet<string> = new Set([
  ...[48, 50, 60, 100, 200].map(longName),
  sources[1].OwnerName,
  cities[0].Country,
  `${override}Ещё один`,
]);

export type HostileWorld = { client: Account; wordIds: number[]; storyId: number; ownerId: number; longQuery: string };

export async function fillHostileWorld(
  { url, dataDir }: Pick<RunningConsole, 'url' | 'dataDir'>,
  openSignedIn: OpenSignedIn,
): Promise<HostileWorld> {
  const admin = await openSignedIn(url, adminAccount);
  const contact = { ipaddr: '2001:db8:85a3:8d3:1319:8a2e:370:7348', macaddr: '00:1A:2B:3C:4D:5E' };
  const email = `${'e'.repeat(60)}@${'d'.repeat(60)}.example`;
  const input = { name: longName(100), ...contact, email, phone: '+7 (999) 123-45-67', note: longName(200) };
  await callAs(admin, createClient(input), url);
  const name = (await callAs(admin, loadClients(), url))[0]?.id ?? '';
  await callAs(admin, setClientPassword(name, password), url);
  const client = { type: 'client', name, password } as const;

  const phrases = ['метро', 'ф'.repeat(100), `${'слово '.repeat(40)}конец`, `метро ${arabicName}`];
  const wordIds = await storeWords(dataDir, name, phrases);
  await collectPosts(
    dataDir,
    Array.from({ length: 8 }, (_, index) => postOf(index + 1, phrases[index % phrases.length] ?? '')),
  );

  const page = await openSignedIn(url, client);
  const call = <T>(made: Parameters<typeof callAs<T>>[1]) => callAs(page, made, url);
  const person = { login: `login.${'l'.repeat(90)}`, role: 'editor', mayExport: true } as const;
  const { token } = await call(invitePerson({ ...person, name: longName(100) }));
  await call(acceptInvitation(token, password));
  await call(invitePerson({ ...person, login: 'akhbar', name: arabicName }));
  const tagId = await call(createTag(longName(50), 'red'));
  await call(createTag(arabicName, 'blue'));
  const viewId = await call(createView(longName(100), `?text=${'м'.repeat(100)}`, null));
  for (const view of [arabicName, `${override}Ещё один`]) await call(createView(view, '?text=метро', null));
  const assignee = (await call(loadPeople())).rows.find(({ login }) => login === person.login)?.id ?? 0;
  const actions = { viewId, tagId, assignee, state: 'rejected', hidden: false } as const;
  await call(createWorkRule({ ...actions, name: longName(100), reason: longName(200), paused: false }));
  const alert = { condition: 'every', least: 1, period: 'hour', schedule: 'now', quietFrom: '', quietTo: '' };
  await call(
    createAlertRule({
      ...alert,
      name: longName(100),
      viewId,
      channel: 'atom',
      address: '',
    } as Parameters<typeof createAlertRule>[0]),
  );
  await call(createKey(longName(100), ['read']));
  const reply = await page.request.get(`${url}/api/v1/vknf/posts/details?limit=1`);
  const storyId = Number((await reply.json()).posts[0].StoryID);
  await call(changeWork([{ storyId, version: 0 }], { AssigneeID: assignee, AddTags: [tagId], State: 'in-progress' }));
  await call(createNote(storyId, longName(200)));
  return { client, wordIds, storyId, ownerId: -101, longQuery: 'м'.repeat(143) };
}
