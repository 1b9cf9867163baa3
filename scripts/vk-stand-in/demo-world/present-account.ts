/** Shows the demo's sources and people as the VK API writes communities and profiles. */
import { demoPhotoUrl } from '../../../server/backend/demo/random.ts';
import type { Place } from '../../../server/backend/demo/sources.ts';
import { people, type Source, sources, spamSources } from '../../../server/backend/demo/sources.ts';
import { type Group, group, type Profile, profile } from '../wall-objects.ts';

const sourcesById = new Map<number, Source>([...sources, ...spamSources].map((source) => [source.ownerId, source]));

const groupTypes: Record<string, Group['type']> = { page: 'page', event: 'event' };

const cityOf = ({ id, name }: Place) => ({ city: { id, title: name } });

/** Every fourth account has no picture. */
const photosOf = (id: number, kind: 'group' | 'user', origin: string) =>
  id % 4 === 0 ? {} : { photo_100: demoPhotoUrl(origin, `${kind}${id}`) };

export function presentGroup(id: number, origin: string): Group {
  const source = sourcesById.get(-id);
  if (!source) return group({ id });
  return group({
    id,
    name: source.name,
    screen_name: source.domain ?? `club${id}`,
    type: groupTypes[source.ownerType] ?? 'group',
    members_count: 1000 + (id % 97) * 800,
    verified: id % 11 === 0 ? 1 : 0,
    ...(source.showsCity ? cityOf(source.place) : {}),
    ...photosOf(id, 'group', origin),
  });
}

/** Authors who are no sources borrow a name. */
export function presentProfile(id: number, origin: string): Profile {
  const source = sourcesById.get(id);
  const name = source?.name ?? people[id % people.length] ?? people[0];
  const [firstName = '', lastName = ''] = name.split(' ');
  return profile({
    id,
    first_name: firstName,
    last_name: lastName,
    screen_name: source?.domain ?? `id${id}`,
    ...(source?.showsCity ? cityOf(source.place) : {}),
    ...photosOf(id, 'user', origin),
  });
}
