/** Reads the addresses of sources in the social network, as people paste them. */

/** A number, or a short name that only the network can resolve. */
export type SourceAddress = { ownerId: number } | { name: string };

const host = /^(?:https?:\/\/)?(?:www\.|m\.)?(?:vk\.com|vk\.ru|vkontakte\.ru)\//i;
const community = /^(?:club|public|event)(\d{1,12})$/;
const person = /^id(\d{1,12})$/;
/** A link to a wall or a post, on its own or in the address of a page. */
const wall = /(?:^|[?&]w=)wall(-?\d{1,12})(?=_\d|[^\w.]|$)/;
const screenName = /^[a-z][a-z0-9_.]{1,31}$/;

const numbered = (ownerId: number): SourceAddress | null => (ownerId === 0 ? null : { ownerId });

/** Null for a text that is no address. */
export function readSourceAddress(text: string): SourceAddress | null {
  const address = text.trim().replace(host, '').replace(/^@/, '').toLowerCase();
  const [, ofWall] = wall.exec(address) ?? [];
  if (ofWall !== undefined) return numbered(Number(ofWall));
  const [path = ''] = address.split(/[/?#]/);
  const [, group] = community.exec(path) ?? [];
  if (group !== undefined) return numbered(-Number(group));
  const [, user] = person.exec(path) ?? [];
  if (user !== undefined) return numbered(Number(user));
  return screenName.test(path) ? { name: path } : null;
}
